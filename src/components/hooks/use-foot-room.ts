import { useEffect, useRef, type RefObject } from 'react';

/** Bars at the foot of the window that are there now, newest last. */
const bars: HTMLElement[] = [];

/**
 * Tells the page how high the bar at its foot is, as `--h-foot-bar`: notices stand above it instead of over it.
 *
 * @returns the bar's ref.
 */
export function useFootRoom<T extends HTMLElement>(): RefObject<T | null> {
  const bar = useRef<T>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return undefined;
    const sizes = new ResizeObserver(updateBarHeight);
    bars.push(element);
    sizes.observe(element);
    updateBarHeight();
    return () => {
      sizes.disconnect();
      bars.splice(bars.indexOf(element), 1);
      updateBarHeight();
    };
  }, []);
  return bar;
}

function updateBarHeight(): void {
  const height = bars.at(-1)?.offsetHeight;
  const { style } = document.documentElement;
  if (height) style.setProperty('--h-foot-bar', `${height}px`);
  else style.removeProperty('--h-foot-bar');
}
