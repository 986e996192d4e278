/** Milliseconds after which the backend is asked again: it may have learnt a call meanwhile. */
const keepMs = 10 * 60_000;

const known = new Map<string, number>();

/**
 * What the pages of this web server have found the backend not to serve, so that not every visit asks again and no page is
 * drawn with what will not work. Server only. Decisions 6.
 *
 * @param now milliseconds since 1970.
 */
export function knownUnknownCalls(now: number): string[] {
  for (const [name, foundAt] of known) if (now - foundAt > keepMs) known.delete(name);
  return [...known.keys()];
}

/** @param names of calls that were just answered to be unknown: what was only remembered must not be remembered for longer. */
export function keepUnknownCalls(names: readonly string[], now: number): void {
  for (const name of names) if (!known.has(name)) known.set(name, now);
}
