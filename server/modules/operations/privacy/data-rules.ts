import { getTableColumns, getTableName } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import * as s from '../../../db/schema';

/** Files of the export, with the descriptions that the owner reads. */
export const exportAreas = {
  profile: 'Who you are here, and your choices',
  'log-ins':
    'Devices you are logged in on, your API keys and webhook endpoints, names you had before, archives you asked for',
  posts: 'Your posts with their polls, videos, galleries, photos and products, and how you voted in polls of others',
  'likes-and-comments': 'What you liked, saved, commented on and reported',
  people: 'Whom you follow, who follows you, whom you blocked, your notes about fans',
  messages: 'Your conversations',
  shows: 'Your live shows, those you watched, and what you paid for by the minute',
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
  owner: readonly AnyPgColumn[];
  /** For tables without an owner column: `column` references a parent row, whose `owner` column has the account id. */
  partOf?: { column: AnyPgColumn; whole: AnyPgColumn; owner: AnyPgColumn };
  /** Other columns with account ids; they do not make the row belong to that account. */
  others: readonly AnyPgColumn[];
  /** The area in which it is exported, or why it is not exported. */
  export: ExportArea | { not: string };
  /** Columns that are left out of the export: credentials and internal data. */
  omit: readonly string[];
  isWrittenByHand: boolean;
  /**
   * `rows`: the rows of an owner are deleted. `cascade`: they go with the row that `partOf` refers to. `step`: erase-account.ts
   * handles the rows. `stays`: the rows remain, and their account has no personal data left.
   */
  erase: 'rows' | 'cascade' | 'step' | { stays: string };
}

function rule<T extends PgTable>(
  table: T,
  {
    owner = [],
    others = [],
    omit = [],
    isWrittenByHand = false,
    ...rest
  }: Pick<DataRule, 'export' | 'erase' | 'partOf'> &
    Partial<
      Pick<DataRule, 'isWrittenByHand'> & Record<'owner' | 'others' | 'omit', readonly (keyof T['$inferSelect'])[]>
    >,
): DataRule {
  // A condition without an owner would match, and delete, the rows of all accounts.
  if (rest.erase === 'rows' && owner.length === 0) throw new Error(`${getTableName(table)}: rows need an owner`);
  const all = Object.entries(getTableColumns(table));
  const toColumns = (names: readonly (keyof T['$inferSelect'])[]) =>
    all.filter(([name]) => names.includes(name)).map(([, column]) => column);
  return {
    table,
    owner: toColumns(owner),
    others: toColumns(others),
    omit: omit.map(String),
    isWrittenByHand,
    ...rest,
  };
}

const secret = { not: 'opens the account' };
const passing = { not: 'kept for a day, to count a visit once' };
const books = { stays: 'payment records must be kept by law' };
const ofItem = (column: AnyPgColumn) => ({ column, whole: s.items.id, owner: s.items.performerId });

