import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** Reconnects since the page was opened; the app provides the count. */
export const ReconnectCountContext = createContext(0);

/** For loads only: writes and payments wait for a press. */
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
