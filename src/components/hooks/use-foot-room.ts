import { useEffect, useRef, type RefObject } from 'react';

/** Mounted bars at the foot of the page, newest last. */
const bars: HTMLElement[] = [];

/** Sets the height of the bar at the foot of the page as `--h-foot-bar`, so that notices appear above it. */
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
