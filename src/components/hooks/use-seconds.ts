import { useEffect, useState } from 'react';

const STEP_MS = 250;

/** Milliseconds since 1970; null on the server and during hydration. */
function useClock(isRunning: boolean): number | null {
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    setNow(Date.now());
    if (!isRunning) return undefined;
    const timer = setInterval(() => setNow(Date.now()), STEP_MS);
    return () => clearInterval(timer);
  }, [isRunning]);
  return now;
}

type Moment = number | string | null | undefined;

const toTime = (moment: Moment) => (typeof moment === 'string' ? Date.parse(moment) : (moment ?? null));

export function useSecondsUntil(moment: Moment): number {
  const until = toTime(moment);
  const [isOver, setIsOver] = useState(false);
  const now = useClock(until !== null && !isOver);
  const left = until === null || now === null ? 0 : Math.max(0, Math.ceil((until - now) / 1_000));
  const isDone = until === null || (now !== null && now >= until);
  if (isDone !== isOver) setIsOver(isDone);
  return left;
}

export function useSecondsSince(moment: Moment): number {
  const since = toTime(moment);
  const now = useClock(since !== null);
  return since === null || now === null ? 0 : Math.max(0, Math.floor((now - since) / 1_000));
}
