import type { Actor } from '../../../../access';
import type { SessionActorRow } from './session-repository';
import type { Sessions } from './sessions';
import { hashToken } from './tokens';

/** Between two writes of when a session was last used. */
const TOUCH_INTERVAL_MS = 3600 * 1000;

/**
 * Resolves a token to its account; null when it is unknown, ended or expired, or the account cannot log in. A session that
 * another process ended is noticed within a second.
 */
export async function findActor({ sessions, actors, clock }: Sessions, token: string): Promise<Actor | null> {
  const hash = hashToken(token);
  const cached = actors.get(hash);
  if (cached) return cached;
  const now = clock.now();
  const current = await sessions.findByHash(hash, now);
  const row = current ?? (await sessions.findByFormerHash(hash, now));
  if (!row) return null;
  if (now.getTime() - row.lastUsedAt.getTime() > TOUCH_INTERVAL_MS) await sessions.touch(row.sessionId, now);
  const actor = toActor(row, { isCurrentToken: current !== null });
  actors.set(hash, actor);
  return actor;
}

/** A token from before the last proof proves nothing itself. */
function toActor(row: SessionActorRow, { isCurrentToken }: { isCurrentToken: boolean }): Actor {
  const { sessionId, id, kind, name, username } = row;
  return {
    id,
    kind,
    isAdmin: kind === 'user' && row.roles.includes('admin'),
    sessionId,
    name,
    username,
    ...(isCurrentToken && { provedAt: row.provedAt }),
    ...(row.status === 'closing' && { isClosing: true }),
    ...(row.status === 'erasing' && { isErasing: true }),
  };
}
