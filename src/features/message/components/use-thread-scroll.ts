import { useEffect, useLayoutEffect, useRef, useState } from 'react';

/** Pixels from an end of the list that count as being there. */
export const nearEdge = 120;

/**
 * Stays at the end while the reader is there, keeps the place when older messages come in above, and counts what
 * arrived below while the reader was further up.
 *
 * @param ids of the messages, oldest first.
 * @param outgoing how many are on their way: an own message is always followed.
 * @returns `frame` for the scrolling element, how many were missed, and the way to the end.
 */
export function useThreadScroll(ids: string[], outgoing: number) {
  const frame = useRef<HTMLDivElement>(null);
  const [missed, setMissed] = useState(0);
  const before = useRef({ first: '', last: '', height: 0, atEnd: true, outgoing: 0 });
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const was = before.current;
    const first = ids[0] ?? '';
    const last = ids.at(-1) ?? '';
    const isPrepended = was.first !== '' && first !== was.first && last === was.last;
    if (isPrepended) element.scrollTo({ top: element.scrollTop + element.scrollHeight - was.height });
    else if (was.atEnd || outgoing > was.outgoing) element.scrollTo({ top: element.scrollHeight });
    else if (last !== was.last) setMissed((count) => count + 1);
    before.current = { ...was, first, last, height: element.scrollHeight, outgoing };
  }, [ids, outgoing]);
  useEffect(() => {
    const element = frame.current;
    if (!element) return undefined;
    const note = () => {
      const atEnd = element.scrollHeight - element.scrollTop - element.clientHeight < nearEdge;
      before.current.atEnd = atEnd;
      if (atEnd) setMissed(0);
    };
    // Pictures that load, and the keyboard of a phone, change the height: whoever was at the end stays there.
    const sizes = new ResizeObserver(() => {
      if (before.current.atEnd) element.scrollTo({ top: element.scrollHeight });
      before.current.height = element.scrollHeight;
    });
    const watch = () => {
      for (const child of element.children) sizes.observe(child);
    };
    const arrivals = new MutationObserver(watch);
    sizes.observe(element);
    watch();
    arrivals.observe(element, { childList: true });
    element.addEventListener('scroll', note, { passive: true });
    return () => {
      sizes.disconnect();
      arrivals.disconnect();
      element.removeEventListener('scroll', note);
    };
  }, []);
  const toEnd = () => {
    frame.current?.scrollTo({ top: frame.current.scrollHeight, behavior: 'smooth' });
    setMissed(0);
  };
  return { frame, missed, toEnd };
}
