import { useEffect, useRef, type RefObject } from 'react';

/** The control that a press has just brought up takes the focus: the press said where the reader wants to be. */
export function useFocusOnMount<T extends HTMLElement>(enabled = true): RefObject<T | null> {
  const control = useRef<T>(null);
  useEffect(() => {
    if (enabled) control.current?.focus();
  }, [enabled]);
  return control;
}

/**
 * What a press had brought up (an editor, a question) is gone again: the focus goes back to where it came from instead
 * of to the top of the page.
 *
 * @param isUp whether it shows.
 * @param selector the control inside `place` that brought it up.
 */
export function useReturnFocus<T extends HTMLElement>(isUp: boolean, selector: string): RefObject<T | null> {
  const place = useRef<T>(null);
  const wasUp = useRef(false);
  useEffect(() => {
    if (wasUp.current && !isUp) place.current?.querySelector<HTMLElement>(selector)?.focus();
    wasUp.current = isUp;
  }, [isUp, selector]);
  return place;
}
