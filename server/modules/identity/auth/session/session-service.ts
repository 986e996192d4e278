import { LRUCache } from 'lru-cache';
import { limits } from '@contract/base/limits';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import { newId } from '../../../../db/columns';
import type { Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import { countryOf } from '../../../../lib/country-of';
import { toNetworkKey } from '../../../../lib/ip-network';
import { rooms } from '../../../../realtime/publish';
import { createIdentityRepository, type AccountRow } from '../accounts/identity-repository';
import { deviceOf } from './client-info';
import { createSessionRepository, type SessionRow } from './session-repository';
import { createSessionTokens, hashToken } from './tokens';

const DAY_MS = 24 * 3600 * 1000;
/** Milliseconds between notes of when a session was last used: one write an hour is enough to show it. */
const TOUCH_MS = 3600 * 1000;
/** Milliseconds that a log-in or a later proof is enough for sensitive calls. Promises I-5. */
const PROOF_MS = 10 * 60 * 1000;
/** Milliseconds the token before a proof goes on working, for calls under way and other tabs. */
const FORMER_TOKEN_MS = 60 * 1000;
/** Milliseconds: how long an ended session may still answer in another process. Promises I-1. */
const REMEMBERED_MS = 1_000;
const MOST_REMEMBERED = 10_000;

export interface OpenSession {
  remember?: boolean;
  userAgent?: string;
  ip?: string;
}

/**
 * Log-ins. A token is opaque and random; only its hash is stored. Every log-in gets a token of its own, and so does every
 * later proof of who is logged in: a token that was stolen before is worth no more after it.
 *
 * A session ends a day after its log-in, with "remember" a year after it, however much it is used: the life of the auth
 * cookie (specification 9). There is no shorter limit for idle ones, which would break that promise. What makes up for
 * it: sensitive calls want a proof not older than ten minutes, people see their sessions and end them, and a new password
 * ends the others. Source: promises I-1, I-2, I-3, I-5, I-11.
 */
export function createSessionService({
  db,
  clock,
  publisher,
  env,
}: Pick<ServerContext, 'db' | 'clock' | 'publisher' | 'env'>) {
  const tokens = createSessionTokens(env.APP_SECRET);
  const repository = createSessionRepository(db);
  const identities = createIdentityRepository(db);
  // Whom a token belongs to, by its hash, so that a page's burst of calls asks the database once. The library keeps through
  // the last millisecond.
  const cache = new LRUCache<string, Actor>({
    ...{ max: MOST_REMEMBERED, ttl: REMEMBERED_MS - 1, ttlResolution: 0 },
    perf: { now: () => clock.now().getTime() },
  });

  function forgetWhere(matches: (actor: Actor) => boolean): void {
    for (const [hash, actor] of cache.entries()) if (matches(actor)) cache.delete(hash);
  }

  function end(ids: readonly { id: string }[], tx?: Tx): void {
    const effect = () => {
      for (const { id } of ids) {
        forgetWhere(({ sessionId }) => sessionId === id);
        publisher.disconnect(rooms.session(id));
      }
    };
    if (tx) tx.afterCommit(effect);
    else effect();
  }

  /** A proof that was given since goes with another token, whatever this process remembers of the one at hand. */
  async function readProof({ sessionId, provedAt }: Actor): Promise<Date | null> {
    if (!provedAt) return null;
    const last = await repository.findProof(sessionId);
    return last?.getTime() === provedAt.getTime() ? last : null;
  }

  const service = {
    /**
     * Who a token belongs to; null when it is unknown, ended or expired, or its account is not active.
     * An end elsewhere is noticed within a second.
     */
    async findActor(token: string): Promise<Actor | null> {
      const hash = hashToken(token);
      const known = cache.get(hash);
      if (known) return known;
      const now = clock.now();
      const current = await repository.findByHash(hash, now);
      const row = current ?? (await repository.findByFormerHash(hash, now));
      if (!row) return null;
      if (now.getTime() - row.lastUsedAt.getTime() > TOUCH_MS) await repository.touch(row.sessionId, now);
      const { sessionId, id, kind, name, username } = row;
      const actor: Actor = {
        id,
        kind,
        isAdmin: kind === 'user' && row.roles.includes('admin'),
        sessionId,
        name,
        username,
        ...(current && { provedAt: current.provedAt }),
        ...(row.status === 'closing' && { isClosing: true }),
        ...(row.status === 'erasing' && { isErasing: true }),
      };
      cache.set(hash, actor);
      return actor;
    },

    /** Whether a token may be a session's; ones from before there were seals, or under another secret, do not look so. */
    isIssued: tokens.isIssued,

    /** @returns the new token, told this once. Lives a year with `remember`, else a day. */
    open: async (accountId: string, options?: OpenSession, tx?: Tx): Promise<string> =>
      (await service.create(accountId, options, tx)).token,

    /** @returns the session's id beside its token. */
    async create(accountId: string, { remember = false, userAgent = '', ip = '' }: OpenSession = {}, tx?: Tx) {
      const token = tokens.issue();
      const now = clock.now();
      const days = remember ? limits.rememberDays : limits.sessionDays;
      const expiresAt = new Date(now.getTime() + days * DAY_MS);
      const id = newId(now.getTime());
      const row = {
        id,
        accountId,
        tokenHash: hashToken(token),
        remember,
        userAgent: userAgent.slice(0, 300),
        ip,
        expiresAt,
      };
      await repository.insert({ ...row, provedAt: now, lastUsedAt: now, createdAt: now }, tx);
      return { id, token };
    },

    /**
     * What a log-in without a device token is compared with: an open session of the same browser in the same network.
     *
     * @returns whether the account has such a session, and whether it has any.
     */
    async findAlike(accountId: string, { userAgent, ip }: { userAgent: string; ip: string }, tx: Tx) {
      const rows = await repository.listOfAccount(accountId, clock.now(), tx);
      const isAlike = rows.some(
        (row) => row.userAgent === userAgent.slice(0, 300) && toNetworkKey(row.ip) === toNetworkKey(ip),
      );
      return { isAlike, hasAny: rows.length > 0 };
    },

    /** Ends one session of an account, by its owner's word. One that has ended is none the worse for it. */
    async closeOne(accountId: string, id: string, tx: Tx): Promise<void> {
      end(await repository.removeOne(accountId, id, tx), tx);
    },

    /** Until when the actor's last proof is enough for sensitive calls; null when it is not. */
    async confirmedUntil(actor: Actor): Promise<Date | null> {
      const provedAt = await readProof(actor);
      const until = provedAt && new Date(provedAt.getTime() + PROOF_MS);
      return until && until > clock.now() ? until : null;
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED unless the actor proved who they are within the last ten minutes. */
    async assertFresh(actor: Actor): Promise<void> {
      if (!(await service.confirmedUntil(actor))) throw new AppError('FRESH_LOGIN_REQUIRED');
    },

    /**
     * For changes under way while the owner shuts everybody out: asked once the account is locked.
     *
     * @throws AppError UNAUTHORIZED when the actor's session has ended
     */
    async assertStands({ sessionId }: Actor, tx: Tx): Promise<void> {
      if (!(await repository.findProof(sessionId, tx))) throw new AppError('UNAUTHORIZED');
    },

    /**
     * Holds an account for a change by its owner, who may be shutting everybody else out at this moment.
     *
     * @throws AppError UNAUTHORIZED when the actor's session has ended meanwhile
     */
    async lockOwn(actor: Actor, tx: Tx): Promise<AccountRow> {
      const row = await identities.lock(actor.id, tx);
      if (!row) throw new AppError('UNAUTHORIZED');
      await service.assertStands(actor, tx);
      return row;
    },

    /** After a proof: the session goes on under a new token, and sensitive calls are open for ten minutes. */
    async renew(actor: Actor): Promise<{ token: string; remember: boolean; confirmedUntil: Date }> {
      const token = tokens.issue();
      const now = clock.now();
      const previousUntil = new Date(now.getTime() + FORMER_TOKEN_MS);
      const row = await repository.renew(actor.sessionId, { tokenHash: hashToken(token), now, previousUntil });
      if (!row) throw new AppError('UNAUTHORIZED');
      // The old token may not be taken for the proved one while it is remembered.
      forgetWhere(({ sessionId }) => sessionId === actor.sessionId);
      return { token, remember: row.remember, confirmedUntil: new Date(now.getTime() + PROOF_MS) };
    },

    /** The sessions of the actor's account that still stand, the last used first. Promises I-4. */
    async list(actor: Actor): Promise<EndpointReply<'listSessions'>> {
      const rows = await repository.listOfAccount(actor.id, clock.now());
      return { data: rows.map((row) => present(row, actor)), total: rows.length };
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED for another session than the one that asks, ENTITY_NOT_FOUND */
    async endOne(actor: Actor, id: string): Promise<EndpointReply<'endSession'>> {
      if (id !== actor.sessionId) await service.assertFresh(actor);
      const ended = await repository.removeOne(actor.id, id);
      if (ended.length === 0) throw new AppError('ENTITY_NOT_FOUND');
      end(ended);
      return { deleted: true };
    },

    /** @throws AppError FRESH_LOGIN_REQUIRED */
    async endOthers(actor: Actor): Promise<EndpointReply<'endOtherSessions'>> {
      await service.assertFresh(actor);
      return { ended: await service.closeOthers(actor) };
    },

    /** Ends the session of this token, and its sockets. */
    async close(token: string): Promise<void> {
      end(await repository.removeByHash(hashToken(token)));
    },

    /** Ends every other session of the actor's account. @returns how many. */
    async closeOthers(actor: Actor, tx?: Tx): Promise<number> {
      const ended = await repository.removeOfAccount(actor.id, actor.sessionId, tx);
      end(ended, tx);
      return ended.length;
    },

    /** Ends the sessions of an account: its password was set anew, or it was closed. */
    async closeAll(accountId: string, { except = null, tx }: { except?: string | null; tx?: Tx } = {}): Promise<void> {
      end(await repository.removeOfAccount(accountId, except, tx), tx);
    },

    /** What the account is called has changed: the next call reads it anew. */
    forget: (accountId: string): void => forgetWhere(({ id }) => id === accountId),

    /** Which of these sessions a token would still open. */
    async listOpen(ids: string[]): Promise<Set<string>> {
      return new Set((await repository.listOpen(ids, clock.now())).map(({ id }) => id));
    },

    /** Clears away what has expired. */
    async sweep(): Promise<void> {
      await repository.removeExpired(clock.now());
    },
  };
  return service;
}

export type SessionService = ReturnType<typeof createSessionService>;

function present(row: SessionRow, actor: Actor): EndpointReply<'listSessions'>['data'][number] {
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
