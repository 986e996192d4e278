import { and, asc, count, desc, eq, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { accounts } from '../../../db/schema/accounts';
import { takedowns } from '../../../db/schema/takedowns';
import { presentTakedown } from '../../content/report/takedown-service';
import { selectPerson } from './person-columns';

const owner = alias(accounts, 'owner');
const decider = alias(accounts, 'decider');
const answerer = alias(accounts, 'answerer');

const newestFirst = [desc(takedowns.createdAt), desc(takedowns.id)];

/** Removals of one item that a page shows. */
const MAX_OF_ONE = 20;

export function createTakedownConsoleRepository(db: Db, now: () => Date) {
  async function read(where: SQL | undefined, order: SQL[], { limit, offset = 0 }: { limit: number; offset?: number }) {
    const rows = await db
      .select({
        row: takedowns,
        owner: selectPerson(owner),
        decidedBy: selectPerson(decider),
        answeredBy: selectPerson(answerer),
      })
      .from(takedowns)
      .leftJoin(owner, eq(owner.id, takedowns.ownerId))
      .leftJoin(decider, eq(decider.id, takedowns.decidedBy))
      .leftJoin(answerer, eq(answerer.id, takedowns.answeredBy))
      .where(where)
      .orderBy(...order)
      .limit(limit)
      .offset(offset);
    return rows.map(({ row, ...people }) => ({ ...presentTakedown(row, now()), ...people }));
  }

  return {
    async search({ state, limit, offset }: EndpointPart<'searchAppeals', 'query'>) {
      const where = state && eq(takedowns.state, state);
      const order = state === 'appealed' ? [asc(takedowns.appealedAt), asc(takedowns.id)] : newestFirst;
      const counted = db.select({ total: count() }).from(takedowns).where(where);
      const [data, [all]] = await Promise.all([read(where, order, { limit, offset }), counted]);
      return { data, total: all?.total ?? 0 };
    },

    find: async (id: string) => (await read(eq(takedowns.id, id), newestFirst, { limit: 1 }))[0] ?? null,

    listOf: (target: string, targetId: string) =>
      read(and(eq(takedowns.target, target), eq(takedowns.targetId, targetId)), newestFirst, { limit: MAX_OF_ONE }),
  };
}
