// The signs of the page, drawn as lines in the colour of the text around them. They are ornament: whoever uses one gives the name.

const SVG = "http://www.w3.org/2000/svg";

const SHAPES = {
  hash: ["M9 4 7 20", "M17 4l-2 16", "M4.5 9h16", "M3.5 15h16"],
  thread: ["M4 4v9a4 4 0 0 0 4 4h11", "M15 13l4 4-4 4", "M9 8h10"],
  people: ["M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7z", "M2.5 20c0-3.6 2.9-6 6.5-6s6.5 2.4 6.5 6", "M16 4.3a3.5 3.5 0 0 1 0 6.4", "M18 14.4c2.2.8 3.5 2.8 3.5 5.6"],
  pulse: ["M2.5 12h4l3-8 5 16 3-8h4"],
  menu: ["M4 6h16", "M4 12h16", "M4 18h16"],
  close: ["M6 6l12 12", "M18 6 6 18"],
  plus: ["M12 5v14", "M5 12h14"],
  window: ["M13 4h7v7", "M20 4l-9 9", "M18 14v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1h5"],
  next: ["M9 5l7 7-7 7"],
  help: ["M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z", "M9.5 9.3a2.6 2.6 0 1 1 3.7 2.4c-.8.4-1.2 1-1.2 1.9", "M12 17h.01"],
  play: ["M8 5l11 7-11 7z"],
  archive: ["M3.5 5h17v4h-17z", "M5 9v10h14V9", "M10 13h4"],
  pause: ["M9 5v14", "M15 5v14"],
  copy: ["M9 9h11v11H9z", "M15 9V4H4v11h5"],
};

/** A sign by its name, as an element that is not read aloud. */
export function sign(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", "sign");
  svg.setAttribute("aria-hidden", "true");
  svg.setAttribute("focusable", "false");
  for (const shape of SHAPES[name] ?? []) {
    const path = document.createElementNS(SVG, "path");
    path.setAttribute("d", shape);
    svg.append(path);
  }
  return svg;
}

/** Puts its sign into everything that asks for one with `data-icon`. */
export function drawSigns(root) {
  for (const node of root.querySelectorAll("[data-icon]")) node.prepend(sign(node.dataset.icon));
}
