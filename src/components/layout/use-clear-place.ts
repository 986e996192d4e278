import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react';

const CONTROLS = 'a[href], button, input, select, textarea, summary, label, [role="button"], [role="slider"]';
/** Maximum covered fraction of a control: a large picture stays easy to press. A primary button is never covered. */
const MAX_COVERED = 1 / 3;
/** Covering a primary button counts like covering this many other controls. */
const PRIMARY_WEIGHT = 100;
/** Pixels between a notice and the control below it or the edge of the window. */
const GAP = 8;
/** The page is measured once nothing has moved for this long. */
const REST_MS = 100;

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/**
 * Sets `--rise`, the pixels by which floating notices rise to cover no control; follows scrolling and changes. ADR 33.
 * @param shown identifies the notices; empty if there are none
 */
export function useClearPlace(shown: string): RefObject<HTMLDivElement | null> {
  const floating = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (shown !== '' && floating.current) place(floating.current);
  }, [shown]);
  const isFloating = shown !== '';
  useEffect(() => {
    if (!isFloating) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const placeWhenSettled = () => {
      clearTimeout(timer);
      timer = setTimeout(() => floating.current && place(floating.current), REST_MS);
    };
    const changes = new MutationObserver(placeWhenSettled);
    changes.observe(document.body, { childList: true, subtree: true });
    const sizes = new ResizeObserver(placeWhenSettled);
    sizes.observe(document.body);
    document.addEventListener('scroll', placeWhenSettled, { capture: true, passive: true });
    window.addEventListener('resize', placeWhenSettled);
    return () => {
      clearTimeout(timer);
      changes.disconnect();
      sizes.disconnect();
      document.removeEventListener('scroll', placeWhenSettled, { capture: true });
      window.removeEventListener('resize', placeWhenSettled);
    };
  }, [isFloating]);
  return floating;
}

function place(floating: HTMLElement): void {
  const lowest = findLowestBox(floating);
  if (!lowest) return;
  const controls = listControls(floating).filter(({ box }) => box.left < lowest.right && box.right > lowest.left);
  const getCoveredWeight = (rise: number) => weighCovered(controls, lowest, rise);
  const rises = [0, ...controls.map(({ box }) => lowest.bottom - box.top + GAP)]
    .filter((rise) => rise >= 0 && rise <= lowest.top - GAP)
    .sort((a, b) => a - b);
  const least = Math.min(...rises.map(getCoveredWeight));
  const present = Number.parseFloat(floating.style.getPropertyValue('--rise') || '0');
  if (rises.includes(present) && getCoveredWeight(present) === least) return;
  const rise = rises.find((one) => getCoveredWeight(one) === least) ?? 0;
  floating.style.setProperty('--rise', `${rise}px`);
}

/** Taken from the layout, which the entry animation does not change. */
function findLowestBox(floating: HTMLElement): Box | null {
  const parts = [...floating.children].filter((part) => part instanceof HTMLElement);
  if (parts.length === 0) return null;
  const left = floating.offsetLeft + Math.min(...parts.map((part) => part.offsetLeft));
  const right = floating.offsetLeft + Math.max(...parts.map((part) => part.offsetLeft + part.offsetWidth));
  const bottom = document.documentElement.clientHeight - Number.parseFloat(getComputedStyle(floating).bottom);
  return { left, right, top: bottom - floating.offsetHeight, bottom };
}

interface Control {
  box: DOMRect;
  isPrimary: boolean;
}

function listControls(floating: HTMLElement): Control[] {
  const height = document.documentElement.clientHeight;
  return [...document.querySelectorAll<HTMLElement>(CONTROLS)].flatMap((element) => {
    const box = element.getBoundingClientRect();
    const isSeen = box.width > 1 && box.height > 1 && box.bottom > 0 && box.top < height;
    if (!isSeen || floating.contains(element) || !element.checkVisibility({ visibilityProperty: true })) return [];
    return [{ box, isPrimary: 'primary' in element.dataset }];
  });
}

function weighCovered(controls: Control[], lowest: Box, rise: number): number {
  let weight = 0;
  for (const { box, isPrimary } of controls) {
    const width = Math.min(box.right, lowest.right) - Math.max(box.left, lowest.left);
    const height = Math.min(box.bottom, lowest.bottom - rise) - Math.max(box.top, lowest.top - rise);
    if (width <= 0 || height <= 0) continue;
    if (isPrimary) weight += PRIMARY_WEIGHT;
    else if ((width * height) / (box.width * box.height) > MAX_COVERED) weight += 1;
  }
  return weight;
}
