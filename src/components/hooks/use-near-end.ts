import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { observeIntersection } from './observe-intersection';

/** The next page is requested this far from view. */
const ROOT_MARGIN = '600px';

/**
 * Tells when the end of what is here comes near, so that more is there before it is in view.
 *
 * @param isWaiting whether there is something to ask for; else nobody looks.
 * @param frame the element that scrolls; the window when left out.
 * @returns for the element at that end.
 */
export function useNearEnd(isWaiting: boolean, onNear: () => void, frame?: RefObject<HTMLElement | null>) {
  const end = useRef<HTMLDivElement>(null);
  const notifyNear = useEffectEvent(onNear);
  useEffect(() => {
    if (!isWaiting || !end.current) return undefined;
    return observeIntersection(end.current, ({ isIntersecting }) => isIntersecting && notifyNear(), {
      root: frame?.current,
      rootMargin: ROOT_MARGIN,
    });
  }, [isWaiting, frame]);
  return end;
}
