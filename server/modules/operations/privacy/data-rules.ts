import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as s from '../../../db/schema';

/** Parts of a person's archive, one file each, named for who opens it. */
export const exportAreas = {
  profile: 'Who you are here, and your choices',
  'log-ins': 'Devices you are logged in on, names you had before, archives you asked for',
  posts: 'Your posts with their polls, videos, galleries, photos and products, and how you voted in polls of others',
  'likes-and-comments': 'What you liked, saved, commented on and reported',
  people: 'Whom you follow, who follows you, whom you blocked',
  messages: 'Your conversations',
  notifications: 'What you were told',
  subscriptions: 'Your subscriptions, and those to you',
  payments: 'Cards, payments, purchases and coupons',
  wallet: 'Every movement of your wallet',
  earnings: 'What you earned',
  addresses: 'Where orders are delivered',
  files: 'Your uploads; the files themselves are in the folder media',
} as const;

export type ExportArea = keyof typeof exportAreas;

export interface DataRule {
  table: PgTable;
  /** Columns that name whose row it is. */
  owner: readonly AnyPgColumn[];
  /** For a table that names nobody itself: its rows are of whom the row in another table is that they name. */
  partOf?: { column: AnyPgColumn; whole: AnyPgColumn; owner: AnyPgColumn };
  /** Columns that name somebody else, or the same once more. */
  others?: readonly AnyPgColumn[];
  /** Where it goes in the archive, less what would open the account or is ours alone; else why it does not. */
  export: { area: ExportArea; omit?: readonly string[]; by?: 'hand' } | { not: string };
  /**
   * What becomes of it when the account is deleted: `rows` are deleted; `step` is done by a step of its own (erase-steps.ts,
   * erase-account.ts); else why it stays. What stays names the account by an id that leads to nobody any more.
   */
  erase: 'rows' | 'step' | { stays: string };
}

const secret = { not: 'opens the account' };
const books = { stays: 'the law wants the books kept' };

/**
 * Every table that names a person, and what export and deletion do with it. A test compares this with the database, so
 * that no new table goes without. Promises W-4.
 */
