import { useEffect, useRef, type RefObject } from 'react';

export function useFocusOnMount<T extends HTMLElement>(enabled = true): RefObject<T | null> {
  const control = useRef<T>(null);
  useEffect(() => {
    if (enabled) control.current?.focus();
  }, [enabled]);
  return control;
}

/** When `isUp` becomes false, moves the focus back to the control that opened it: `selector` inside the returned ref. */
export function useReturnFocus<T extends HTMLElement>(isUp: boolean, selector: string): RefObject<T | null> {
  const place = useRef<T>(null);
  const wasUp = useRef(false);
  useEffect(() => {
    if (wasUp.current && !isUp) place.current?.querySelector<HTMLElement>(selector)?.focus();
    wasUp.current = isUp;
  }, [isUp, selector]);
  return place;
}
