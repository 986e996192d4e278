/** The variants of the compatible API that the mock imitates. Source: wire contract 1.3, 1.4, 2, 4. */
export const profileNames = ['later', 'older', 'fork'] as const;

export type ProfileName = (typeof profileNames)[number];

export interface Profile {
  name: ProfileName;
  /** `opaque`: fifteen random characters. */
  token: 'opaque' | 'jwt';
  /** `stripe` charges a saved card; `ccbill` collects the card on its own page. */
  gateway: 'stripe' | 'ccbill';
  /** A rejected purchase returns 500 with the whole error inside `message`. */
  nestsRefusals: boolean;
  /** Calls about shows return `{ stream, conversation }` instead of the stream. */
  nestsStreams: boolean;
  /** `update_balance` carries the difference, `balance_update` the new balance. */
  balanceEvent: 'update_balance' | 'balance_update';
  hasNotifications: boolean;
  hasPaidMessages: boolean;
  hasConversationSearch: boolean;
  /** `sort` can be a number. */
  sortsByNumber: boolean;
  /** Account responses include the number of unread conversations. */
  countsUnread: boolean;
  hasStore: boolean;
  /** Lists of videos leave out the creator and the viewer's state. */
  hasPlainVideoRows: boolean;
  /** Field names of the sum not yet paid out, and of the flag for a pending request. */
  unpaidField: 'remainingUnpaidTokens' | 'unpaidToken';
  pendingField: 'hasPending' | 'pending';
  /** If false, changes are allowed only in a status that never occurs, so never. */
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
