/** A busy browser delivers several entries, oldest first: passes on only the last. @returns a function that stops observing */
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
