import type { Cents } from '@contract/base/money';
import { getEntryRefusal, type ShowRelation } from './show-access';

const stranger: ShowRelation = {
  isHost: false,
  isModerator: false,
  isGuest: false,
  isHostHere: true,
  isKeptOut: false,
  isBanned: false,
  isMuted: false,
  isSubscribed: false,
  follows: false,
  hasTicket: false,
  hasSeat: false,
};
const free = { type: 'public', price: null, ticketFor: 'audience' } as const;
const paid = { ...free, price: 500 as Cents };
const open = { ...free, audience: 'everyone' } as const;

describe('entry to a show', () => {
  it.each([
    ['a fan: a show for everyone', open, {}, null],
    ['a guest: a show for everyone', open, { isGuest: true }, null],
    ['a follower: a show for followers', { ...free, audience: 'followers' }, { follows: true }, null],
    ['a subscriber: a show for followers', { ...free, audience: 'followers' }, { isSubscribed: true }, null],
    ['a fan: a show for followers', { ...free, audience: 'followers' }, {}, 'NOT_FOLLOWING'],
    ['a follower: a show for subscribers', { ...free, audience: 'subscribers' }, { follows: true }, 'NOT_SUBSCRIBED'],
    ['a guest: a show for subscribers', { ...free, audience: 'subscribers' }, { isGuest: true }, 'NOT_SUBSCRIBED'],
    ['a fan without the ticket', { ...paid, audience: 'everyone' }, {}, 'TICKET_REQUIRED'],
    [
      'a subscriber without a ticket that everyone needs',
      { ...paid, audience: 'subscribers' },
      { isSubscribed: true },
      'TICKET_REQUIRED',
    ],
    ['a guest without the ticket', { ...paid, audience: 'everyone' }, { isGuest: true }, 'UNAUTHORIZED'],
    [
      'a subscriber if only others pay',
      { ...paid, audience: 'subscribers', ticketFor: 'others' },
      { isSubscribed: true },
      null,
    ],
    [
      'a fan if only others than subscribers pay',
      { ...paid, audience: 'subscribers', ticketFor: 'others' },
      {},
      'TICKET_REQUIRED',
    ],
    [
      'a fan outside the audience with a ticket',
      { ...paid, audience: 'subscribers', ticketFor: 'others' },
      { hasTicket: true },
      null,
    ],
    ['a former subscriber with a ticket', { ...paid, audience: 'subscribers' }, { hasTicket: true }, null],
    ['a member of a group show', { ...open, type: 'group' }, { hasSeat: true }, null],
    ['a fan without a seat in a group show', { ...open, type: 'group' }, {}, 'TICKET_REQUIRED'],
    ['the fan of a private show', { ...open, type: 'private' }, { hasSeat: true }, null],
    ['another fan: a private show', { ...open, type: 'private' }, { isSubscribed: true }, 'ENTITY_NOT_FOUND'],
    ['a blocked fan, even with a ticket', open, { isKeptOut: true, hasTicket: true }, 'ENTITY_NOT_FOUND'],
    ['a fan: a show of an inactive host', open, { isHostHere: false }, 'ENTITY_NOT_FOUND'],
    ['a removed fan', open, { isBanned: true, hasTicket: true }, 'REMOVED_FROM_SHOW'],
    ['the host: their own show', { ...open, type: 'private' }, { isHost: true }, null],
    ['an administrator: any show', { ...open, type: 'private' }, { isModerator: true, isKeptOut: true }, null],
  ] as const)('%s', (_who, show, relation, refusal) => {
    expect(getEntryRefusal(show, { ...stranger, ...relation })).toBe(refusal);
  });
});
