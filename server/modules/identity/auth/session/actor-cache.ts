import type { Actor } from '../../../../access';

/** Milliseconds: how long an ended session may still answer in another process. Promises I-1. */
const LIFE_MS = 1_000;
const MOST = 10_000;

/** Remembers for a second whom a token belongs to, so that a page's burst of calls asks the database once. */
export function createActorCache(now: () => number) {
  const entries = new Map<string, { actor: Actor; until: number }>();

  function drop(matches: (actor: Actor) => boolean): void {
    for (const [hash, { actor }] of entries) if (matches(actor)) entries.delete(hash);
  }

  return {
    get(hash: string): Actor | undefined {
      const entry = entries.get(hash);
      if (entry && entry.until > now()) return entry.actor;
      entries.delete(hash);
      return undefined;
    },
    put(hash: string, actor: Actor): void {
      // Everything in it is at most a second old, so starting over costs little and keeps it small.
      if (entries.size >= MOST) entries.clear();
      entries.set(hash, { actor, until: now() + LIFE_MS });
    },
    dropSession: (sessionId: string) => drop((actor) => actor.sessionId === sessionId),
    dropAccount: (accountId: string) => drop((actor) => actor.id === accountId),
  };
}
