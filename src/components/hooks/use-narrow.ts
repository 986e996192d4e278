import { useSyncExternalStore } from 'react';

/** Below it sheets come from the bottom edge and pickers open as sheets. guide.md, breakpoints. */
const query = '(max-width: 759px)';

function watch(onChange: () => void): () => void {
  const list = window.matchMedia(query);
  list.addEventListener('change', onChange);
  return () => list.removeEventListener('change', onChange);
}

/** Whether the window is as narrow as a phone; null on the server and while the page comes alive. */
export function useNarrow(): boolean | null {
  return useSyncExternalStore<boolean | null>(
    watch,
    () => window.matchMedia(query).matches,
    () => null,
  );
}
