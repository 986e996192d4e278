import { useEffect, useState } from 'react';

/** @returns whether to render, which lasts `leaveMs` longer than `open` */
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
