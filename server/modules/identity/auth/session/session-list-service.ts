import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import { AppError } from '../../../../errors';
import { countryOf, deviceOf } from './caller-traits';
import type { SessionRow, SessionService } from './session-service';

type SessionView = EndpointReply<'listSessions'>['data'][number];

/** A person's own log-ins: seeing them, ending them. Promises I-4. */
export function createSessionListService({ session }: { session: SessionService }) {
  return {
    async list(actor: Actor): Promise<EndpointReply<'listSessions'>> {
      const rows = await session.list(actor);
      return { data: rows.map((row) => present(row, actor)), total: rows.length };
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED for another session than the one that asks, ENTITY_NOT_FOUND */
    async endOne(actor: Actor, id: string): Promise<EndpointReply<'endSession'>> {
      if (id !== actor.sessionId) await session.assertFresh(actor);
      if (!(await session.closeOne(actor, id))) throw new AppError('ENTITY_NOT_FOUND');
      return { deleted: true };
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED */
    async endOthers(actor: Actor): Promise<EndpointReply<'endOtherSessions'>> {
      await session.assertFresh(actor);
      return { ended: await session.closeOthers(actor) };
    },
  };
}

export type SessionListService = ReturnType<typeof createSessionListService>;

function present(row: SessionRow, actor: Actor): SessionView {
  return {
    _id: row.id,
    ...deviceOf(row.userAgent),
    country: countryOf(row.ip),
    remember: row.remember,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isCurrent: row.id === actor.sessionId,
  };
}
