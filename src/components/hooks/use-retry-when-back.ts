import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** How often the connection came back since the page was opened; the app provides it. */
export const Returns = createContext(0);

/**
 * Tries again what failed for want of a connection, by itself, when there is one again: for whatever shows a failure with
 * a retry. Loads only; what writes or pays waits for a press.
 *
 * @param retry what the button does; nothing while there is nothing to retry.
 */
export function useRetryWhenBack(retry: (() => void) | undefined): void {
  const returns = useContext(Returns);
  const known = useRef(returns);
  const tryAgain = useEffectEvent(() => retry?.());
  useEffect(() => {
    if (known.current === returns) return;
    known.current = returns;
    tryAgain();
  }, [returns]);
}
