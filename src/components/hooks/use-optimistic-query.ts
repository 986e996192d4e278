import { useRef, useState } from 'react';

/** Shows changes of the query before the URL has them, and merges further changes. When the navigation ends, the URL counts. */
export function useOptimisticQuery<T extends object>(
  current: T,
  navigate: (wanted: T) => Promise<unknown>,
): [T, (part: Partial<T>) => void] {
  const [shown, setShown] = useState<T | null>(null);
  const latest = useRef<T | null>(null);
  const show = (next: T | null) => {
    latest.current = next;
    setShown(next);
  };
  const change = (part: Partial<T>) => {
    const next = { ...(latest.current ?? current), ...part };
    show(next);
    const settle = () => {
      if (latest.current === next) show(null);
    };
    // Combines changes of the same task: concurrent navigations do not cancel each other, and the slower one would win.
    queueMicrotask(() => {
      if (latest.current === next) void navigate(next).then(settle, settle);
    });
  };
  return [shown ?? current, change];
}
