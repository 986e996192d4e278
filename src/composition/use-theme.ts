import { useSyncExternalStore } from 'react';
import { themeStore } from '@/services/storage';

export type Theme = 'light' | 'dark';

const listeners = new Set<() => void>();
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
const read = (): Theme => (document.documentElement.dataset['theme'] === 'dark' ? 'dark' : 'light');

/** The document sets the theme before the first paint; the system's preference is not used. */
export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, read, () => 'light' as const);
  const choose = (next: Theme) => {
    document.documentElement.dataset['theme'] = next;
    themeStore.write(next);
    for (const listener of listeners) listener();
  };
  return [theme, choose];
}
