import { useEffect, useRef, type RefObject } from 'react';

/** The control that a press has just brought up takes the focus: the press said where the reader wants to be. */
export function useFocusOnMount<T extends HTMLElement>(enabled = true): RefObject<T | null> {
  const control = useRef<T>(null);
  useEffect(() => {
    if (enabled) control.current?.focus();
  }, [enabled]);
  return control;
}
