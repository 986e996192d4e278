import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** Reconnects since the page was opened; the app provides the count. */
export const ReconnectCountContext = createContext(0);

/**
 * Retries a failed load after a reconnect. For loads only: writes and payments wait for a press.
 *
 * @param retry the action of the retry button; undefined while there is none.
 */
export function useRetryOnReconnect(retry: (() => void) | undefined): void {
  const returns = useContext(ReconnectCountContext);
  const seen = useRef(returns);
  const tryAgain = useEffectEvent(() => retry?.());
  useEffect(() => {
    if (seen.current === returns) return;
    seen.current = returns;
    tryAgain();
  }, [returns]);
}
