import { useEffect, useRef, useState } from 'react';

/**
 * What the address is on its way to say. Changes show at once and add up, also those made before the address has
 * followed the one before; once it follows, it is right.
 *
 * @param said what the address says now.
 * @param go changes the address.
 */
export function useWanted<T extends object>(said: T, go: (wanted: T) => void): [T, (part: Partial<T>) => void] {
  const key = JSON.stringify(said);
  const [wanted, setWanted] = useState(said);
  const [known, setKnown] = useState(key);
  if (known !== key) {
    setKnown(key);
    setWanted(said);
  }
  const latest = useRef(wanted);
  useEffect(() => {
    latest.current = wanted;
  }, [wanted]);
  const change = (part: Partial<T>) => {
    latest.current = { ...latest.current, ...part };
    setWanted(latest.current);
    go(latest.current);
  };
  return [wanted, change];
}
