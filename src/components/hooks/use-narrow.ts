import { useSyncExternalStore } from 'react';

/** Below the breakpoint of guide.md for phones. */
const query = '(max-width: 759px)';

function watch(onChange: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Null on the server and during hydration. */
export function useNarrow(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    watch,
    () => window.matchMedia(query).matches,
    () => null,
  );
}
