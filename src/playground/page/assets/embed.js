// Embeds: the framed notes of a bot.

import { el, fileUrl, safeUrl } from "./dom.js";
import { media } from "./files.js";
import { inline } from "./inline.js";
import { markdown } from "./markdown.js";
import { written } from "./times.js";

/** An embed of a message. */
export function embedNode(embed, names) {
  const node = el("div", { class: "embed" });
  if (Number.isInteger(embed.color)) node.style.setProperty("--edge", `#${embed.color.toString(16).padStart(6, "0")}`);
  const thumb = media(embed.thumbnail, embed.thumbnail?.description, "thumb");
  const main = el(
    "div",
    { class: "words" },
    embed.author?.name && el("div", { class: "by" }, portrait(embed.author.icon_url), linked(embed.author.name, embed.author.url)),
    embed.title && el("div", { class: "title" }, linked(inline(embed.title, names, 0, Boolean(embed.url)), embed.url)),
    embed.description && markdown(embed.description, names),
    embed.fields?.length > 0 && fields(embed.fields, names),
  );
  node.append(main);
  if (thumb) node.append(thumb);
  const large = media(embed.image, embed.image?.description, "large");
  if (large) node.append(large);
  const under = [embed.footer?.text, embed.timestamp && written(embed.timestamp)].filter(Boolean);
  if (under.length) {
    node.append(el("div", { class: "under" }, portrait(embed.footer?.icon_url), el("span", {}, under[0], under[1] && " • ", under[1])));
  }
  return node;
}

/** A small picture before a name; only of this server, for nothing is loaded from elsewhere. */
function portrait(address) {
  const url = fileUrl(address ?? "");
  return url && !/^https?:/.test(url) ? el("img", { class: "portrait", src: url, alt: "" }) : null;
}

function linked(children, address) {
  const href = address && safeUrl(address);
  return href ? el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children) : children;
}

/** Fields side by side, at most three to a line, as long as they are marked inline. */
function fields(list, names) {
  const node = el("div", { class: "fields" });
  for (let i = 0; i < list.length;) {
    let run = 1;
    if (list[i].inline) while (run < 3 && list[i + run]?.inline) run += 1;
    const width = !list[i].inline || run === 1 ? "wide" : run === 2 ? "half" : "third";
    for (const field of list.slice(i, i + run)) {
      const name = el("div", { class: "name" }, inline(field.name, names));
      node.append(el("div", { class: `field ${width}` }, name, markdown(field.value, names)));
    }
    i += run;
  }
  return node;
}
