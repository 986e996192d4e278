import { and, desc, eq, ilike, inArray, ne, or, sql, type SQL } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { EndpointPart } from '@contract/schemas';
import type { Db } from '../../../db/client';
import { isAfter, type Keyset } from '../../../db/list-query';
import { firstOrNull } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { operatorNotes } from '../../../db/schema/operators';
import { reports } from '../../../db/schema/social';
import { anywhere } from '../../../db/search-words';
import { findLastAct } from '../../../operator-log/find-last-act';

/** Reports on a person's page; the page of reports has all. */
const MOST_REPORTS = 20;
const MOST_NOTES = 100;

const writer = alias(accounts, 'writer');

const lineColumns = {
  _id: accounts.id,
  kind: accounts.kind,
  name: accounts.name,
  username: accounts.username,
  email: accounts.email,
  status: accounts.status,
  isApproved: sql<boolean>`coalesce(${performers.verifiedDocument}, false)`,
  createdAt: accounts.createdAt,
  lastSeenAt: accounts.lastSeenAt,
};

function matches(q: string): SQL | undefined {
  const words = q.trim().replace(/^@/, '');
  if (words === '') return undefined;
  const pattern = anywhere(words);
  return or(
    ilike(accounts.name, pattern),
    ilike(accounts.username, pattern),
    ilike(accounts.email, pattern),
    eq(accounts.id, words.toLowerCase()),
  );
}

export function createPersonRepository(db: Db) {
  /** @param other column with the account on the other side of the report */
  async function listReports(where: SQL | undefined, other: SQL) {
    const shown = alias(accounts, 'other');
    const [rows, total] = await Promise.all([
      db
        .select({ report: reports, otherId: shown.id, otherName: shown.name, otherUsername: shown.username })
        .from(reports)
        .leftJoin(shown, eq(shown.id, other))
        .where(where)
        .orderBy(desc(reports.createdAt), desc(reports.id))
        .limit(MOST_REPORTS),
      db.$count(reports, where),
    ]);
    return { rows, total };
  }

  return {
    async search({
      q = '',
      kind,
      status,
      limit,
      offset,
      after,
    }: EndpointPart<'searchPeople', 'query'> & { after?: Keyset }) {
      const where = and(
        matches(q),
        kind === undefined ? undefined : eq(accounts.kind, kind),
        status === undefined ? ne(accounts.status, 'deleted') : eq(accounts.status, status),
      );
      const [rows, total] = await Promise.all([
        db
          .select(lineColumns)
          .from(accounts)
          .leftJoin(performers, eq(performers.id, accounts.id))
          .where(and(where, isAfter(after, { at: accounts.createdAt, id: accounts.id })))
          .orderBy(desc(accounts.createdAt), desc(accounts.id))
          .limit(limit)
          .offset(offset),
        db.$count(accounts, where),
      ]);
      return { rows, total };
    },

    /** @param key id, username or email */
    findId: async (key: string): Promise<string | null> =>
      (
        await firstOrNull(
          db
            .select({ id: accounts.id })
            .from(accounts)
            .where(
              or(eq(accounts.id, key), eq(accounts.username, key.toLowerCase()), eq(accounts.email, key.toLowerCase())),
            ),
        )
      )?.id ?? null,

    /** The last time that operators closed the account. */
    findClosure: (accountId: string) => findLastAct(db, { kind: 'account', id: accountId }, ['account.closed']),

    listNotes: (accountId: string) =>
      db
        .select({ note: operatorNotes, operatorName: writer.name })
        .from(operatorNotes)
        .leftJoin(writer, eq(writer.id, operatorNotes.operatorId))
        .where(eq(operatorNotes.accountId, accountId))
        .orderBy(desc(operatorNotes.createdAt), desc(operatorNotes.id))
        .limit(MOST_NOTES),

    listReportsBy: (accountId: string) => listReports(eq(reports.createdBy, accountId), sql`${reports.performerId}`),

    /** On the account, and for a creator also on their works. */
    listReportsAbout: (accountId: string) =>
      listReports(
        or(
          and(eq(reports.performerId, accountId), ne(reports.target, 'user')),
          and(eq(reports.targetId, accountId), inArray(reports.target, ['user', 'performer'])),
        ),
        sql`${reports.createdBy}`,
      ),
  };
}
