// Draws every kind of figure: Chart.js gives axes, lines, points and tooltips; the plugin below
// what it lacks (bands, error bars, bars on numeric axes).
"use strict";

const SHAPES = ["circle", "rect", "triangle", "rectRot"];
const DASHES = [[7, 4], [2, 3], [10, 3, 2, 3]];
const COLOURS = 8;

// Each series with numbers for numbers, and its look: series of one group share it; a dashed series
// by itself is a reference, in the colour of the text.
function prepare(figure) {
  const looks = new Map();
  let colours = 0;
  let references = 0;
  return figure.series.map((series) => {
    const label = series.group || series.name;
    const reference = series.dashed && !series.group;
    const key = reference ? "reference " + references : "series " + label;
    if (!looks.has(key)) {
      looks.set(key, {
        label,
        variable: reference ? "--ink" : "--series-" + (colours % COLOURS),
        shape: SHAPES[colours % SHAPES.length],
        dash: DASHES[reference ? references % DASHES.length : 0],
      });
      if (reference) references++;
      else colours++;
    }
    const numbers = (list) => list && list.map(numberOf);
    return {
      ...series,
      x: numbers(series.x),
      y: numbers(series.y),
      lower: numbers(series.lower),
      upper: numbers(series.upper),
      look: looks.get(key),
    };
  });
}

const drawable = (axis, value) => Number.isFinite(value) && !(axis.logarithmic && value <= 0);
const hasLine = (mark) => mark === "line" || mark === "line_and_points" || mark === "contour";
const hasPoints = (mark) => mark === "points" || mark === "line_and_points";

function points(figure, series) {
  let last = series.x.find((x) => drawable(figure.x, x)) ?? 0;
  const list = series.x.map((x, i) => {
    const shown = drawable(figure.x, x) && drawable(figure.y, series.y[i]);
    last = shown ? x : last;  // Chart.js takes only NaN in y for a gap
    return { x: last, y: shown ? series.y[i] : NaN, index: i };
  });
  if (series.mark !== "contour") return list;
  // A curve is closed: its first point stands again at its end, and before each gap.
  const closed = [];
  let first = null;
  for (const point of [...list, { x: last, y: NaN }]) {
    if (Number.isNaN(point.y) && first) closed.push(first);
    first = Number.isNaN(point.y) ? null : first || point;
    closed.push(point);
  }
  return closed;
}

// The range of an axis: what is drawn, with a little room around points and bars.
function range(figure, all, name) {
  const axis = figure[name];
  if (axis.categories.length > 0) return [-0.5, axis.categories.length - 0.5];
  let values = all.flatMap((s) => (name === "x" ? s.x : [...s.y, ...(s.lower || []), ...(s.upper || [])]));
  const bars = all.some((s) => s.mark === "bars");
  values = values.filter((v) => drawable(axis, v));
  if (bars && name === "y" && !axis.logarithmic) values.push(0);
  if (values.length === 0) return axis.logarithmic ? [0.1, 10] : [-1, 1];
  let [low, high] = values.reduce(([a, b], v) => [Math.min(a, v), Math.max(b, v)], [Infinity, -Infinity]);
  const to = axis.logarithmic ? Math.log10 : (v) => v;
  const from = axis.logarithmic ? (v) => 10 ** v : (v) => v;
  [low, high] = [to(low), to(high)];
  if (low === high) return [from(low - (Math.abs(low) * 0.1 || 1)), from(high + (Math.abs(high) * 0.1 || 1))];
  let room = (high - low) * 0.04;
  if (name === "x" && bars) {
    const sorted = [...new Set(values)].sort((a, b) => a - b).map(to);
    room = Math.min(...sorted.slice(1).map((v, i) => v - sorted[i])) * 0.6;
  } else if (name === "x" && !figure.equal_scales && !all.some((s) => hasPoints(s.mark))) {
    room = 0;
  }
  const onZero = bars && name === "y" && !axis.logarithmic;
  return [from(onZero && low === 0 ? 0 : low - room), from(onZero && high === 0 ? 0 : high + room)];
}

// The ticks of a logarithmic axis: powers of ten where there are many, more between where few.
function logTicks(low, high) {
  const decades = Math.log10(high / low);
  const step = Math.max(1, Math.ceil(decades / 12));
  const leading = decades > 2 ? [1] : decades > 1 ? [1, 2, 5] : [1, 2, 3, 4, 5, 6, 7, 8, 9];
  const ticks = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.log10(high); power += step)
    for (const digit of leading) ticks.push({ value: Number(`${digit}e${power}`) });
  return ticks.filter(({ value }) => value >= low * (1 - 1e-9) && value <= high * (1 + 1e-9));
}

