import { randomBytes } from 'node:crypto';

/**
 * How long a removed viewer can still return: LiveKit regularly sends connected clients a new token for reconnecting, valid for
 * ten minutes. docs.livekit.io/frontends/authentication/tokens
 */
const TOKEN_MS = 11 * 60_000;

interface Removal {
  /** Milliseconds since 1970. Access that the viewer got after this time stays valid. */
  at: number;
  until: number;
}

/** Each tab needs its own identity, since LiveKit disconnects the older of two clients with the same one. */
const createIdentity = (viewer: string, at: number): string =>
  `${viewer}:${at.toString(36)}:${randomBytes(4).toString('hex')}`;

function readIdentity(identity: string): { viewer: string; at: number } {
  const [viewer = '', at = ''] = identity.split(':');
  return { viewer, at: parseInt(at, 36) };
}

/** @returns an account id or the key of a guest; null for participants of others, such as a recorder of the operator. */
export function readViewer(identity: string): string | null {
  const { viewer, at } = readIdentity(identity);
  return Number.isNaN(at) ? null : viewer;
}

/** Key for all viewers of a session that has ended. */
const EVERYBODY = '';

/** Remembers removed viewers until all of their tokens have expired. */
export function createRemovals(now: () => number) {
  const sessions = new Map<string, Map<string, Removal>>();

  function add(sessionId: string, viewer: string): void {
    const removals = sessions.get(sessionId) ?? new Map<string, Removal>();
    sessions.set(sessionId, removals.set(viewer, { at: now(), until: now() + TOKEN_MS }));
  }

  return {
    addViewer: add,
    addAll: (sessionId: string): void => add(sessionId, EVERYBODY),

    createIdentity(sessionId: string, viewer: string): string {
      const removal = sessions.get(sessionId)?.get(viewer);
      return createIdentity(viewer, Math.max(now(), (removal?.at ?? 0) + 1));
    },

    isEnded: (sessionId: string): boolean => sessions.get(sessionId)?.has(EVERYBODY) === true,

    /** @returns the identities to remove. Viewers who were granted access again after their removal stay. */
    listRemoved(sessionId: string, identities: readonly string[]): string[] {
      const removals = sessions.get(sessionId);
      return identities.filter((identity) => {
        const { viewer, at } = readIdentity(identity);
        // A viewer who was removed and let in again is also removed with everybody.
        const after = [viewer, EVERYBODY].flatMap((key) => removals?.get(key) ?? []).filter((one) => at <= one.at);
        for (const removal of after) removal.until = now() + TOKEN_MS;
        return after.length > 0;
      });
    },

    /** Lists sessions that a removed viewer could still return to with an old token. */
    listSessions(): string[] {
      for (const [sessionId, removals] of sessions) {
        for (const [viewer, { until }] of removals) if (until <= now()) removals.delete(viewer);
        if (removals.size === 0) sessions.delete(sessionId);
      }
      return [...sessions.keys()];
    },
  };
}