/** A test checks against the database that every table with an account id has a rule. Promises W-4. */
export const dataRules: readonly DataRule[] = [
  rule(s.accounts, { owner: ['id'], export: 'profile', omit: ['passwordHash'], erase: 'step' }),
  rule(s.performers, { owner: ['id'], export: 'profile', omit: ['commission'], erase: 'step' }),
  rule(s.sessions, {
    owner: ['accountId'],
    export: 'log-ins',
    omit: ['tokenHash', 'previousHash', 'previousUntil'],
    erase: 'rows',
  }),
  rule(s.webhookEndpoints, {
    owner: ['accountId'],
    export: 'log-ins',
    omit: ['secret', 'previousSecret', 'previousUntil'],
    erase: 'rows',
  }),
  rule(s.webhookDeliveries, {
    partOf: {
      column: s.webhookDeliveries.endpointId,
      whole: s.webhookEndpoints.id,
      owner: s.webhookEndpoints.accountId,
    },
    export: { not: 'copies of what stands elsewhere, kept for a month' },
    erase: 'cascade',
  }),
  rule(s.apiKeys, { owner: ['accountId'], export: 'log-ins', omit: ['keyHash'], erase: 'rows' }),
  ...[s.oneTimeTokens, s.confirmationCodes, s.twoFactors, s.knownDevices, s.recoveryCodes].map((table) =>
    rule(table, { owner: ['accountId'], export: secret, erase: 'rows' }),
  ),
  rule(s.pushSubscriptions, {
    owner: ['accountId'],
    export: 'log-ins',
    omit: ['sessionId', 'endpoint', 'p256dh', 'auth'],
    erase: 'rows',
  }),
  rule(s.formerUsernames, {
    owner: ['accountId'],
    export: 'log-ins',
    erase: { stays: 'the username stays reserved for ninety days, against impersonation' },
  }),
  rule(s.dataExports, { owner: ['accountId'], export: 'log-ins', erase: 'step' }),
  rule(s.addresses, { owner: ['accountId'], export: 'addresses', erase: 'rows' }),

  rule(s.items, { owner: ['performerId'], export: 'posts', erase: 'step' }),
  rule(s.videos, { others: ['participantIds'], partOf: ofItem(s.videos.id), export: 'posts', erase: 'step' }),
  ...[s.feedPosts, s.galleries, s.photos, s.products].map((table) =>
    rule(table, { partOf: ofItem(table.id), export: 'posts', erase: 'step' }),
  ),
  rule(s.itemFiles, { partOf: ofItem(s.itemFiles.itemId), export: 'posts', erase: 'step' }),
  rule(s.polls, { owner: ['performerId'], export: 'posts', erase: 'step' }),
  rule(s.votes, {
    owner: ['voterId'],
    export: 'posts',
    erase: { stays: 'the poll counts it; nothing identifies the voter' },
  }),
  rule(s.uploads, {
    owner: ['ownerId'],
    export: { not: 'what has not arrived yet; the rest is among the files' },
    erase: 'rows',
  }),
  rule(s.fileWork, {
    owner: ['ownerId'],
    export: { not: 'kept for a day, to share the work on files fairly' },
    erase: 'rows',
  }),
  rule(s.files, {
    owner: ['ownerId'],
    export: 'files',
    omit: [
      ...(['variants', 'attempts', 'heartbeatAt', 'thumbHash', 'waveform', 'previews'] as const),
      ...(['ladder', 'ladderStatus', 'ladderAttempts'] as const),
    ],
    erase: 'step',
  }),

  rule(s.conversations, {
    owner: ['openedBy'],
    others: ['performerId', 'lastSenderId'],
    export: 'messages',
    isWrittenByHand: true,
    erase: { stays: 'the other member keeps it; the messages of this account are emptied' },
  }),
  rule(s.conversationMembers, {
    owner: ['accountId'],
    export: 'messages',
    isWrittenByHand: true,
    erase: { stays: 'the other member keeps the conversation' },
  }),
  rule(s.messages, { owner: ['senderId'], export: 'messages', isWrittenByHand: true, erase: 'step' }),

  rule(s.follows, { owner: ['followerId', 'followingId'], export: 'people', erase: 'step' }),
  rule(s.userBlocks, { owner: ['performerId'], others: ['userId'], export: 'people', erase: 'step' }),
  rule(s.fanNotes, { owner: ['performerId'], others: ['userId'], export: 'people', erase: 'step' }),
  rule(s.reactions, { owner: ['createdBy'], export: 'likes-and-comments', erase: 'step' }),
  rule(s.comments, { owner: ['createdBy'], others: ['recipientId'], export: 'likes-and-comments', erase: 'step' }),
  rule(s.reports, {
    owner: ['createdBy'],
    others: ['performerId', 'decidedBy'],
    export: 'likes-and-comments',
    // Moderators stay unnamed to the people they decide about.
    omit: ['status', 'decidedBy'],
    erase: { stays: 'the report still has to be reviewed' },
  }),
  rule(s.takedowns, {
    owner: ['ownerId'],
    others: ['decidedBy', 'answeredBy'],
    export: 'posts',
    omit: ['statusBefore', 'decidedBy', 'answeredBy'],
    erase: 'rows',
  }),
  rule(s.notifications, {
    owner: ['userId'],
    others: ['createdBy'],
    export: 'notifications',
    omit: ['mailedAt'],
    erase: 'step',
  }),
  rule(s.profileViews, { owner: ['viewer'], others: ['performerId'], export: passing, erase: 'rows' }),
  rule(s.itemViews, { owner: ['viewer'], export: passing, erase: 'rows' }),
  rule(s.posts, {
    owner: ['authorId'],
    export: { not: 'texts of the site itself' },
    erase: { stays: 'content of the site itself' },
  }),

  rule(s.streams, {
    owner: ['performerId'],
    export: 'shows',
    erase: { stays: 'payment records refer to it' },
  }),
  rule(s.streamViewers, { owner: ['accountId'], export: 'shows', omit: ['viewerKey'], erase: 'rows' }),
  rule(s.streamRestrictions, {
    owner: ['accountId'],
    export: { not: 'how a host kept order in a show' },
    erase: 'rows',
  }),
  rule(s.streamSeats, { owner: ['userId', 'performerId'], export: 'shows', erase: books }),
  rule(s.streamMinutes, { owner: ['userId'], export: 'shows', erase: books }),
  rule(s.streamReminders, { owner: ['accountId'], export: 'shows', erase: 'rows' }),

  rule(s.subscriptions, {
    owner: ['userId', 'performerId'],
    export: 'subscriptions',
    // The rows are part of the creator's export, but payment details concern only the fan.
    omit: ['taxLocation', 'cardId', 'renewalAttempts', 'transactionId'],
    erase: books,
  }),
  rule(s.platformSubscriptions, { owner: ['userId'], export: 'subscriptions', erase: books }),
  rule(s.paymentCards, {
    owner: ['userId'],
    export: 'payments',
    omit: ['token', 'fingerprint', 'customerId', 'setupSecret'],
    erase: 'step',
  }),
  rule(s.paymentTransactions, {
    owner: ['userId'],
    others: ['performerId'],
    export: 'payments',
    omit: ['clientSecret', 'cardToken', 'customerId', 'isNewCard', 'gatewayId', 'key'],
    erase: books,
  }),
  rule(s.orders, { owner: ['userId'], others: ['performerId'], export: 'payments', erase: 'step' }),
  rule(s.orderEvents, {
    partOf: { column: s.orderEvents.orderId, whole: s.orders.id, owner: s.orders.userId },
    export: 'payments',
    erase: books,
  }),
  rule(s.checkouts, { owner: ['userId'], export: { not: 'the orders that it became are there' }, erase: 'rows' }),
  rule(s.cardRefunds, { owner: ['userId'], export: 'payments', erase: books }),
  rule(s.spendingLimits, { owner: ['userId'], export: 'payments', erase: 'rows' }),
  rule(s.refundRequests, { owner: ['userId'], others: ['performerId'], export: 'payments', erase: 'step' }),
  rule(s.payoutRequests, { owner: ['performerId'], export: 'earnings', omit: ['accountInfo'], erase: 'step' }),
  rule(s.payoutRecipients, {
    owner: ['performerId'],
    export: 'earnings',
    omit: ['recipientId', 'problem'],
    erase: 'rows',
  }),
  rule(s.disputes, { owner: ['userId'], export: 'payments', omit: ['gatewayId', 'fee'], erase: books }),
  rule(s.walletCharges, { owner: ['userId'], others: ['performerId'], export: 'payments', erase: books }),
  rule(s.purchases, { owner: ['userId'], export: 'payments', erase: books }),
  rule(s.couponUses, { owner: ['userId'], export: 'payments', erase: books }),
  rule(s.earnings, { owner: ['performerId'], others: ['userId'], export: 'earnings', erase: books }),
  rule(s.operatorActs, {
    owner: ['operatorId'],
    export: { not: 'the record of what was done for the site belongs to the site' },
    erase: { stays: 'the log is chained, so that no line can go; it holds no names' },
  }),
  rule(s.operatorNotes, {
    owner: ['accountId'],
    others: ['operatorId'],
    export: { not: 'what operators wrote for each other; they hand it out on request' },
    erase: 'rows',
  }),
  rule(s.ledgerAccounts, { owner: ['ownerId'], export: 'wallet', isWrittenByHand: true, erase: books }),
  rule(s.ledgerEntries, { owner: ['accountId'], export: 'wallet', isWrittenByHand: true, erase: books }),
  rule(s.idempotencyKeys, {
    owner: ['accountId'],
    export: { not: 'copies of answers that stand elsewhere' },
    erase: 'rows',
  }),
];

/** File columns of rows that may outlive the account. A test fails if a file column is in neither of these two lists. */
export const fileHolders: readonly AnyPgColumn[] = [s.itemFiles.fileId, s.messageFiles.fileId];

/** File columns of the account itself, the site and deleted files. None of these files outlives the account. */
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