const SUPERSCRIPT = "⁰¹²³⁴⁵⁶⁷⁸⁹";
function tickText(axis, value) {
  if (axis.categories.length > 0) return axis.categories[value] ?? "";
  const power = Math.floor(Math.log10(Math.abs(value)) + 1e-9);
  if (!axis.logarithmic || Math.abs(power) < 4) return numberText(Number(value.toPrecision(12)), 6);
  const leading = Math.round(value / 10 ** power);
  const exponent = [...String(Math.abs(power))].map((d) => SUPERSCRIPT[d]).join("");
  return (leading === 1 ? "" : leading + "·") + "10" + (power < 0 ? "⁻" : "") + exponent;
}

function scale(figure, all, name) {
  const axis = figure[name];
  const categorical = axis.categories.length > 0;
  const logarithmic = axis.logarithmic && !categorical;
  const [min, max] = range(figure, all, name);
  return {
    type: logarithmic ? "logarithmic" : "linear",
    position: name === "x" ? "bottom" : "left",
    min,
    max,
    reverse: name === "y" && categorical,  // read from the top
    title: { display: axis.label !== "", text: axis.label, font: { size: 13 } },
    grid: { drawTicks: false },
    ticks: {
      padding: 6,
      includeBounds: false,
      maxRotation: categorical ? 60 : 0,
      autoSkip: !logarithmic && (!categorical || axis.categories.length > 40),
      callback: (value) => tickText(axis, value),
    },
    afterBuildTicks: (built) => {
      if (categorical) built.ticks = axis.categories.map((_, value) => ({ value }));
      if (logarithmic) built.ticks = logTicks(built.min, built.max);
    },
  };
}

// Pieces of a series without a gap, as [low pixel, high pixel, x pixel] of its lower and upper.
function ranges(chart, series, figure) {
  const { x, y } = chart.scales;
  const bottom = (v) => (figure.y.logarithmic && v <= 0 ? y.bottom : y.getPixelForValue(v));
  const pieces = [[]];
  series.x.forEach((value, i) => {
    const [low, high] = [series.lower[i], series.upper[i]];
    if (drawable(figure.x, value) && Number.isFinite(low) && drawable(figure.y, high))
      pieces.at(-1).push([bottom(low), y.getPixelForValue(high), x.getPixelForValue(value)]);
    else if (pieces.at(-1).length > 0) pieces.push([]);
  });
  return pieces.filter((piece) => piece.length > 0);
}

function drawBand(chart, series, figure, colour) {
  const { ctx } = chart;
  ctx.globalAlpha = 0.18;
  ctx.fillStyle = colour;
  for (const piece of ranges(chart, series, figure)) {
    ctx.beginPath();
    for (const [low, , x] of piece) ctx.lineTo(x, low);
    for (const [, high, x] of [...piece].reverse()) ctx.lineTo(x, high);
    ctx.fill();
  }
  ctx.globalAlpha = 1;
}

function drawErrorBars(chart, series, figure, colour, shift) {
  const { ctx } = chart;
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1.5;
  ctx.beginPath();
  for (const [low, high, at] of ranges(chart, series, figure).flat()) {
    const x = at + shift;
    ctx.moveTo(x, low);
    ctx.lineTo(x, high);
    for (const end of [low, high]) {
      ctx.moveTo(x - 3, end);
      ctx.lineTo(x + 3, end);
    }
  }
  ctx.stroke();
}

// Bars of several series stand side by side within the smallest gap between positions.
function barPlaces(chart, figure, all) {
  const shown = all.filter((s, i) => s.mark === "bars" && chart.isDatasetVisible(i));
  const pixels = [...new Set(shown.flatMap((s) => s.x.filter((v) => drawable(figure.x, v))))]
    .map((v) => chart.scales.x.getPixelForValue(v))
    .sort((a, b) => a - b);
  const gaps = pixels.slice(1).map((p, i) => p - pixels[i]);
  const whole = Math.min(...gaps, 120) * (shown.length > 1 ? 0.8 : 0.92);
  const width = whole / Math.max(shown.length, 1);
  return { width, shift: (s) => (shown.indexOf(s) + 0.5) * width - whole / 2 };
}

function drawBars(chart, series, figure, colour, places) {
  const { ctx, scales } = chart;
  const zero = figure.y.logarithmic ? scales.y.bottom : scales.y.getPixelForValue(0);
  ctx.fillStyle = colour;
  ctx.globalAlpha = 0.8;
  series.x.forEach((x, i) => {
    if (!drawable(figure.x, x) || !drawable(figure.y, series.y[i])) return;
    const left = scales.x.getPixelForValue(x) + places.shift(series) - places.width / 2;
    const top = scales.y.getPixelForValue(series.y[i]);
    ctx.fillRect(left, Math.min(top, zero), Math.max(places.width - 1, 1), Math.abs(zero - top));
  });
  ctx.globalAlpha = 1;
}

