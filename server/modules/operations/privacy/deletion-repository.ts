import { and, asc, eq, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { listIds, lockRow, findRow } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { polls } from '../../../db/schema/feeds';
import { files } from '../../../db/schema/files';
import { walletCharges } from '../../../db/schema/money';
import { contactMessages } from '../../../db/schema/site';
import { comments, fanNotes, follows, notifications, reactions, userBlocks } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import { dataRules, fileHolders } from './data-rules';

export type AccountRow = typeof accounts.$inferSelect;

/** Rows a transaction: any number at once would take longer than a statement may, and have more parameters. */
export const AT_A_TIME = 500;

type FollowRow = typeof follows.$inferSelect;

async function takeSomeFollows(
  side: typeof follows.followerId | typeof follows.followingId,
  accountId: string,
  tx: Tx,
  uncount: (rows: FollowRow[]) => Promise<void>,
): Promise<number> {
  const some = tx.select({ id: follows.id }).from(follows).where(eq(side, accountId)).limit(AT_A_TIME).for('update');
  const rows = await tx.delete(follows).where(inArray(follows.id, some)).returning();
  if (rows.length > 0) await uncount(rows);
  return rows.length;
}

/** Accounts on their way out, and taking a person out of the tables, a part at a time: each part may be done again. */
export function createDeletionRepository(db: Db) {
  return {
    find: (id: string): Promise<AccountRow | null> => findRow(db, accounts, eq(accounts.id, id)),

    lock: (id: string, tx: Tx): Promise<AccountRow | null> => lockRow(tx, accounts, eq(accounts.id, id)),

    async update(id: string, change: Pick<AccountRow, 'status' | 'deletionAt'>, tx: Tx): Promise<void> {
      await tx.update(accounts).set(change).where(eq(accounts.id, id));
    },

    /** Whose time of grace is over. */
    listDue: (now: Date): Promise<string[]> =>
      listIds(
        db
          .select({ id: accounts.id })
          .from(accounts)
          .where(lte(accounts.deletionAt, now))
          .orderBy(asc(accounts.deletionAt)),
      ),

    /** Takes away some of somebody's reactions. @returns what they were on. */
    async takeReactions(accountId: string, tx: Tx) {
      const some = tx
        .select({ id: reactions.id })
        .from(reactions)
        .where(eq(reactions.createdBy, accountId))
        .limit(AT_A_TIME)
        .for('update');
      return tx.delete(reactions).where(inArray(reactions.id, some)).returning();
    },

    /** Takes away some of somebody's comments, with the answers to them and what people thought of both. */
    async takeComments(accountId: string, tx: Tx) {
      const some = await tx
        .select()
        .from(comments)
        .where(eq(comments.createdBy, accountId))
        .limit(AT_A_TIME)
        .for('update');
      if (some.length === 0) return [];
      const ids = some.map((row) => row.id);
      const gone = await tx
        .delete(comments)
        .where(or(inArray(comments.id, ids), and(eq(comments.objectType, 'comment'), inArray(comments.objectId, ids))))
        .returning({ id: comments.id });
      const goneIds = gone.map((row) => row.id);
      await tx.delete(reactions).where(and(eq(reactions.objectType, 'comment'), inArray(reactions.objectId, goneIds)));
      // An answer to one of these goes with it, and is counted nowhere else.
      return some.filter((row) => row.objectType !== 'comment' || !ids.includes(row.objectId));
    },

    /** Takes away some of whom somebody follows, off the counters of those. @returns how many. */
    takeFollows: (accountId: string, tx: Tx): Promise<number> =>
      takeSomeFollows(follows.followerId, accountId, tx, async (rows) => {
        await tx
          .update(performers)
          .set({ statFollowers: sql`greatest(0, ${performers.statFollowers} - 1)` })
          .where(inArray(performers.id, rows.map((row) => row.followingId))); // prettier-ignore
      }),

    /** Takes away some of somebody's followers, off the counters of both. @returns how many. */
    takeFollowers: (accountId: string, tx: Tx): Promise<number> =>
      takeSomeFollows(follows.followingId, accountId, tx, async (rows) => {
        await tx
          .update(performers)
          .set({ statFollowers: sql`greatest(0, ${performers.statFollowers} - ${rows.length})` })
          .where(eq(performers.id, accountId));
        await tx
          .update(accounts)
          .set({ statFollowing: sql`greatest(0, ${accounts.statFollowing} - 1)`, updatedAt: sql`${accounts.updatedAt}` })
          .where(inArray(accounts.id, rows.map((row) => row.followerId))); // prettier-ignore
      }),

    /** Takes away some of what they were told, and of what others were told of them. @returns how many. */
    async takeNotifications(accountId: string, tx: Tx): Promise<number> {
      const some = tx
        .select({ id: notifications.id })
        .from(notifications)
        .where(or(eq(notifications.userId, accountId), eq(notifications.createdBy, accountId)))
        .limit(AT_A_TIME)
        .for('update');
      const gone = await tx
        .delete(notifications)
        .where(inArray(notifications.id, some))
        .returning({ id: notifications.id });
      return gone.length;
    },

    /** Blocks and creators' notes in both directions. */
    async removeTies(accountId: string, tx: Tx): Promise<void> {
      await tx.delete(fanNotes).where(or(eq(fanNotes.performerId, accountId), eq(fanNotes.userId, accountId)));
      await tx.delete(userBlocks).where(or(eq(userBlocks.performerId, accountId), eq(userBlocks.userId, accountId)));
    },

    /** What they wrote along with tips; the charges themselves are books. */
    async blankTipNotes(userId: string, tx: Tx): Promise<void> {
      await tx
        .update(walletCharges)
        .set({ note: '' })
        .where(and(eq(walletCharges.userId, userId), ne(walletCharges.note, '')));
    },

    /** What they wrote to the operators from this address, signed in or not. */
    async removeContactMessages(email: string, tx: Tx): Promise<void> {
      await tx.delete(contactMessages).where(sql`lower(${contactMessages.email}) = ${email}`);
    },

    /** Answers that were never put into a post. */
    async removeLoosePolls(performerId: string, tx: Tx): Promise<void> {
      await tx.delete(polls).where(and(eq(polls.performerId, performerId), isNull(polls.feedId)));
    },

    /** Every table whose rule says that rows go. */
    async removeRows(accountId: string, tx: Tx): Promise<void> {
      for (const { table, owner, erase } of dataRules) {
        if (erase === 'rows') await tx.delete(table).where(or(...owner.map((column) => eq(column, accountId))));
      }
    },

    /** Files of theirs that nothing holds which stays. */
    async listOrphanedFileIds(ownerId: string, tx: Tx): Promise<string[]> {
      const isFree = fileHolders.map(
        (column) => sql`not exists (select 1 from ${column.table} where ${column} = ${files.id})`,
      );
      return listIds(
        tx
          .select({ id: files.id })
          .from(files)
          .where(and(eq(files.ownerId, ownerId), ...isFree)),
      );
    },

    /** The row itself stays for what refers to it, and says nothing of whose it was. */
    async blankAccount(id: string, now: Date, tx: Tx): Promise<void> {
      await tx
        .update(accounts)
        .set({
          ...{ email: null, pendingEmail: null, username: null, passwordHash: null },
          ...{
            twitterId: null,
            twitterLabel: null,
            googleId: null,
            googleLabel: null,
            verifiedPhone: false,
            documentHash: null,
          },
          ...{ name: 'Deleted account', firstName: null, lastName: null, phone: null, phoneCode: null, gender: null },
          ...{ country: null, avatarId: null, coverId: null, roles: [], referredBy: null, lastSeenAt: null },
          ...{ isOnline: false, verifiedEmail: false, twoStepEnabled: false, mailPreferences: {} },
          ...{ statFollowing: 0, status: 'deleted', deletionAt: null, updatedAt: now },
        })
        .where(eq(accounts.id, id));
    },

    /** Prices and counts stay, they are part of the books; all else goes. */
    async blankPerformer(id: string, tx: Tx): Promise<void> {
      await tx
        .update(performers)
        .set({
          ...{ headline: '', bio: '', languages: [], categoryIds: [], socialLinks: [], dateOfBirth: null, city: null },
          ...{ state: null, zipcode: null, address: null, body: {}, isFreeSubscription: false, verifiedAccount: false },
          ...{ verifiedDocument: false, isFeatured: false, live: false, streamingStatus: 'offline' },
          ...{ blockedCountries: [], idVerificationId: null, documentVerificationId: null, idVerificationStatus: null },
          ...{ documentVerificationStatus: null, rejectionReason: '', welcomeVideoId: null },
          ...{ activateWelcomeVideo: false, welcomeMessage: '', welcomeMessageFileIds: [], banking: null },
          ...{ payoutSettings: {}, score: 0 },
        })
        .where(eq(performers.id, id));
    },
  };
}
