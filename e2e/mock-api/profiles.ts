/** Mocked variants of the compatible API. Source: wire contract 1.3, 1.4, 2, 4. */
export const profileNames = ['later', 'older', 'fork'] as const;

export type ProfileName = (typeof profileNames)[number];

export interface Profile {
  name: ProfileName;
  /** `opaque` has fifteen characters without meaning. */
  token: 'opaque' | 'jwt';
  /** `stripe` charges a saved card, `ccbill` collects it on its own page. */
  gateway: 'stripe' | 'ccbill';
  /** Rejected purchases return 500 with the whole error inside `message`. */
  nestsRefusals: boolean;
  /** Replies about shows are `{ stream, conversation }` instead of the stream. */
  nestsStreams: boolean;
  /** `update_balance` has the difference, `balance_update` the balance. */
  balanceEvent: 'update_balance' | 'balance_update';
  hasNotifications: boolean;
  hasPaidMessages: boolean;
  hasConversationSearch: boolean;
  /** `sort` may be a number. */
  sortsByNumber: boolean;
  /** Account replies have the number of unread conversations. */
  countsUnread: boolean;
  hasStore: boolean;
  /** Lists of videos leave out the creator and the viewer's state. */
  hasPlainVideoRows: boolean;
  /** Names of the sum left to be paid out, and of the flag for a pending request. */
  unpaidField: 'remainingUnpaidTokens' | 'unpaidToken';
  pendingField: 'hasPending' | 'pending';
  /** False in a build that allows it only for a status that never occurs. */
  changesPayouts: boolean;
}

const later: Profile = {
  name: 'later',
  token: 'opaque',
  gateway: 'stripe',
  nestsRefusals: false,
  nestsStreams: false,
  balanceEvent: 'update_balance',
  hasNotifications: false,
  hasPaidMessages: false,
  hasConversationSearch: false,
  sortsByNumber: false,
  countsUnread: false,
  hasStore: true,
  hasPlainVideoRows: false,
  unpaidField: 'remainingUnpaidTokens',
  pendingField: 'hasPending',
  changesPayouts: true,
};

export const profiles: Record<ProfileName, Profile> = {
  later,
  older: {
    ...later,
    name: 'older',
    token: 'jwt',
    gateway: 'ccbill',
    nestsRefusals: true,
    nestsStreams: true,
    sortsByNumber: true,
    hasStore: false,
    hasPlainVideoRows: true,
    unpaidField: 'unpaidToken',
    changesPayouts: false,
  },
  fork: {
    ...later,
    name: 'fork',
    balanceEvent: 'balance_update',
    hasNotifications: true,
    hasPaidMessages: true,
    hasConversationSearch: true,
    countsUnread: true,
    pendingField: 'pending',
  },
};
