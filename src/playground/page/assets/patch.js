// Changes what is shown into what should be shown, touching only what differs: whoever stands on a button with the
// keyboard stays there, an open list stays open, and a picture is not loaded again.
//
// Elements that are `kept` stay as they are while their sign is the same and are replaced when it is not: they have a state
// of their own (an uncovered spoiler, an open menu). Others are matched by `data-key` or `data-custom`, else by their place.

const signs = new WeakMap();

/** Marks an element as one with a state of its own, which `sign` stands for. */
export function kept(node, sign) {
  signs.set(node, sign);
  return node;
}

/** Marks that say what the reader did or waits for, not what the message is. */
const LIVE = new Set(["aria-expanded", "open"]);

const keyOf = (node) => node.dataset?.key ?? node.dataset?.custom ?? null;

function alike(old, fresh) {
  if (old.nodeType !== fresh.nodeType) return false;
  if (old.nodeType !== Node.ELEMENT_NODE) return true;
  return old.localName === fresh.localName && signs.get(old) === signs.get(fresh);
}

/** Makes `old` look like `fresh`; gives the node that now stands there. */
export function patch(old, fresh) {
  if (!alike(old, fresh)) {
    old.replaceWith(fresh);
    return fresh;
  }
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return old;
  }
  if (signs.has(fresh)) return old;
  attributes(old, fresh);
  children(old, fresh);
  return old;
}

function attributes(old, fresh) {
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && !LIVE.has(name)) old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    const before = old.getAttribute(name);
    // The same file under a link signed anew is the same picture.
    if (LIVE.has(name) || before === value || (name === "src" && before?.split("?")[0] === value.split("?")[0])) continue;
    // The policy of the page lets no style in as text of an attribute.
    if (name === "style") old.style.cssText = fresh.style.cssText;
    else old.setAttribute(name, value);
  }
}

function children(old, fresh) {
  const left = [...old.childNodes];
  const keyed = new Map(left.filter(keyOf).map((node) => [keyOf(node), node]));
  const wanted = [...fresh.childNodes];
  const taken = new Set(wanted.map((node) => keyed.get(keyOf(node))).filter((node) => node));
  const free = left.filter((node) => !taken.has(node));
  let place = old.firstChild;
  for (const next of wanted) {
    let match = keyed.get(keyOf(next));
    if (!match) {
      // By place: the first one left that is of the same kind.
      const i = free.findIndex((node) => alike(node, next));
      match = i < 0 ? null : free.splice(i, 1)[0];
    }
    if (match && match !== place) old.insertBefore(match, place);
    const made = match ? patch(match, next) : old.insertBefore(next, place);
    place = made.nextSibling;
  }
  while (place) {
    const gone = place;
    place = place.nextSibling;
    gone.remove();
  }
}
