import { useRef, useState } from 'react';

/**
 * What the address is on its way to say. Changes show at once and add up, also those made before the address has
 * followed the one before. Once the way there has ended, the address is right: also where it led elsewhere.
 *
 * @param current what the address says now.
 * @param navigate changes the address, and is done when that has happened or something else has taken its place.
 */
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
    // Choices of one moment go together: of two ways that begin at once neither stops the other, and the slower one would win.
    queueMicrotask(() => {
      if (latest.current === next) void navigate(next).then(settle, settle);
    });
  };
  return [shown ?? current, change];
}
