import { and, eq, isNull, ne, or, sql } from 'drizzle-orm';
import { listIds } from '../../../db/query-helpers';
import { accounts, performers } from '../../../db/schema/accounts';
import { polls } from '../../../db/schema/feeds';
import { files } from '../../../db/schema/files';
import { walletCharges } from '../../../db/schema/money';
import { orders } from '../../../db/schema/orders';
import { payoutRequests } from '../../../db/schema/payouts';
import { refundRequests } from '../../../db/schema/refunds';
import { contactMessages } from '../../../db/schema/site';
import { fanNotes, userBlocks } from '../../../db/schema/social';
import type { Tx } from '../../../db/transaction';
import { dataRules, fileHolders } from './data-rules';

export const erasureRepository = {
  async removeBlocksAndNotes(accountId: string, tx: Tx): Promise<void> {
    await tx.delete(fanNotes).where(or(eq(fanNotes.performerId, accountId), eq(fanNotes.userId, accountId)));
    await tx.delete(userBlocks).where(or(eq(userBlocks.performerId, accountId), eq(userBlocks.userId, accountId)));
  },

  /** Clears only the notes: charges stay in the payment history. */
  async blankTipNotes(userId: string, tx: Tx): Promise<void> {
    await tx
      .update(walletCharges)
      .set({ note: '' })
      .where(and(eq(walletCharges.userId, userId), ne(walletCharges.note, '')));
  },

  /** Clears addresses and notes; orders stay in the payment history. */
  async blankOrders(userId: string, tx: Tx): Promise<void> {
    const blank = { deliveryAddressId: null, deliveryAddress: '', postalCode: '', phoneNumber: '', userNote: '' };
    await tx.update(orders).set(blank).where(eq(orders.userId, userId));
  },

  /** Clears the texts; refund requests stay in the payment history. */
  async blankRefundRequests(accountId: string, tx: Tx): Promise<void> {
    await tx.update(refundRequests).set({ reason: '' }).where(eq(refundRequests.userId, accountId));
    await tx.update(refundRequests).set({ answer: '' }).where(eq(refundRequests.performerId, accountId));
  },

  /** Clears bank details and notes; payouts stay in the payment history. */
  async blankPayouts(performerId: string, tx: Tx): Promise<void> {
    const blank = { accountInfo: {}, requestNote: '', adminNote: '' };
    await tx.update(payoutRequests).set(blank).where(eq(payoutRequests.performerId, performerId));
  },

  /** Includes messages that were sent without logging in. */
  async removeContactMessages(email: string, tx: Tx): Promise<void> {
    await tx.delete(contactMessages).where(sql`lower(${contactMessages.email}) = ${email}`);
  },

  async removeUnusedPolls(performerId: string, tx: Tx): Promise<void> {
    await tx.delete(polls).where(and(eq(polls.performerId, performerId), isNull(polls.feedId)));
  },

  async removeRows(accountId: string, tx: Tx): Promise<void> {
    for (const { table, owner, erase } of dataRules) {
      if (erase === 'rows') await tx.delete(table).where(or(...owner.map((column) => eq(column, accountId))));
    }
  },

  /** Files to which no row of `fileHolders` refers. */
  async listOrphanedFileIds(ownerId: string, tx: Tx): Promise<string[]> {
    const isUnused = fileHolders.map(
      (column) => sql`not exists (select 1 from ${column.table} where ${column} = ${files.id})`,
    );
    return listIds(
      tx
        .select({ id: files.id })
        .from(files)
        .where(and(eq(files.ownerId, ownerId), ...isUnused)),
    );
  },

  /** The row itself stays, because others refer to it. */
  async blankAccount(id: string, now: Date, tx: Tx): Promise<void> {
    await tx
      .update(accounts)
      .set({
        email: null,
        pendingEmail: null,
        username: null,
        passwordHash: null,
        twitterId: null,
        twitterLabel: null,
        googleId: null,
        googleLabel: null,
        verifiedPhone: false,
        documentHash: null,
        name: 'Deleted account',
        firstName: null,
        lastName: null,
        phone: null,
        phoneCode: null,
        gender: null,
        country: null,
        avatarId: null,
        coverId: null,
        roles: [],
        referredBy: null,
        lastSeenAt: null,
        isOnline: false,
        verifiedEmail: false,
        twoStepEnabled: false,
        mailPreferences: {},
        pushPreferences: {},
        sitePreferences: {},
        quietHours: null,
        ageDeclaredAt: null,
        hidesFromSearch: false,
        showsPresence: true,
        messagesFrom: sql`default`,
        commentsFrom: sql`default`,
        sendsReceipts: true,
        statFollowing: 0,
        status: 'deleted',
        deletionAt: null,
        updatedAt: now,
      })
      .where(eq(accounts.id, id));
  },

  /** Prices and counts stay, for the payment history. */
  async blankPerformer(id: string, tx: Tx): Promise<void> {
    await tx
      .update(performers)
      .set({
        headline: '',
        bio: '',
        languages: [],
        categoryIds: [],
        socialLinks: [],
        dateOfBirth: null,
        city: null,
        state: null,
        zipcode: null,
        address: null,
        body: {},
        isFreeSubscription: false,
        verifiedAccount: false,
        verifiedDocument: false,
        isFeatured: false,
        live: false,
        streamingStatus: 'offline',
        blockedCountries: [],
        idVerificationId: null,
        documentVerificationId: null,
        idVerificationStatus: null,
        documentVerificationStatus: null,
        rejectionReason: '',
        welcomeVideoId: null,
        activateWelcomeVideo: false,
        welcomeMessage: '',
        welcomeMessageFileIds: [],
        banking: null,
        payoutSettings: {},
        score: 0,
      })
      .where(eq(performers.id, id));
  },
};
