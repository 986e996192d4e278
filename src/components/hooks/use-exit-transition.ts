import { useEffect, useState } from 'react';

/** @returns whether to render: until `leaveMs` after `open` became false */
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
