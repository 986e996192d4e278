import { useEffect, useRef, type RefObject } from 'react';
import { watchView } from './watch-view';

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
    if (!row || !open) return undefined;
    // Told where they are with the next frame; asking at once would lay the whole page out for it.
    const end = watchView(
      open,
      ({ boundingClientRect: link, rootBounds: room }) => {
        end();
        if (!room) return;
        const isSeen = link.left >= room.left && link.right <= room.right;
        if (!isSeen) row.scrollLeft += link.left - room.left - room.width / 3;
      },
      { root: row },
    );
    return end;
  }, [current]);
  return strip;
}
