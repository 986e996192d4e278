/**
 * Tells where an element stands: with the next frame, and whenever that changes. While a page is busy the browser keeps what it
 * saw, and hands over several looks at once, the oldest first: only the last of them is still true.
 *
 * @returns ends it.
 */
export function observeIntersection(
  element: Element,
  onLook: (now: IntersectionObserverEntry) => void,
  options?: IntersectionObserverInit,
): () => void {
  const watcher = new IntersectionObserver((looks) => {
    const now = looks.at(-1);
    if (now) onLook(now);
  }, options);
  watcher.observe(element);
  return () => watcher.disconnect();
}
