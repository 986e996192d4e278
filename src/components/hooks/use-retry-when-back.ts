import { createContext, useContext, useEffect, useEffectEvent, useRef } from 'react';

/** Number of reconnects since the page was opened, which the app provides. */
export const ReconnectCountContext = createContext(0);

/** Use it only for loading data: failed writes and payments wait for the user. */
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
