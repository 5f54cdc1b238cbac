// How high the page is while a keyboard lies over it: some phones shrink what is seen, but not the page.

/** Keeps the page as high as what can be seen of it. */
export function followViewport() {
  const seen = window.visualViewport;
  if (!seen) return;
  const root = document.documentElement;
  const fit = () => {
    // Who zooms in wants to see a part of the page, not a smaller page.
    const covered = seen.scale < 1.05 && window.innerHeight - seen.height > 80;
    if (covered) root.style.setProperty("--seen", `${Math.round(seen.height)}px`);
    else root.style.removeProperty("--seen");
    if (covered) window.scrollTo(0, 0);
  };
  seen.addEventListener("resize", fit);
}
