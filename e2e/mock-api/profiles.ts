/** The generations of the API family that are stood in for. Source: wire contract 1.3, 1.4, 2, 4. */
export const profileNames = ['later', 'older', 'fork'] as const;

export type ProfileName = (typeof profileNames)[number];

/** What tells one generation from another; all the rest they have in common. */
export interface Profile {
  name: ProfileName;
  /** What a log-in gives: fifteen characters that say nothing, or a JSON web token. */
  token: 'opaque' | 'jwt';
  /** `stripe` charges a saved card, `ccbill` sends people to a page of its own. */
  gateway: 'stripe' | 'ccbill';
  /** Refused purchases come as 500 with the whole refusal inside `message`. */
  nestsRefusals: boolean;
  /** Replies about live shows are `{ stream, conversation }`, in place of the stream itself. */
  nestsStreams: boolean;
  /** `update_balance` tells what to add, `balance_update` what there is. */
  balanceEvent: 'update_balance' | 'balance_update';
  hasNotifications: boolean;
  hasPaidMessages: boolean;
  /** `/conversations/search` beside `/conversations`. */
  hasConversationSearch: boolean;
  /** `sort` may be a number. */
  sortsByNumber: boolean;
  /** People's own view counts what they have not read. */
  countsUnread: boolean;
  /** Products can be looked at, bought and downloaded. */
  hasStore: boolean;
  /** Lists of videos leave out whose they are and how the viewer stands to them: only a video's own call tells. */
  hasPlainVideoRows: boolean;
  /** The sum left to be paid out, and whether a request waits, have two names each. */
  unpaidField: 'remainingUnpaidTokens' | 'unpaidToken';
  pendingField: 'hasPending' | 'pending';
  /** Requests can be changed: one build tests for a status that never occurs. */
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
