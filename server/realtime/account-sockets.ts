import { randomUUID } from 'node:crypto';
import type { Redis } from '../redis/connect-redis';

/** Entries of a process that was killed expire after this time. Must be longer than two beats. */
const LIFE_MS = 45_000;
export const SOCKET_BEAT_MS = 15_000;
/** After an outage of Redis, every process renews its entries before any process removes expired ones. */
const BEATS_BEFORE_SWEEP = 3;
const MAX_SWEPT = 1_000;
/** Accounts whose entries are renewed at once, because a command that waits too long for its turn fails. */
const MAX_RENEWED = 1_000;
/** A sorted set of all accounts that have sockets, by the time at which they expire. */
const ONLINE = 'online';

export type AccountSockets = ReturnType<typeof createAccountSockets>;

/**
 * Which accounts have sockets: in this process and, with Redis, in all. Redis has a sorted set for each account, of its sockets
 * by the time at which they expire. Nothing asks other processes, because one that died would not answer. While Redis is
 * unavailable, only this process counts.
 */
export function createAccountSockets(redis: Redis | null) {
  const node = randomUUID();
  const own = new Map<string, Set<string>>();
  let beats = 0;
  const countHere = (accountId: string): number => own.get(accountId)?.size ?? 0;
  const getKey = (accountId: string) => `sockets:${accountId}`;
  const getMember = (socketId: string) => `${node} ${socketId}`;
  const withRedis = <T>(work: (redis: Redis) => Promise<T>, fallback: T): Promise<T> =>
    redis?.status === 'ready' ? work(redis).catch(() => fallback) : Promise.resolve(fallback);

  const renew = (pipeline: ReturnType<Redis['pipeline']>, accountId: string, socketIds: Iterable<string>) => {
    const expiresAt = Date.now() + LIFE_MS;
    for (const id of socketIds) pipeline.zadd(getKey(accountId), expiresAt, getMember(id));
    return pipeline.pexpire(getKey(accountId), LIFE_MS).zadd(ONLINE, 'GT', expiresAt, accountId);
  };

  /** Skips accounts whose sockets have left meanwhile. @returns false if some entry was not renewed */
  async function renewAll(client: Redis, accountIds: string[]): Promise<boolean> {
    const pipeline = client.pipeline();
    for (const accountId of accountIds) {
      const socketIds = own.get(accountId);
      if (!socketIds) continue;
      pipeline.zremrangebyscore(getKey(accountId), '-inf', Date.now());
      renew(pipeline, accountId, socketIds);
    }
    const replies = await pipeline.exec();
    return !replies?.some(([error]) => error);
  }

  return {
    countHere,

    /** @returns the number of sockets that the account has now, with this one */
    async enter(accountId: string, socketId: string): Promise<number> {
      own.set(accountId, (own.get(accountId) ?? new Set()).add(socketId));
      const here = countHere(accountId);
      return withRedis(async (client) => {
        const entry = renew(client.multi(), accountId, [socketId]);
        const replies = await entry.zcount(getKey(accountId), Date.now(), '+inf').exec();
        return Math.max(here, Number(replies?.at(-1)?.[1] ?? 0));
      }, here);
    },

    async leave(accountId: string, socketId: string): Promise<void> {
      own.get(accountId)?.delete(socketId);
      if (countHere(accountId) === 0) own.delete(accountId);
      await withRedis(async (client) => {
        await client.zrem(getKey(accountId), getMember(socketId));
        if ((await client.zcount(getKey(accountId), Date.now(), '+inf')) === 0) await client.zrem(ONLINE, accountId);
      }, undefined);
    },

    isElsewhere: (accountId: string): Promise<boolean> =>
      withRedis(async (client) => {
        const members = await client.zrange(getKey(accountId), String(Date.now()), '+inf', 'BYSCORE');
        return members.some((member) => !member.startsWith(node));
      }, false),

    /** Renews the entries of this process. @returns accounts whose last process died; each is returned by one process only */
    beat: (): Promise<string[]> =>
      withRedis(async (client) => {
        const accountIds = [...own.keys()];
        let isRenewed = true;
        for (let start = 0; start < accountIds.length; start += MAX_RENEWED)
          if (!(await renewAll(client, accountIds.slice(start, start + MAX_RENEWED)))) isRenewed = false;
        beats = isRenewed ? beats + 1 : 0;
        return beats < BEATS_BEFORE_SWEEP ? [] : takeExpired(client);
      }, []).then((expired) => {
        if (redis?.status !== 'ready') beats = 0;
        return expired;
      }),
  };
}

async function takeExpired(redis: Redis): Promise<string[]> {
  const expired = await redis.zrange(ONLINE, '-inf', String(Date.now()), 'BYSCORE', 'LIMIT', 0, MAX_SWEPT);
  const isTaken = await Promise.all(expired.map((accountId) => redis.zrem(ONLINE, accountId)));
  return expired.filter((_, index) => isTaken[index] === 1);
}
