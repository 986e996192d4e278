import { and, desc, eq, gt, inArray, lte, ne, sql } from 'drizzle-orm';
import { reservedUsernames } from '@contract/base/limits';
import { Username } from '@contract/base/field-schemas';
import { passesForSite } from '@contract/base/reserved-names';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../../access';
import type { ServerContext } from '../../../../context';
import type { Db } from '../../../../db/client';
import { hasRow, findRow } from '../../../../db/query-helpers';
import { accounts, formerUsernames } from '../../../../db/schema/accounts';
import type { Executor, Tx } from '../../../../db/transaction';
import { AppError } from '../../../../errors';
import type { SettingsService } from '../../../site/settings/settings-service';
import { createIdentityRepository } from './identity-repository';

/** How long nobody else may take a username that was given up. */
const HELD_MS = 90 * 24 * 3600 * 1000;
/** Names kept for one account: who changes often cannot keep ever more of them from others. */
const MOST_KEPT = 5;

/** Which names can be had: none that is reserved, another's, or was another's a short while ago. */
export function createAccountNames(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { settings }: { settings: SettingsService },
) {
  const identities = createIdentityRepository(db);
  const former = createFormerUsernames(db);

  async function assertNotHeld(username: string, accountId: string | null, tx?: Executor): Promise<void> {
    if (await former.isHeldByOther(username, accountId, clock.now(), tx)) throw new AppError('USERNAME_TAKEN');
  }

  /** Looks again once the name is written: whoever gave it up at the same moment has committed by then. */
  async function settleUsername(
    accountId: string,
    { before, after }: { before: string | null; after: string },
    tx: Tx,
  ) {
    await assertNotHeld(after, accountId, tx);
    await former.forget(after, tx);
    if (before !== null) await holdUsername({ id: accountId, username: before }, tx);
  }

  async function holdUsername({ id, username }: { id: string; username: string }, tx: Tx): Promise<void> {
    const now = clock.now();
    const heldUntil = new Date(now.getTime() + HELD_MS);
    await former.keep({ username, accountId: id, heldUntil, createdAt: now }, tx);
  }

  const names = {
    /**
     * Whether somebody can have a username, said while they type it. A name that is free now may be taken by the time it is
     * sent.
     */
    async checkUsername(username: string, actor: Actor | null): Promise<EndpointReply<'checkUsername'>> {
      const name = Username.safeParse(username);
      if (!name.success) return { available: false, reason: 'Use 3 to 30 letters, digits, dots and dashes.' };
      try {
        await names.assertNamesFree({ username: name.data }, actor?.id ?? null);
        return { available: true };
      } catch (error) {
        if (error instanceof AppError) return { available: false, reason: error.message };
        throw error;
      }
    },

    /**
     * @param accountId who wants them: their own former names are free to them. Null for an account that is being made.
     * @throws AppError EMAIL_TAKEN, USERNAME_TAKEN, USERNAME_RESERVED, NAME_RESERVED
     */
    async assertNamesFree(
      { email, username, name }: { email?: string; username?: string; name?: string | null },
      accountId: string | null = null,
      tx?: Executor,
    ): Promise<void> {
      if (username !== undefined && reservedUsernames.has(username)) throw new AppError('USERNAME_RESERVED');
      const { siteName } = await settings.read();
      if (username !== undefined && passesForSite(username, siteName)) throw new AppError('USERNAME_RESERVED');
      if (name && passesForSite(name, siteName)) throw new AppError('NAME_RESERVED');
      const now = clock.now();
      const taken = await identities.listTaken({ email, username }, tx);
      if (
        taken.email ||
        (email !== undefined && (await identities.findEmailHolder(email, accountId, now, tx)) !== null)
      ) {
        throw new AppError('EMAIL_TAKEN');
      }
      if (taken.username) throw new AppError('USERNAME_TAKEN');
      if (username !== undefined) await assertNotHeld(username, accountId, tx);
    },

    settleUsername,

    /** Keeps a username that its account has no more from everybody else, for ninety days. */
    holdUsername,

    /** Whose a username was before it was given up; null when it was nobody's, or was taken since. */
    findFormerOwner: (username: string): Promise<string | null> => former.findOwner(username),

    /** Forgets names of deleted accounts that anybody may take by now. */
    sweep: (): Promise<void> => former.forgetOfDeleted(clock.now()),
  };
  return names;
}

/** Usernames that were given up and still lead to who had them. */
function createFormerUsernames(db: Db) {
  return {
    /** Whether somebody else gave the name up too short ago for it to be had. */
    isHeldByOther: (username: string, accountId: string | null, now: Date, tx: Executor = db) =>
      hasRow(
        tx,
        formerUsernames,
        eq(formerUsernames.username, username),
        gt(formerUsernames.heldUntil, now),
        accountId === null ? undefined : ne(formerUsernames.accountId, accountId),
      ),

    /** Keeps a name that its account gave up. */
    async keep(row: typeof formerUsernames.$inferInsert, tx: Executor = db): Promise<void> {
      const { accountId, heldUntil, createdAt } = row;
      await tx
        .insert(formerUsernames)
        .values(row)
        .onConflictDoUpdate({ target: formerUsernames.username, set: { accountId, heldUntil, createdAt } });
      const kept = tx
        .select({ username: formerUsernames.username })
        .from(formerUsernames)
        .where(eq(formerUsernames.accountId, accountId))
        .orderBy(desc(formerUsernames.createdAt), desc(formerUsernames.username))
        .offset(MOST_KEPT);
      await tx.delete(formerUsernames).where(inArray(formerUsernames.username, kept));
    },

    /** The name is in use again: it leads to nobody else any more. */
    async forget(username: string, tx: Executor = db): Promise<void> {
      await tx.delete(formerUsernames).where(eq(formerUsernames.username, username));
    },

    /** Names of deleted accounts lead nowhere: once anybody may take them there is nothing to keep. */
    async forgetOfDeleted(now: Date): Promise<void> {
      const deleted = db.select({ id: accounts.id }).from(accounts).where(eq(accounts.status, 'deleted'));
      await db
        .delete(formerUsernames)
        .where(and(lte(formerUsernames.heldUntil, now), inArray(formerUsernames.accountId, deleted)));
    },

    /** Whose name it was, however long ago; null when it was nobody's, or was taken since. */
    findOwner: async (username: string): Promise<string | null> =>
      (await findRow(db, formerUsernames, eq(formerUsernames.username, sql`lower(${username})`)))?.accountId ?? null,
  };
}
