import { findOperatorRole } from '@contract/base/operator-roles';
import type { EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Tx } from '../../../../db/transaction';
import { findCountryByIp, toNetworkKey } from '../../../../lib/ip-network';
import { getDevice } from './client-info';
import {
  closeAllSessions,
  closeOtherSessions,
  closeSession,
  closeSessionByToken,
  endSessionsByOperator,
  endOtherSessions,
  endSession,
} from './end-sessions';
import { openSession, type SessionOptions } from './open-session';
import { assertFresh, assertSessionOpen, getConfirmedUntil, lockOwnAccount, renewSession } from './session-proof';
import type { SessionActorRow, SessionRow } from './session-repository';
import { createSessions, type Sessions } from './sessions';
import { hashToken } from './tokens';

export type SessionService = ReturnType<typeof createSessionService>;

/**
 * Confirming a login replaces the token, so that a stolen one becomes useless. Sessions have no idle timeout, because they must
 * last as long as the auth cookie (specification 9). Instead, sensitive requests need a recent login, users can end their
 * sessions, and a new password ends the others. Promises I-1, I-2, I-3, I-5, I-11.
 */
export function createSessionService(context: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'env'>) {
  const deps = createSessions(context);
  return {
    findActor: (token: string) => findActor(deps, token),
    /** False for made-up tokens, and for those issued with another secret. */
    isIssued: deps.tokens.isIssued,

    create: (accountId: string, options?: SessionOptions, tx?: Tx) => openSession(deps, accountId, options, tx),
    open: async (accountId: string, options?: SessionOptions, tx?: Tx): Promise<string> =>
      (await openSession(deps, accountId, options, tx)).token,

    getConfirmedUntil: (actor: Actor) => getConfirmedUntil(deps, actor),
    assertFresh: (actor: Actor) => assertFresh(deps, actor),
    assertOpen: (actor: Actor, tx: Tx) => assertSessionOpen(deps, actor, tx),
    lockOwn: (actor: Actor, tx: Tx) => lockOwnAccount(deps, actor, tx),
    renew: (actor: Actor) => renewSession(deps, actor),

    endOne: (actor: Actor, id: string) => endSession(deps, actor, id),
    endOthers: (actor: Actor) => endOtherSessions(deps, actor),
    endByOperator: (accountId: string, sessionId: string | undefined, by: Operator) =>
      endSessionsByOperator({ ...deps, db: context.db }, accountId, sessionId, by),
    close: (token: string) => closeSessionByToken(deps, token),
    closeOne: (accountId: string, id: string, tx: Tx) => closeSession(deps, accountId, id, tx),
    closeOthers: (actor: Actor, tx?: Tx) => closeOtherSessions(deps, actor, tx),
    closeAll: (accountId: string, options?: { except?: string | null; tx?: Tx }) =>
      closeAllSessions(deps, accountId, options),

    /** Makes the next request read the account's name and state from the database. */
    clearCache: (accountId: string): void => deps.actors.removeAccount(accountId),

    /** Promises I-4. */
    async list(actor: Actor): Promise<EndpointReply<'listSessions'>> {
      const rows = await deps.sessions.listOfAccount(actor.id, deps.clock.now());
      return { data: rows.map((row) => presentSession(row, actor)), total: rows.length };
    },

    listOfAccount: async (accountId: string): Promise<SessionView[]> =>
      (await deps.sessions.listOfAccount(accountId, deps.clock.now())).map((row) => presentSession(row, null)),

    findSimilar: (accountId: string, client: { userAgent: string; ip: string }, tx: Tx) =>
      findSimilar(deps, accountId, client, tx),

    async listOpen(ids: string[]): Promise<Set<string>> {
      return new Set((await deps.sessions.listOpen(ids, deps.clock.now())).map(({ id }) => id));
    },

    sweep: (): Promise<void> => deps.sessions.removeExpired(deps.clock.now()),
  };
}

type SessionView = EndpointReply<'listSessions'>['data'][number];

const TOUCH_INTERVAL_MS = 3600 * 1000;

/** Also notices within a second if another process has ended the session. */
async function findActor({ sessions, actors, clock }: Sessions, token: string): Promise<Actor | null> {
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

/** A token from before the last confirmation does not permit sensitive requests. */
function toActor(row: SessionActorRow, { isCurrentToken }: { isCurrentToken: boolean }): Actor {
  const { sessionId, id, kind, name, username } = row;
  return {
    id,
    kind,
    operatorRole: kind === 'user' ? findOperatorRole(row.roles) : null,
    sessionId,
    name,
    username,
    ...(isCurrentToken && { provedAt: row.provedAt }),
    ...(row.status === 'closing' && { isClosing: true }),
    ...(row.status === 'erasing' && { isErasing: true }),
  };
}

/** Recognizes a login without a device token by its browser and network. */
async function findSimilar(
  { sessions, clock }: Sessions,
  accountId: string,
  { userAgent, ip }: { userAgent: string; ip: string },
  tx: Tx,
): Promise<{ hasSimilar: boolean; hasAny: boolean }> {
  const rows = await sessions.listOfAccount(accountId, clock.now(), tx);
  const hasSimilar = rows.some(
    (row) => row.userAgent === userAgent.slice(0, 300) && toNetworkKey(row.ip) === toNetworkKey(ip),
  );
  return { hasSimilar, hasAny: rows.length > 0 };
}

function presentSession(row: SessionRow, actor: Actor | null): SessionView {
  return {
    _id: row.id,
    ...getDevice(row.userAgent),
    country: findCountryByIp(row.ip),
    remember: row.remember,
    createdAt: row.createdAt.toISOString(),
    lastUsedAt: row.lastUsedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    isCurrent: row.id === actor?.sessionId,
  };
}
