import { randomBytes } from 'node:crypto';

/**
 * Milliseconds for which somebody who was sent out may still come back: LiveKit gives everybody who is connected a new token of
 * ten minutes now and then, for reconnecting. docs.livekit.io/frontends/authentication/tokens
 */
const TOKEN_MS = 11 * 60_000;

interface Removal {
  /** Milliseconds since 1970; later access of the same viewer is good. */
  at: number;
  until: number;
}

/** Each tab of a viewer has an identity of its own, since LiveKit disconnects an older one with the same. */
const createIdentity = (viewer: string, at: number): string =>
  `${viewer}:${at.toString(36)}:${randomBytes(4).toString('hex')}`;

function readIdentity(identity: string): { viewer: string; at: number } {
  const [viewer = '', at = ''] = identity.split(':');
  return { viewer, at: parseInt(at, 36) };
}

/** Of everybody, for a session that has ended. */
const EVERYBODY = '';

/** Remembers those who were sent out of sessions, until no token of theirs is good. */
export function createRemovals(now: () => number) {
  const sessions = new Map<string, Map<string, Removal>>();

  function add(sessionId: string, viewer: string): void {
    const removals = sessions.get(sessionId) ?? new Map<string, Removal>();
    sessions.set(sessionId, removals.set(viewer, { at: now(), until: now() + TOKEN_MS }));
  }

  return {
    addViewer: add,
    addAll: (sessionId: string): void => add(sessionId, EVERYBODY),

    /** For one connection that begins now. */
    createIdentity(sessionId: string, viewer: string): string {
      const removal = sessions.get(sessionId)?.get(viewer);
      return createIdentity(viewer, Math.max(now(), (removal?.at ?? 0) + 1));
    },

    isEnded: (sessionId: string): boolean => sessions.get(sessionId)?.has(EVERYBODY) === true,

    /** Identities that have to leave. Those who came back since can do so once more. */
    listRemoved(sessionId: string, identities: readonly string[]): string[] {
      const removals = sessions.get(sessionId);
      return identities.filter((identity) => {
        const { viewer, at } = readIdentity(identity);
        const removal = removals?.get(viewer) ?? removals?.get(EVERYBODY);
        if (!removal || at > removal.at) return false;
        removal.until = now() + TOKEN_MS;
        return true;
      });
    },

    /** Sessions that somebody could still come back to. */
    listSessions(): string[] {
      for (const [sessionId, removals] of sessions) {
        for (const [viewer, { until }] of removals) if (until <= now()) removals.delete(viewer);
        if (removals.size === 0) sessions.delete(sessionId);
      }
      return [...sessions.keys()];
    },
  };
}
