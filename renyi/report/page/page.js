// Lays out the result that stands in the page as JSON: the tables that sum it up, figures, images, other
// tables, and how it was made.
"use strict";

const result = parseResult(document.getElementById("result").textContent);
const charts = [];

// An element with attributes and children; text is text, never markup.
function element(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) made.addEventListener(key.slice(2), value);
    else made.setAttribute(key, value);
  }
  made.append(...children);
  return made;
}

function download(name, type, text) {
  const url = URL.createObjectURL(new Blob([text], { type }));
  element("a", { href: url, download: name.replace(/[^\p{L}\p{N}._-]+/gu, "-") }).click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

function csvButton(name, csv) {
  const file = `${result.command}-${name}.csv`;
  return element("button", { type: "button", title: "Download the numbers", onclick: () => download(file, "text/csv", csv()) }, "CSV");
}

const notes = (list) => list.map((note) => element("p", { class: "note" }, note));

function section(kind, name, title, button, ...content) {
  const head = element("div", { class: "title" }, element("h2", {}, title || name), ...button);
  return element("section", { class: kind, id: `${kind}-${name}`, "data-name": name }, head, ...content);
}

const OUTLINES = {
  circle: "M13 8a5 5 0 0 0 10 0a5 5 0 0 0 -10 0",
  rect: "M13.5 3.5h9v9h-9z",
  triangle: "M18 2l6 11h-12z",
  rectRot: "M18 2l6 6l-6 6l-6 -6z",
};

// What the series of one entry look like: a line, dashed or not, a point, a bar.
function swatch(members) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 36 16");
  svg.style.color = `var(${members[0].look.variable})`;
  const add = (name, attributes) => {
    const shape = document.createElementNS("http://www.w3.org/2000/svg", name);
    for (const [key, value] of Object.entries(attributes)) shape.setAttribute(key, value);
    svg.append(shape);
  };
  for (const { mark, dashed, look } of members) {
    const dash = dashed ? look.dash.join(" ") : "none";
    if (hasLine(mark)) add("path", { d: "M1 8H35", stroke: "currentColor", "stroke-width": 2.5, "stroke-dasharray": dash });
    if (hasPoints(mark)) add("path", { d: OUTLINES[look.shape], fill: "currentColor" });
    if (mark === "bars") add("rect", { x: 11, y: 1, width: 14, height: 14, fill: "currentColor", opacity: 0.8 });
  }
  return svg;
}

// One entry a look; a click hides or shows its series.
function legend(chart, all) {
  const entries = new Map();
  all.forEach((series, i) => entries.set(series.look, [...(entries.get(series.look) || []), i]));
  if (entries.size < 2 && !all.some((s) => s.name)) return [];
  const toggle = (button, indices) => {
    const shown = button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", shown);
    for (const i of indices) chart.setDatasetVisibility(i, shown);
    chart.update("none");
  };
  const buttons = [...entries].map(([look, indices]) => {
    const onclick = (event) => toggle(event.currentTarget, indices);
    const attributes = { type: "button", "aria-pressed": "true", title: "Hide or show", onclick };
    return element("button", attributes, swatch(indices.map((i) => all[i])), look.label);
  });
  return [element("div", { class: "legend" }, ...buttons)];
}

function figureSection(name, figure) {
  const canvas = element("canvas", { role: "img", "aria-label": figure.title || name });
  const frame = element("div", { class: figure.equal_scales ? "canvas square" : "canvas" }, canvas);
  const made = section("figure", name, figure.title, [csvButton(name, () => figureCsv(figure))], frame, ...notes(figure.notes));
  document.getElementById("report").append(made);  // a chart needs its size
  const { chart, all } = drawFigure(canvas, figure);
  charts.push(chart);
  frame.before(...legend(chart, all));
}

function tableSection(name, table) {
  const numeric = table.columns.map((_, c) => table.rows.every((row) => isNumber(row[c])));
  const kind = (c) => (numeric[c] ? "number" : "word");
  const head = table.columns.map((column, c) => element("th", { scope: "col", class: kind(c) }, column));
  const cell = (value, c) => {
    const text = cellText(value, 6);
    const full = cellText(value);
    const attributes = { class: kind(c) + (value === null ? " none" : "") };
    if (full !== text) attributes.title = full;
    return element("td", attributes, text);
  };
  const rows = table.rows.map((row) => element("tr", {}, ...row.map(cell)));
  const grid = element("table", {}, element("thead", {}, element("tr", {}, ...head)), element("tbody", {}, ...rows));
  const scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title || name }, grid);
  const button = csvButton(name, () => tableCsv(table));
  document.getElementById("report").append(section("table", name, table.title, [button], scroll, ...notes(table.notes)));
}