function marksPlugin(figure, all) {
  return {
    id: "marks",
    beforeDatasetsDraw(chart) {
      const { ctx, chartArea: area } = chart;
      const places = barPlaces(chart, figure, all);
      ctx.save();
      ctx.beginPath();
      ctx.rect(area.left, area.top, area.width, area.height);
      ctx.clip();
      all.forEach((series, i) => {
        if (!chart.isDatasetVisible(i)) return;
        const colour = chart.data.datasets[i].borderColor;
        if (series.mark === "bars") drawBars(chart, series, figure, colour, places);
        if (!series.lower || !series.upper) return;
        if (series.mark === "line") drawBand(chart, series, figure, colour);
        else {
          const bars = series.mark === "bars";
          drawErrorBars(chart, series, figure, bars ? themeColour("--ink") : colour, bars ? places.shift(series) : 0);
        }
      });
      ctx.restore();
    },
    afterUpdate(chart) {
      if (figure.equal_scales && !chart.equalising) equalise(chart, figure, all);
    },
  };
}

function themeColour(variable) {
  return getComputedStyle(document.documentElement).getPropertyValue(variable).trim();
}

// The colours of everything but the series.
function colourChart({ options }) {
  for (const { title, grid, ticks } of [options.scales.x, options.scales.y]) {
    title.color = themeColour("--ink");
    grid.color = themeColour("--rule");
    grid.borderColor = themeColour("--faint");
    ticks.color = themeColour("--faint");
  }
  options.plugins.tooltip.backgroundColor = themeColour("--ink");
  options.plugins.tooltip.bodyColor = themeColour("--paper");
}

function dataset(figure, series) {
  const colour = themeColour(series.look.variable);
  const data = points(figure, series);
  // A point of a line between two gaps would not be seen otherwise.
  const alone = (i) => !(data[i - 1]?.y < Infinity) && !(data[i + 1]?.y < Infinity);
  const size = hasPoints(series.mark) ? (series.x.length > 400 ? 1.5 : 3.5) : 0;
  const radius = data.map((_, i) => (series.mark === "line" && alone(i) ? 2.5 : size));
  return {
    label: series.name,
    data,
    showLine: hasLine(series.mark),
    borderColor: colour,
    backgroundColor: colour,
    borderWidth: 2,
    // Without any tension Chart.js joins points of one pixel column to a vertical line.
    tension: series.mark === "contour" ? 1e-6 : 0,
    borderDash: series.dashed ? series.look.dash : [],
    borderJoinStyle: "round",
    pointStyle: series.look.shape,
    pointRadius: radius,
    pointHoverRadius: radius.map((r) => r + 2),
    pointHitRadius: 8,
  };
}

function tooltipText(figure, series, point) {
  const at = positionText(figure.x, point.x, 6);
  const value = positionText(figure.y, point.y, 6);
  const between =
    series.lower && series.upper
      ? `  [${numberText(series.lower[point.index], 6)}, ${numberText(series.upper[point.index], 6)}]`
      : "";
  return `${series.name ? series.name + ": " : ""}(${at}, ${value})${between}`;
}

// Makes one unit of x as long as one of y by widening the axis that has more room.
function equalise(chart, figure, all) {
  chart.equalising = true;
  for (let turn = 0; turn < 2; turn++) {  // labels of other widths change the room
    const { width, height } = chart.chartArea;
    for (const [name, mine, other] of [["x", width, height], ["y", height, width]]) {
      const [low, high] = range(figure, all, name);
      const [otherLow, otherHigh] = range(figure, all, name === "x" ? "y" : "x");
      const length = Math.max(high - low, ((otherHigh - otherLow) * mine) / other);
      chart.options.scales[name].min = (low + high - length) / 2;
      chart.options.scales[name].max = (low + high + length) / 2;
    }
    chart.update("none");
  }
  chart.equalising = false;
}

// The chart on a canvas; `redraw` takes the colours of the theme anew.
function drawFigure(canvas, figure) {
  const all = prepare(figure);
  const tooltip = {
    usePointStyle: true,
    callbacks: { label: (item) => tooltipText(figure, all[item.datasetIndex], item.raw) },
  };
  const config = {
    type: "scatter",
    data: { datasets: all.map((s) => dataset(figure, s)) },
    options: {
      animation: false,
      parsing: false,
      maintainAspectRatio: false,
      devicePixelRatio: Math.max(2, window.devicePixelRatio),
      scales: { x: scale(figure, all, "x"), y: scale(figure, all, "y") },
      interaction: { mode: "nearest", intersect: true },
      plugins: { legend: { display: false }, tooltip },
    },
    plugins: [marksPlugin(figure, all)],
  };
  colourChart(config);
  const chart = new Chart(canvas, config);
  chart.redraw = () => {
    all.forEach((s, i) => Object.assign(chart.data.datasets[i], dataset(figure, s)));
    colourChart(chart);
    chart.update("none");
  };
  return { chart, all };
}
