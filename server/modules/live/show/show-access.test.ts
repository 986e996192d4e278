import type { Cents } from '@contract/base/money';
import { getEntryRefusal, type ShowRelation } from './show-access';

const stranger: ShowRelation = {
  isHost: false,
  isAdmin: false,
  isGuest: false,
  isHostHere: true,
  isKeptOut: false,
  isBanned: false,
  isSubscribed: false,
  follows: false,
  hasTicket: false,
  hasSeat: false,
};
const free = { type: 'public', price: null, ticketFor: 'audience' } as const;
const paid = { ...free, price: 500 as Cents };
const open = { ...free, audience: 'everyone' } as const;

describe('who may enter a show', () => {
  it.each([
    ['anybody one for everyone', open, {}, null],
    ['a guest one for everyone', open, { isGuest: true }, null],
    ['a follower one for followers', { ...free, audience: 'followers' }, { follows: true }, null],
    ['a subscriber one for followers', { ...free, audience: 'followers' }, { isSubscribed: true }, null],
    ['a stranger one for followers', { ...free, audience: 'followers' }, {}, 'NOT_FOLLOWING'],
    ['a follower one for subscribers', { ...free, audience: 'subscribers' }, { follows: true }, 'NOT_SUBSCRIBED'],
    ['a guest one for subscribers', { ...free, audience: 'subscribers' }, { isGuest: true }, 'NOT_SUBSCRIBED'],
    ['anybody without the ticket', { ...paid, audience: 'everyone' }, {}, 'TICKET_REQUIRED'],
    [
      'a subscriber without the ticket of all',
      { ...paid, audience: 'subscribers' },
      { isSubscribed: true },
      'TICKET_REQUIRED',
    ],
    ['a guest without the ticket', { ...paid, audience: 'everyone' }, { isGuest: true }, 'UNAUTHORIZED'],
    [
      'a subscriber where others pay',
      { ...paid, audience: 'subscribers', ticketFor: 'others' },
      { isSubscribed: true },
      null,
    ],
    ['others where they pay', { ...paid, audience: 'subscribers', ticketFor: 'others' }, {}, 'TICKET_REQUIRED'],
    ['others with a ticket', { ...paid, audience: 'subscribers', ticketFor: 'others' }, { hasTicket: true }, null],
    ['a former subscriber with a ticket', { ...paid, audience: 'subscribers' }, { hasTicket: true }, null],
    ['a member of a group', { ...open, type: 'group' }, { hasSeat: true }, null],
    ['others of a group', { ...open, type: 'group' }, {}, 'TICKET_REQUIRED'],
    ['the fan of a private one', { ...open, type: 'private' }, { hasSeat: true }, null],
    ['others of a private one', { ...open, type: 'private' }, { isSubscribed: true }, 'ENTITY_NOT_FOUND'],
    ['who is blocked, ticket or not', open, { isKeptOut: true, hasTicket: true }, 'ENTITY_NOT_FOUND'],
    ['anybody whose host is gone', open, { isHostHere: false }, 'ENTITY_NOT_FOUND'],
    ['who was removed', open, { isBanned: true, hasTicket: true }, 'REMOVED_FROM_SHOW'],
    ['the host their own', { ...open, type: 'private' }, { isHost: true }, null],
    ['an administrator any', { ...open, type: 'private' }, { isAdmin: true, isKeptOut: true }, null],
  ] as const)('%s', (_who, show, relation, refusal) => {
    expect(getEntryRefusal(show, { ...stranger, ...relation })).toBe(refusal);
  });
});
