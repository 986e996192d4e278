import { useRef, useState } from 'react';

/** Changes show at once and add up, even before the URL has followed. When the navigation ends, the URL wins. */
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
    // Batches changes of one moment: neither of two concurrent navigations stops the other, and the slower one would win.
    queueMicrotask(() => {
      if (latest.current === next) void navigate(next).then(settle, settle);
    });
  };
  return [shown ?? current, change];
}
