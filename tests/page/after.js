// Runs after the page's own scripts: looks at everything on the page and leaves what it saw in the
// document, for the test to judge.

// How many pixels of the plotting area have the colour of each series.
function inkOf(chart) {
  const { chartArea: area, currentDevicePixelRatio: ratio, canvas } = chart;
  const copy = new OffscreenCanvas(canvas.width, canvas.height).getContext("2d", { willReadFrequently: true });
  copy.drawImage(canvas, 0, 0);
  const sizes = [area.left, area.top, area.width, area.height].map((v) => Math.round(v * ratio));
  const { data } = copy.getImageData(...sizes);
  return chart.data.datasets.map(({ label, borderColor }) => {
    const colour = [1, 3, 5].map((i) => parseInt(borderColor.slice(i, i + 2), 16));
    let pixels = 0;
    for (let p = 0; p < data.length; p += 4)
      if (data[p + 3] > 30 && colour.every((c, i) => Math.abs(data[p + i] - c) <= 12)) pixels++;
    return { label, pixels };
  });
}

function figureOf(section, chart) {
  const { x, y } = chart.scales;
  const unit = (s) => Math.abs(s.getPixelForValue(1) - s.getPixelForValue(0));
  return {
    name: section.dataset.name,
    ink: inkOf(chart),
    units: [unit(x), unit(y)],
    legend: [...section.querySelectorAll(".legend button")].map((b) => b.textContent),
  };
}

function tableOf(section) {
  const rows = [...section.querySelectorAll("tbody tr")];
  return {
    name: section.dataset.name,
    title: section.querySelector("h2").textContent,
    columns: [...section.querySelectorAll("th")].map((th) => th.textContent),
    shown: rows.map((row) => [...row.cells].map((td) => td.textContent)),
    full: rows.map((row) => [...row.cells].map((td) => td.title || td.textContent)),
    notes: [...section.querySelectorAll(".note")].map((p) => p.textContent),
  };
}

async function look() {
  const sections = (kind) => [...document.querySelectorAll("section." + kind)];
  const figures = () => sections("figure").map((section, i) => figureOf(section, charts[i]));
  const saw = { figures: figures(), tables: sections("table").map(tableOf) };
  saw.order = [...document.querySelectorAll("section.figure, section.table")].map((s) => s.dataset.name);
  saw.images = [...document.querySelectorAll(".images img")].map((i) => [i.naturalWidth, i.naturalHeight]);
  saw.made = [...document.querySelectorAll("dl dt")].map((dt) => [dt.textContent, dt.nextSibling.textContent]);
  saw.overflow = document.documentElement.scrollWidth - innerWidth;
  saw.themes = [document.documentElement.dataset.theme];
  for (const button of document.querySelectorAll("button"))
    if (["CSV", "JSON"].includes(button.textContent)) button.click();
  [...document.querySelectorAll("header button")].at(-1).click();
  saw.themes.push(document.documentElement.dataset.theme);
  saw.other = figures();
  saw.requests = performance.getEntriesByType("resource").map((r) => r.name).filter((n) => !n.startsWith("data:"));
  saw.downloads = await Promise.all(seen.downloads.map((blob) => blob.text()));
  saw.errors = seen.errors;
  document.body.replaceChildren();
  document.body.textContent = "SAW" + encodeURIComponent(JSON.stringify(saw)) + "END";
}
addEventListener("load", () => look().catch((e) => (document.body.textContent = "SAW" + encodeURIComponent(JSON.stringify({ errors: [String(e)] })) + "END")));
