import { useEffect, useState } from 'react';

/**
 * Keeps something in the document while it leaves.
 *
 * @param leaveMs how long the leaving movement takes, in milliseconds.
 * @returns whether to render it now.
 */
export function useExitTransition(open: boolean, leaveMs: number): boolean {
  const [lingering, setLingering] = useState(open);
  if (open && !lingering) setLingering(true);
  useEffect(() => {
    if (open) return undefined;
    const timer = setTimeout(() => setLingering(false), leaveMs);
    return () => clearTimeout(timer);
  }, [open, leaveMs]);
  return open || lingering;
}
