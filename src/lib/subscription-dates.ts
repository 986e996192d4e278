/** Milliseconds in a day. */
const day = 86_400_000;

/** When a subscription bought now is charged next. 30 and 365 days, as the family counts. Wire contract 2.22. */
export function nextCharge(type: 'monthly' | 'yearly', now: Date): Date {
  return new Date(now.getTime() + (type === 'yearly' ? 365 : 30) * day);
}

/** When a trial that begins now ends. */
export function trialEnd(days: number, now: Date): Date {
  return new Date(now.getTime() + days * day);
}
