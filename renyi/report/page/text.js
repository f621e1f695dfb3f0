// Numbers and CSV as the program itself writes them (cell_text.cpp, csv_writer.cpp).
"use strict";

// JSON, its whole numbers kept apart from others: those of many digits become BigInt.
function parseResult(text) {
  return JSON.parse(text, (key, value, context) =>
    typeof value === "number" && Math.abs(value) >= 1e6 && context && /^-?\d+$/.test(context.source)
      ? BigInt(context.source)
      : value
  );
}

const NAMED = { NaN: NaN, "+inf": Infinity, "-inf": -Infinity };
const isNamed = (value) => typeof value === "string" && Object.hasOwn(NAMED, value);
const numberOf = (value) => (isNamed(value) ? NAMED[value] : value);
const isNumber = (value) => typeof value !== "string" || isNamed(value);

// The shortest digits that give the number back, or so many of them.
function numberText(value, digits) {
  if (typeof value === "bigint") return String(value);
  if (Number.isNaN(value)) return "NaN";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (value === 0) return "0";
  const [mantissa, power] = value.toExponential(digits ? digits - 1 : undefined).split("e");
  const figures = mantissa.replace(/[-.]/g, "").replace(/0+$/, "");
  const sign = value < 0 ? "-" : "";
  const exponent = Number(power);
  if (exponent < -4 || exponent >= (digits || 16)) {
    const fraction = figures.length > 1 ? "." + figures.slice(1) : "";
    const size = String(Math.abs(exponent)).padStart(2, "0");
    return sign + figures[0] + fraction + "e" + (exponent < 0 ? "-" : "+") + size;
  }
  if (exponent < 0) return sign + "0." + "0".repeat(-exponent - 1) + figures;
  const whole = figures.slice(0, exponent + 1).padEnd(exponent + 1, "0");
  return sign + whole + (figures.length > exponent + 1 ? "." + figures.slice(exponent + 1) : "");
}

function cellText(cell, digits) {
  if (cell === null) return "na";
  return isNumber(cell) ? numberText(numberOf(cell), digits) : cell;
}

function positionText(axis, value, digits) {
  return axis.categories[value] ?? numberText(value, digits);
}

function csvLine(cells) {
  return cells.map((c) => (/[,"\n\r]/.test(c) ? '"' + c.replaceAll('"', '""') + '"' : c)).join(",") + "\n";
}

function tableCsv(table) {
  const rows = table.rows.map((row) => row.map((cell) => cellText(cell)));
  return [table.columns, ...rows].map(csvLine).join("");
}

function figureCsv(figure) {
  const withRange = figure.series.some((s) => s.lower || s.upper);
  const lines = [["series", "x", "y"].concat(withRange ? ["lower", "upper"] : [])];
  for (const s of figure.series) {
    s.x.forEach((x, i) => {
      const line = [s.name, positionText(figure.x, numberOf(x)), positionText(figure.y, numberOf(s.y[i]))];
      for (const range of withRange ? [s.lower, s.upper] : []) line.push(range ? cellText(range[i]) : "na");
      lines.push(line);
    });
  }
  return lines.map(csvLine).join("");
}
