import { and, asc, eq, inArray, isNotNull, isNull, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { accounts, performers, sessions } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { knownDevices } from '../../../db/schema/logins';
import { operatorActs } from '../../../db/schema/operators';
import { existsIn } from '../../../db/conditions';
import { firstOrNull } from '../../../db/query-helpers';

type FileRow = typeof files.$inferSelect;

/** A creator who never had a decision has documents without a status. */
const isUndecided = and(
  eq(performers.verifiedDocument, false),
  isNull(performers.idVerificationStatus),
  isNull(performers.documentVerificationStatus),
  or(isNotNull(performers.idVerificationId), isNotNull(performers.documentVerificationId)),
);

const isWaiting = and(
  eq(accounts.status, 'active'),
  or(eq(performers.idVerificationStatus, 'waiting'), eq(performers.documentVerificationStatus, 'waiting'), isUndecided),
);

const sentAt = sql<Date | null>`(select min(f.created_at) from ${files} f
  where f.id in (${performers.idVerificationId}, ${performers.documentVerificationId}))`.mapWith(files.createdAt);

const columns = {
  id: accounts.id,
  name: accounts.name,
  username: accounts.username,
  sentAt,
  isApproved: performers.verifiedDocument,
  isSecondTry: sql<boolean>`(${performers.rejectionReason} <> '' or ${existsIn(
    operatorActs,
    and(
      eq(operatorActs.subjectKind, 'creator'),
      eq(operatorActs.subjectId, sql`${accounts.id}`),
      eq(operatorActs.act, 'creator.rejected'),
    ),
  )})`,
};

const lookAlikeColumns = {
  _id: accounts.id,
  name: accounts.name,
  username: accounts.username,
  kind: accounts.kind,
  isApproved: sql<boolean>`coalesce(${performers.verifiedDocument}, false)`,
  isClosed: sql<boolean>`${accounts.status} <> 'active'`,
};

export function createReviewRepository(db: Db) {
  return {
    async listWaiting({ limit, offset }: { limit: number; offset: number }) {
      const source = () => db.select(columns).from(accounts).innerJoin(performers, eq(performers.id, accounts.id));
      const [rows, [count]] = await Promise.all([
        source().where(isWaiting).orderBy(asc(sentAt), asc(accounts.id)).limit(limit).offset(offset),
        db
          .select({ total: sql<number>`count(*)::int` })
          .from(accounts)
          .innerJoin(performers, eq(performers.id, accounts.id))
          .where(isWaiting),
      ]);
      return { rows, total: count?.total ?? 0 };
    },

    find: (id: string) =>
      firstOrNull(
        db
          .select({
            ...columns,
            isWaiting: sql<boolean>`coalesce(${isWaiting}, false)`,
            account: accounts,
            performer: performers,
          })
          .from(accounts)
          .innerJoin(performers, eq(performers.id, accounts.id))
          .where(eq(accounts.id, id)),
      ),

    /** Addresses of log-ins that are still known, some of them widened to their network. */
    async listAddresses(accountId: string): Promise<string[]> {
      const [devices, open] = await Promise.all([
        db.select({ ip: knownDevices.network }).from(knownDevices).where(eq(knownDevices.accountId, accountId)),
        db.select({ ip: sessions.ip }).from(sessions).where(eq(sessions.accountId, accountId)),
      ]);
      return [...devices, ...open].flatMap(({ ip }) => (ip ? [ip.replace(/\/\d+$/, '')] : []));
    },

    /** Creators with the same full name, in any case, and date of birth; null if there is nothing to compare. */
    async listSameName(id: string, { firstName, lastName, dateOfBirth }: Record<string, string | null>) {
      if (!firstName || !lastName || !dateOfBirth) return null;
      return db
        .select(lookAlikeColumns)
        .from(accounts)
        .innerJoin(performers, eq(performers.id, accounts.id))
        .where(
          and(
            ne(accounts.id, id),
            eq(performers.dateOfBirth, dateOfBirth),
            sql`lower(${accounts.firstName}) = lower(${firstName})`,
            sql`lower(${accounts.lastName}) = lower(${lastName})`,
          ),
        );
    },

    /** Documents of other accounts that could have the bytes of one of these: same type and size. */
    listSameSize(own: readonly FileRow[]): Promise<FileRow[]> {
      const [first] = own;
      if (!first) return Promise.resolve([]);
      const sizes = own.map(({ size }) => size);
      return db
        .select()
        .from(files)
        .where(and(eq(files.type, first.type), ne(files.ownerId, first.ownerId), inArray(files.size, sizes)));
    },

    listLookAlikes(ids: readonly string[]) {
      if (ids.length === 0) return Promise.resolve([]);
      return db
        .select(lookAlikeColumns)
        .from(accounts)
        .leftJoin(performers, eq(performers.id, accounts.id))
        .where(inArray(accounts.id, [...ids]))
        .orderBy(asc(accounts.name), asc(accounts.id));
    },
  };
}
