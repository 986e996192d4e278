import { limits } from '@contract/limits';
import type { Actor } from '../../access';
import type { ServerContext } from '../../context';
import type { Tx } from '../../db/transaction';
import { rooms } from '../../realtime/publish';
import { createActorCache } from './actor-cache';
import { createSessionRepository } from './session-repository';
import { hashToken, newToken } from './tokens';

const DAY_MS = 24 * 3600 * 1000;
/** Milliseconds between notes of when a session was last used: one write an hour is enough to show it. */
const TOUCH_MS = 3600 * 1000;

export interface OpenSession {
  remember?: boolean;
  userAgent?: string;
  ip?: string;
}

export type SessionService = ReturnType<typeof createSessionService>;

/**
 * Log-ins. A token is opaque and random; only its hash is stored. Every log-in gets a token of its own.
 * Source: promises I-1, I-2, I-11; life of a session: specification 9.
 */
export function createSessionService({ db, clock, publisher }: Pick<ServerContext, 'db' | 'clock' | 'publisher'>) {
  const repository = createSessionRepository(db);
  const cache = createActorCache(() => clock.now().getTime());

  function end(ids: readonly { id: string }[], tx?: Tx): void {
    const effect = () => {
      for (const { id } of ids) {
        cache.dropSession(id);
        publisher.disconnect(rooms.session(id));
      }
    };
    if (tx) tx.afterCommit(effect);
    else effect();
  }

  return {
    /**
     * Who a token belongs to; null when it is unknown, ended or expired, or its account is not active.
     * An end elsewhere is noticed within a second.
     */
    async findActor(token: string): Promise<Actor | null> {
      const hash = hashToken(token);
      const known = cache.get(hash);
      if (known) return known;
      const now = clock.now();
      const row = await repository.findByHash(hash, now);
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
      };
      cache.put(hash, actor);
      return actor;
    },

    /** @returns the new token, told this once. Lives a year with `remember`, else a day. */
    async open(accountId: string, { remember = false, userAgent = '', ip = '' }: OpenSession = {}, tx?: Tx) {
      const token = newToken();
      const now = clock.now();
      const days = remember ? limits.rememberDays : limits.sessionDays;
      const expiresAt = new Date(now.getTime() + days * DAY_MS);
      const row = {
        accountId,
        tokenHash: hashToken(token),
        remember,
        userAgent: userAgent.slice(0, 300),
        ip,
        expiresAt,
      };
      await repository.insert({ ...row, lastUsedAt: now, createdAt: now }, tx);
      return token;
    },

    /** Ends the session of this token, and its sockets. */
    async close(token: string): Promise<void> {
      end(await repository.removeByHash(hashToken(token)));
    },

    /** Ends every other session of the actor's account. */
    async closeOthers(actor: Actor, tx?: Tx): Promise<void> {
      end(await repository.removeOfAccount(actor.id, actor.sessionId, tx), tx);
    },

    /** Ends the sessions of an account: its password was set anew, or it was closed. */
    async closeAll(accountId: string, { except = null, tx }: { except?: string | null; tx?: Tx } = {}): Promise<void> {
      end(await repository.removeOfAccount(accountId, except, tx), tx);
    },

    /** What the account is called has changed: the next call reads it anew. */
    forget: (accountId: string): void => cache.dropAccount(accountId),

    /** Which of these sessions a token would still open. */
    async listOpen(ids: string[]): Promise<Set<string>> {
      return new Set((await repository.listOpen(ids, clock.now())).map(({ id }) => id));
    },

    /** Clears away what has expired. */
    async sweep(): Promise<void> {
      await repository.removeExpired(clock.now());
    },
  };
}
