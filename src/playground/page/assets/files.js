// Pictures and other files of a message: pictures with their words and a larger view, everything else to be fetched.

import { el, fileUrl } from "./dom.js";
import { sign } from "./icons.js";

const outward = { target: "_blank", rel: "noopener noreferrer" };

function isPicture(attachment) {
  return String(attachment.content_type ?? "").startsWith("image/") || /\.(png|jpe?g|gif|webp)$/i.test(attachment.filename ?? "");
}

/** The files that nothing else in the message shows: pictures side by side, then the others. */
export function filesOf(list) {
  const pictures = list.filter((one) => isPicture(one) && fileUrl(one.url));
  const others = list.filter((one) => !pictures.includes(one));
  const shown = pictures.map((one) => picture(fileUrl(one.url), one.description, one));
  const mosaic = shown.length > 1 ? [el("div", { class: "mosaic", data: { count: Math.min(shown.length, 4) } }, shown)] : shown;
  return [...mosaic, ...others.map((one) => chip(one.title ?? one.filename, one.size, fileUrl(one.url)))];
}

function weight(bytes) {
  if (!bytes) return null;
  if (bytes < 1024) return `${bytes} bytes`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KiB` : `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
}

/** A file to be fetched. */
export function chip(name, size, url) {
  const words = el("span", { class: "about" }, el("span", { class: "name" }, name ?? "file"), weight(size) && el("span", { class: "size" }, weight(size)));
  if (!url) return el("div", { class: "file" }, sign("file"), words);
  return el("a", { class: "file", href: url, download: name ?? "" }, sign("file"), el("span", { class: "unseen" }, "Download "), words, sign("download"));
}

/** A picture with its alternative text, which can also be read; pressing it shows it larger. */
export function picture(url, description, size = {}, kind = "") {
  const img = el("img", { src: url, alt: description ?? "", width: size?.width, height: size?.height });
  const link = el("a", { class: "enlarge", href: url, data: { enlarge: "yes" }, ...outward }, img);
  if (!description) link.setAttribute("aria-label", "Enlarge the picture");
  return el("figure", { class: `picture ${kind}`.trim() }, link, description && words(description));
}

/** The alternative text, for everybody to read. */
function words(description) {
  return el("details", { class: "alt" }, el("summary", {}, "ALT", el("span", { class: "unseen" }, ": the picture in words")), el("p", {}, description));
}

/** A picture that an embed or component names: of this server as it is, from elsewhere as a link. */
export function media(item, description, kind) {
  const url = fileUrl(item?.proxy_url ?? item?.url ?? "");
  if (!url) return null;
  if (/^https?:/.test(url)) {
    return el("a", { class: "elsewhere", href: url, ...outward }, sign("window"), description || "A picture elsewhere");
  }
  return picture(url, description, item, kind);
}

/** Shows a picture over everything else. */
export function enlarge(link) {
  const small = link.querySelector("img");
  const alt = small?.alt ?? "";
  const close = el("button", { type: "button", class: "icon", "aria-label": "Close", onclick: () => dialog.close() }, sign("close"));
  const large = el("img", { src: link.getAttribute("href"), alt });
  const original = el("a", { href: link.getAttribute("href"), ...outward }, "Open in a new tab");
  const dialog = el("dialog", { class: "lightbox", "aria-label": "Picture" }, el("div", { class: "bar" }, original, close), large, alt && el("p", {}, alt));
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => {
    dialog.remove();
    link.focus({ preventScroll: true });
  });
  document.body.append(dialog);
  dialog.showModal();
}