function imagesSection(name, grid) {
  const zoom = Math.max(1, Math.min(4, Math.floor(96 / Math.max(Number(grid.width), 1))));
  const images = grid.png.map((png, i) =>
    element("img", { src: "data:image/png;base64," + png, alt: `${grid.title || name}, image ${i + 1}`, width: Number(grid.width) * zoom, height: Number(grid.height) * zoom })
  );
  const frame = element("div", { class: "images" }, ...images);
  frame.style.gridTemplateColumns = `repeat(${Math.max(Number(grid.columns), 1)}, minmax(0, max-content))`;
  const scroll = element("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": grid.title || name }, frame);
  document.getElementById("report").append(section("grid", name, grid.title, [], scroll, ...notes(grid.notes)));
}

function list(pairs) {
  return element("dl", {}, ...pairs.flatMap(([name, value]) => [element("dt", {}, name), element("dd", {}, value)]));
}

function madeSection() {
  const options = Object.entries(result.options).map(([name, value]) => [name, String(value) === "" ? "–" : typeof value === "number" ? numberText(value) : String(value)]);
  const content = [list([["command", "renyi " + result.command], ["version", result.renyi], ...options])];
  document.getElementById("report").append(section("made", "options", "How it was made", [], ...content));
  if (!result.data || result.data.length === 0) return;
  const data = result.data.flatMap((d) => [["file", d.path], ["rows", String(d.rows)], ["fingerprint", element("code", {}, d.fingerprint)]]);
  document.getElementById("report").append(section("made", "data", "Data", [], list(data)));
}

// Light or dark as the system says, until the reader says otherwise; light on paper.
const theme = {
  system: matchMedia("(prefers-color-scheme: dark)"),
  chosen: null,
  printing: false,
  get dark() {
    return !this.printing && (this.chosen ?? this.system.matches);
  },
  apply() {
    document.documentElement.dataset.theme = this.dark ? "dark" : "light";
    for (const chart of charts) chart.redraw();
  },
};
theme.apply();

function themeButton() {
  const button = element("button", { type: "button", title: "Change between light and dark" });
  const apply = () => {
    theme.apply();
    button.textContent = theme.dark ? "Light" : "Dark";
  };
  button.addEventListener("click", () => ((theme.chosen = !theme.dark), apply()));
  theme.system.addEventListener("change", apply);
  apply();
  return button;
}

function headSection() {
  const json = () => download(result.command + ".json", "application/json", document.getElementById("result").textContent);
  const seed = "seed" in result.options ? `, seed ${result.options.seed}` : "";
  const text = element("div", {}, element("p", {}, `renyi ${result.renyi}${seed}`), element("h1", {}, result.command));
  const jsonButton = element("button", { type: "button", title: "Download the whole result", onclick: json }, "JSON");
  document.getElementById("head").append(text, element("div", { class: "buttons" }, jsonButton, themeButton()));
}

function contents() {
  const sections = [...document.querySelectorAll("section")];
  if (sections.length < 5) return;
  const links = sections.map((s) => element("a", { href: "#" + s.id }, s.querySelector("h2").textContent));
  document.getElementById("head").after(element("nav", { "aria-label": "Contents" }, ...links));
}

// On paper a chart has the size that page.css gives it there.
function print(printing) {
  theme.printing = printing;
  theme.apply();
  const centimetre = 96 / 2.54;
  for (const chart of charts) {
    if (!printing) chart.resize();
    else if (chart.canvas.closest(".square")) chart.resize(11 * centimetre, 11 * centimetre);
    else chart.resize(17 * centimetre, 7.6 * centimetre);
  }
}
addEventListener("beforeprint", () => print(true));
addEventListener("afterprint", () => print(false));

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
headSection();
// What a reader asks first: whether to trust a fit, what it says of the parameters, how a model scores.
const leading = ["verdict", "parameters", "scores"];
const tables = Object.entries(result.tables);
for (const [name, table] of tables) if (leading.includes(name)) tableSection(name, table);
for (const [name, figure] of Object.entries(result.figures || {})) figureSection(name, figure);
for (const [name, grid] of Object.entries(result.images || {})) imagesSection(name, grid);
for (const [name, table] of tables) if (!leading.includes(name)) tableSection(name, table);
madeSection();
contents();
