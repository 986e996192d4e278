import { useCallback, useSyncExternalStore } from 'react';

/** Whether the media query is true; null on the server and during hydration. */
export function useMedia(query: string): boolean | null {
  const watch = useCallback(
    (onChange: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', onChange);
      return () => list.removeEventListener('change', onChange);
    },
    [query],
  );
  return useSyncExternalStore<boolean | null>(
    watch,
    () => window.matchMedia(query).matches,
    () => null,
  );
}

/** Below the breakpoint of guide.md for phones. */
export const useNarrow = (): boolean | null => useMedia('(max-width: 759px)');
