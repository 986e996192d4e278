import { useEffect, useEffectEvent, useRef, type RefObject } from 'react';
import { observeIntersection } from './observe-intersection';

const ROOT_MARGIN = '600px';

/** @param isWaiting whether more can be loaded. @param frame the scrolling element; by default the window */
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
