import { and, eq, gt, isNull, like, ne, or, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import type { Db } from '../../../../db/client';
import { accounts, oneTimeTokens, performers } from '../../../../db/schema/accounts';
import { violatedConstraint, type Executor, type Tx } from '../../../../db/transaction';
import { firstOrNull, hasRow, hasRows, lockRow, getSingle, findRow } from '../../../../db/query-helpers';
import { AppError } from '../../../../errors';
import { DEMO_DOMAIN } from '../login/demo-logins';

export type AccountRow = typeof accounts.$inferSelect;
export type NewAccount = typeof accounts.$inferInsert;
export type NewPerformer = typeof performers.$inferInsert;
export type IdentityRepository = ReturnType<typeof createIdentityRepository>;

export function createIdentityRepository(db: Db) {
  return {
    findByLogin: (login: { name?: string; phone?: string }, tx: Executor = db) => findByLogin(login, tx),

    find: (id: string, tx: Executor = db): Promise<AccountRow | null> => findRow(tx, accounts, eq(accounts.id, id)),

    /** @param subject id of the account at Google or Twitter */
    findLinked: (column: 'googleId' | 'twitterId', subject: string) =>
      findRow(db, accounts, eq(accounts[column], subject)),

    hasDemoAccounts: () => hasRow(db, accounts, like(accounts.email, `%${DEMO_DOMAIN}`)),

    hasDocument: (documentHash: string) => hasRow(db, accounts, eq(accounts.documentHash, documentHash)),

    lock: (id: string, tx: Tx): Promise<AccountRow | null> => lockRow(tx, accounts, eq(accounts.id, id)),

    lockUnchanged,

    /** @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, also for concurrent sign-ups */
    async insert(account: NewAccount, performer: NewPerformer | null, tx: Executor = db): Promise<AccountRow> {
      try {
        const row = await getSingle(tx.insert(accounts).values(account).returning());
        if (performer) await tx.insert(performers).values(performer);
        return row;
      } catch (error) {
        throw toTakenError(error);
      }
    },

    /** @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, LINKED_ELSEWHERE, DOCUMENT_TAKEN */
    async update(id: string, changes: Partial<NewAccount>, tx: Executor = db): Promise<void> {
      try {
        await tx
          .update(accounts)
          .set({ ...changes, updatedAt: new Date() })
          .where(eq(accounts.id, id));
      } catch (error) {
        throw toTakenError(error);
      }
    },

    /** Stores a new hash of the same password, unless the password has changed meanwhile. */
    async rehash(id: string, { from, to }: { from: string; to: string }): Promise<void> {
      await db
        .update(accounts)
        .set({ passwordHash: to })
        .where(and(eq(accounts.id, id), eq(accounts.passwordHash, from)));
    },

    confirmEmail,

    async remove(id: string, tx: Tx): Promise<void> {
      await tx.delete(accounts).where(eq(accounts.id, id));
    },

    findEmailHolder: (email: string, accountId: string | null, now: Date, tx: Executor = db) =>
      findEmailHolder(email, accountId, now, tx),

    listTaken: (names: { email?: string; username?: string }, tx: Executor = db) => listTaken(names, tx),
  };
}

async function findByLogin(login: { name?: string; phone?: string }, tx: Executor): Promise<AccountRow | null> {
  const byName = login.name ? or(eq(accounts.email, login.name), eq(accounts.username, login.name)) : undefined;
  const byPhone = login.phone ? and(eq(accounts.phone, login.phone), eq(accounts.verifiedPhone, true)) : undefined;
  return firstOrNull(
    tx
      .select()
      .from(accounts)
      .where(byName ?? byPhone ?? sql`false`)
      // Users take precedence over performers. Wire contract 2.1.
      .orderBy(sql`${accounts.kind} = 'user' desc`)
      .limit(1),
  );
}

/** @returns false if a credential or the status has changed since the row was read */
function lockUnchanged(row: AccountRow, tx: Tx): Promise<boolean> {
  const isSame = (column: AnyPgColumn, value: string | null) => sql`${column} is not distinct from ${value}`;
  return hasRows(
    tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(
        and(
          eq(accounts.id, row.id),
          eq(accounts.status, row.status),
          eq(accounts.twoStepEnabled, row.twoStepEnabled),
          eq(accounts.verifiedPhone, row.verifiedPhone),
          isSame(accounts.passwordHash, row.passwordHash),
          isSame(accounts.phone, row.phone),
          isSame(accounts.googleId, row.googleId),
          isSame(accounts.twitterId, row.twitterId),
        ),
      )
      .for('share'),
  );
}

function confirmEmail(id: string, email: string, tx: Tx): Promise<boolean> {
  const status = sql`case when ${accounts.status} = 'pending-email-confirmation' then 'active' else ${accounts.status} end`;
  return hasRows(
    tx
      .update(accounts)
      .set({ verifiedEmail: true, status })
      .where(and(eq(accounts.id, id), eq(accounts.email, email)))
      .returning({ id: accounts.id }),
  );
}

/** The account that gave up this address but can still take it back; null if there is none, or it is `accountId`. */
async function findEmailHolder(
  email: string,
  accountId: string | null,
  now: Date,
  tx: Executor,
): Promise<string | null> {
  const link = await findRow(
    tx,
    oneTimeTokens,
    eq(oneTimeTokens.kind, 'revert-email'),
    eq(oneTimeTokens.subject, email),
    isNull(oneTimeTokens.usedAt),
    gt(oneTimeTokens.expiresAt, now),
    accountId === null ? undefined : ne(oneTimeTokens.accountId, accountId),
  );
  return link?.accountId ?? null;
}

async function listTaken({ email, username }: { email?: string; username?: string }, tx: Executor) {
  const rows = await tx
    .select({ email: accounts.email, username: accounts.username })
    .from(accounts)
    .where(
      or(
        email === undefined ? undefined : eq(accounts.email, email),
        username === undefined ? undefined : eq(accounts.username, username),
      ) ?? sql`false`,
    );
  return {
    email: email !== undefined && rows.some((row) => row.email === email),
    username: username !== undefined && rows.some((row) => row.username === username),
  };
}

const linkConstraints = new Set(['accounts_verified_phone', 'accounts_google', 'accounts_twitter']);

function toTakenError(error: unknown): unknown {
  const constraint = violatedConstraint(error);
  if (constraint === 'accounts_email') return new AppError('EMAIL_TAKEN');
  if (constraint === 'accounts_username') return new AppError('USERNAME_TAKEN');
  if (constraint && linkConstraints.has(constraint)) return new AppError('LINKED_ELSEWHERE');
  if (constraint === 'accounts_document') return new AppError('DOCUMENT_TAKEN');
  return error;
}
