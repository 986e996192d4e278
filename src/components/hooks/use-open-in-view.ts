import { useEffect, useRef, type RefObject } from 'react';

/**
 * For strips of links that scroll sideways on phones: brings the open one in, with a bit of the one before.
 *
 * @param current the `href` of the open link.
 */
export function useOpenInView(current: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    const row = strip.current;
    const links = [...(row?.querySelectorAll('a') ?? [])];
    const open = links.find((link) => link.getAttribute('href') === current);
    if (!row || !open || typeof IntersectionObserver === 'undefined') return undefined;
    // Told where they are with the next frame; asking at once would lay the whole page out for it.
    const watcher = new IntersectionObserver(
      ([seen]) => {
        watcher.disconnect();
        if (!seen?.rootBounds) return;
        const { boundingClientRect: link, rootBounds: room } = seen;
        const isSeen = link.left >= room.left && link.right <= room.right;
        if (!isSeen) row.scrollLeft += link.left - room.left - room.width / 3;
      },
      { root: row },
    );
    watcher.observe(open);
    return () => watcher.disconnect();
  }, [current]);
  return strip;
}