export const dataRules: readonly DataRule[] = [
  {
    table: s.accounts,
    owner: [s.accounts.id],
    export: { area: 'profile', omit: ['passwordHash'] },
    erase: 'step',
  },
  { table: s.performers, owner: [s.performers.id], export: { area: 'profile', omit: ['commission'] }, erase: 'step' },
  {
    table: s.sessions,
    owner: [s.sessions.accountId],
    export: { area: 'log-ins', omit: ['tokenHash', 'previousHash', 'previousUntil'] },
    erase: 'rows',
  },
  { table: s.oneTimeTokens, owner: [s.oneTimeTokens.accountId], export: secret, erase: 'rows' },
  { table: s.confirmationCodes, owner: [s.confirmationCodes.accountId], export: secret, erase: 'rows' },
  { table: s.twoFactors, owner: [s.twoFactors.accountId], export: secret, erase: 'rows' },
  { table: s.knownDevices, owner: [s.knownDevices.accountId], export: secret, erase: 'rows' },
  { table: s.recoveryCodes, owner: [s.recoveryCodes.accountId], export: secret, erase: 'rows' },
  {
    table: s.formerUsernames,
    owner: [s.formerUsernames.accountId],
    export: { area: 'log-ins' },
    erase: { stays: 'nobody may pass for somebody who just left; names are forgotten after ninety days' },
  },
  { table: s.dataExports, owner: [s.dataExports.accountId], export: { area: 'log-ins' }, erase: 'step' },
  { table: s.addresses, owner: [s.addresses.accountId], export: { area: 'addresses' }, erase: 'rows' },

  { table: s.items, owner: [s.items.performerId], export: { area: 'posts' }, erase: 'step' },
  ...([s.feedPosts, s.videos, s.galleries, s.photos, s.products] as const).map(
    (table) =>
      ({
        table,
        owner: [],
        others: 'participantIds' in table ? [table.participantIds] : [],
        partOf: { column: table.id, whole: s.items.id, owner: s.items.performerId },
        export: { area: 'posts' },
        erase: 'step',
      }) as const,
  ),
  {
    table: s.itemFiles,
    owner: [],
    partOf: { column: s.itemFiles.itemId, whole: s.items.id, owner: s.items.performerId },
    export: { area: 'posts' },
    erase: 'step',
  },
  { table: s.polls, owner: [s.polls.performerId], export: { area: 'posts' }, erase: 'step' },
  {
    table: s.votes,
    owner: [s.votes.voterId],
    export: { area: 'posts' },
    erase: { stays: 'a poll counts its votes; nothing says any more whose it was' },
  },
  {
    table: s.uploads,
    owner: [s.uploads.ownerId],
    export: { not: 'what has not arrived yet; the rest is among the files' },
    erase: 'rows',
  },
  {
    table: s.files,
    owner: [s.files.ownerId],
    export: {
      area: 'files',
      omit: [
        'variants',
        'attempts',
        'heartbeatAt',
        'thumbHash',
        'waveform',
        'previews',
        'ladder',
        'ladderStatus',
        'ladderAttempts',
      ],
    },
    erase: 'step',
  },

  {
    table: s.conversations,
    owner: [s.conversations.openedBy],
    others: [s.conversations.performerId, s.conversations.lastSenderId],
    export: { area: 'messages', by: 'hand' },
    erase: { stays: 'the other one keeps theirs; what the person wrote is emptied' },
  },
  {
    table: s.conversationMembers,
    owner: [s.conversationMembers.accountId],
    export: { area: 'messages', by: 'hand' },
    erase: { stays: 'the other one keeps the conversation' },
  },
  { table: s.messages, owner: [s.messages.senderId], export: { area: 'messages', by: 'hand' }, erase: 'step' },

  {
    table: s.follows,
    owner: [s.follows.followerId, s.follows.followingId],
    export: { area: 'people' },
    erase: 'step',
  },
  {
    table: s.userBlocks,
    owner: [s.userBlocks.performerId],
    others: [s.userBlocks.userId],
    export: { area: 'people' },
    erase: 'step',
  },
  { table: s.reactions, owner: [s.reactions.createdBy], export: { area: 'likes-and-comments' }, erase: 'step' },
  {
    table: s.comments,
    owner: [s.comments.createdBy],
    others: [s.comments.recipientId],
    export: { area: 'likes-and-comments' },
    erase: 'step',
  },
  {
    table: s.reports,
    owner: [s.reports.createdBy],
    others: [s.reports.performerId],
    export: { area: 'likes-and-comments', omit: ['status'] },
    erase: { stays: 'what was reported has to be looked into' },
  },
  {
    table: s.notifications,
    owner: [s.notifications.userId],
    others: [s.notifications.createdBy],
    export: { area: 'notifications', omit: ['mailedAt'] },
    erase: 'step',
  },
  {
    table: s.profileViews,
    owner: [s.profileViews.viewer],
    others: [s.profileViews.performerId],
    export: { not: 'kept for a day, to count a visit once' },
    erase: 'rows',
  },
  {
    table: s.itemViews,
    owner: [s.itemViews.viewer],
    export: { not: 'kept for a day, to count a visit once' },
    erase: 'rows',
  },
  {
    table: s.posts,
    owner: [s.posts.authorId],
    export: { not: 'texts of the site itself' },
    erase: { stays: 'texts of the site itself' },
  },

  {
    table: s.subscriptions,
    owner: [s.subscriptions.userId, s.subscriptions.performerId],
    export: { area: 'subscriptions', omit: ['taxLocation'] },
    erase: books,
  },
  {
    table: s.platformSubscriptions,
    owner: [s.platformSubscriptions.userId],
    export: { area: 'subscriptions' },
    erase: books,
  },
  {
    table: s.paymentCards,
    owner: [s.paymentCards.userId],
    export: { area: 'payments', omit: ['token', 'fingerprint', 'customerId'] },
    erase: 'rows',
  },
  {
    table: s.paymentTransactions,
    owner: [s.paymentTransactions.userId],
    others: [s.paymentTransactions.performerId],
    export: { area: 'payments', omit: ['clientSecret', 'cardToken', 'gatewayId', 'key'] },
    erase: books,
  },
  {
    table: s.walletCharges,
    owner: [s.walletCharges.userId],
    others: [s.walletCharges.performerId],
    export: { area: 'payments' },
    erase: books,
  },
  { table: s.purchases, owner: [s.purchases.userId], export: { area: 'payments' }, erase: books },
  { table: s.couponUses, owner: [s.couponUses.userId], export: { area: 'payments' }, erase: books },
  {
    table: s.earnings,
    owner: [s.earnings.performerId],
    others: [s.earnings.userId],
    export: { area: 'earnings' },
    erase: books,
  },
  { table: s.ledgerAccounts, owner: [s.ledgerAccounts.ownerId], export: { area: 'wallet', by: 'hand' }, erase: books },
  {
    table: s.ledgerEntries,
    owner: [s.ledgerEntries.accountId],
    export: { area: 'wallet', by: 'hand' },
    erase: books,
  },
  {
    table: s.idempotencyKeys,
    owner: [s.idempotencyKeys.accountId],
    export: { not: 'copies of answers that stand elsewhere' },
    erase: 'rows',
  },
];

/**
 * Columns that hold a file for something that may outlive its owner's account: a post or message that was paid for. Files
 * of deleted accounts that none of these names are deleted. The same test finds a new column that is missing here.
 */
export const fileHolders: readonly AnyPgColumn[] = [s.itemFiles.fileId, s.messageFiles.fileId];

/** Columns that hold files of the account itself, of the site, or already gone: nothing there outlives the account. */
export const passingFileColumns: readonly AnyPgColumn[] = [
  s.accounts.avatarId,
  s.accounts.coverId,
  s.performers.idVerificationId,
  s.performers.documentVerificationId,
  s.performers.welcomeVideoId,
  s.performers.welcomeMessageFileIds,
  s.banners.fileId,
  s.fileRemovals.fileId,
];
