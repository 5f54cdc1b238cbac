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
  send: ["M4 12 20 4l-5 16-3.5-6.5z", "M20 4l-8.5 9.5"],
  eye: ["M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12z", "M12 9a3 3 0 1 1 0 6 3 3 0 0 1 0-6z"],
  download: ["M12 4v11", "M7.5 10.5 12 15l4.5-4.5", "M5 19.5h14"],
  file: ["M6 3.5h8l4 4v13H6z", "M14 3.5v4h4"],
  down: ["M6 9.5l6 6 6-6"],
  end: ["M12 5v13", "M6.5 12.5 12 18l5.5-5.5"],
  check: ["M5 12.5l4.5 4.5L19 7.5"],
  slash: ["M5 3.5h14a1.5 1.5 0 0 1 1.5 1.5v14a1.5 1.5 0 0 1-1.5 1.5H5A1.5 1.5 0 0 1 3.5 19V5A1.5 1.5 0 0 1 5 3.5z", "M14.5 7.5l-5 9"],
  role: ["M12 3.5l7 2.5v5.5c0 4.5-3 7.5-7 9-4-1.5-7-4.5-7-9V6z"],
  person: ["M12 4a4 4 0 1 1 0 8 4 4 0 0 1 0-8z", "M4.5 20c.8-4 3.8-5.5 7.5-5.5s6.7 1.5 7.5 5.5"],
  warning: ["M12 4 2.8 19.5h18.4z", "M12 10v4.5", "M12 17v.2"],
  text: ["M5 6h14", "M12 6v13"],
  number: ["M5 8.5 7.5 7v10", "M12 9a2.5 2 0 1 1 4.5 1.5L12 17h5"],
  switch: ["M8 7h8a5 5 0 0 1 0 10H8A5 5 0 0 1 8 7z", "M8 9.5a2.5 2.5 0 1 1 0 5 2.5 2.5 0 0 1 0-5z"],
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
