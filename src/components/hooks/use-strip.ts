import { useEffect, useRef, type RefObject } from 'react';
import { observeIntersection } from './observe-intersection';

/** Below 1, because browsers round positions. */
const FULLY_VISIBLE_RATIO = 0.98;

const CHOSEN_SELECTOR = '[aria-current], [aria-pressed="true"]';

/** For rows of class `strip`: fades an edge that hides items, scrolls to the current and focused item, handles arrow keys. */
export function useStrip<T extends HTMLElement>(current?: string): RefObject<T | null> {
  const strip = useRef<T>(null);
  // After each render, because the first and last items may have changed.
  useEffect(() => {
    const row = strip.current;
    if (!row) return undefined;
    const stopWatching = watchEnds(row);
    const listening = new AbortController();
    row.addEventListener('keydown', moveFocus, listening);
    row.addEventListener('focusin', scrollToFocused, listening);
    return () => {
      stopWatching();
      listening.abort();
    };
  });
  useEffect(() => {
    const row = strip.current;
    const chosen = current === undefined ? null : row?.querySelector(CHOSEN_SELECTOR);
    return row && chosen ? scrollIntoStrip(row, chosen) : undefined;
  }, [current]);
  return strip;
}

function watchEnds(row: HTMLElement): () => void {
  const watchEnd = (item: Element | null, mark: string) =>
    item &&
    observeIntersection(
      item,
      ({ intersectionRatio }) => row.toggleAttribute(mark, intersectionRatio < FULLY_VISIBLE_RATIO),
      {
        root: row,
        threshold: FULLY_VISIBLE_RATIO,
      },
    );
  const ends = [watchEnd(row.firstElementChild, 'data-more-before'), watchEnd(row.lastElementChild, 'data-more-after')];
  return () => ends.forEach((end) => end?.());
}

function scrollIntoStrip(row: HTMLElement, item: Element): () => void {
  // Measures with the next frame: measuring now would force a layout of the page.
  const end = observeIntersection(
    item,
    ({ boundingClientRect: place, rootBounds: room }) => {
      end();
      if (!room) return;
      const isSeen = place.left >= room.left && place.right <= room.right;
      if (!isSeen) row.scrollLeft += place.left - room.left - room.width / 3;
    },
    { root: row },
  );
  return end;
}

/** Browsers consider an item visible that is half under the faded edge, and would not scroll to it. */
function scrollToFocused({ target }: FocusEvent): void {
  if (target instanceof Element) target.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

function moveFocus(event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return;
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('a, button')];
  const next = items[items.indexOf(document.activeElement as HTMLElement) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
