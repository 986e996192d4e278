import { useEffect, useRef, type RefObject } from 'react';

/**
 * For strips of links that scroll sideways on phones: brings the open one in, with a bit of the one before.
 *
 * @param current the `href` of the open link.
 */
export function useOpenInView(current: string): RefObject<HTMLElement | null> {
  const strip = useRef<HTMLElement>(null);
  useEffect(() => {
    if (!strip.current) return;
    const links = [...strip.current.querySelectorAll('a')];
    const open = links.find((link) => link.getAttribute('href') === current);
    if (!open) return;
    const { scrollLeft, clientWidth } = strip.current;
    const isSeen = open.offsetLeft >= scrollLeft && open.offsetLeft + open.offsetWidth <= scrollLeft + clientWidth;
    if (!isSeen) strip.current.scrollLeft = open.offsetLeft - clientWidth / 3;
  }, [current]);
  return strip;
}
