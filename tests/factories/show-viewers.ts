import { cents } from '@contract/base/money';
import { streamRestrictions } from '../../server/db/schema/streams';
import { follows, userBlocks } from '../../server/db/schema/social';
import type { TestApp } from '../harness/build-test-app';
import { buildPurchase } from './feed';
import { buildPerformer, type BuiltPerformer } from './performer';
import { buildSeat, buildShowChat, type BuiltShow } from './show-chat';
import { buildSubscription } from './subscription';
import { buildUser, type BuiltPerson } from './user';

export const viewers = [
  'guest', 'stranger', 'follower', 'subscriber', 'formerSubscriber', 'ticketHolder', 'seatHolder', 'muted', 'banned', 'blocked', 'farAway', 'otherCreator', 'host', 'admin',
] as const; // prettier-ignore

export type ViewerName = (typeof viewers)[number];

export interface ShowStage extends BuiltShow {
  host: BuiltPerformer;
  people: Record<Exclude<ViewerName, 'guest'>, BuiltPerson>;
  /** Session and country of a call by this viewer. */
  by(viewer: ViewerName): { as: string | undefined; headers: Record<string, string> };
}

/** Muted, banned and blocked viewers are subscribed to the host. */
export async function buildShowStage(
  app: TestApp,
  overrides: Parameters<typeof buildShowChat>[2] = {},
): Promise<ShowStage> {
  const { db } = app.context;
  const host = await buildPerformer(app, { blockedCountries: ['FR'] });
  const built = await buildShowChat(app, host, overrides);
  const names = viewers.filter((name) => name !== 'guest' && name !== 'host');
  const made = await Promise.all(
    names.map(async (name) => {
      if (name === 'otherCreator') return [name, await buildPerformer(app)] as const;
      return [name, await buildUser(app, name === 'admin' ? { roles: ['user', 'admin', 'owner'] } : {})] as const;
    }),
  );
  const people = { ...(Object.fromEntries(made) as Omit<ShowStage['people'], 'host'>), host };
  const performerId = host.id;
  const subscribe = (name: keyof ShowStage['people'], expiredAt?: Date) =>
    buildSubscription(app, { userId: people[name].id, performerId, ...(expiredAt && { expiredAt }) });
  await Promise.all((['subscriber', 'muted', 'banned', 'blocked', 'farAway'] as const).map((name) => subscribe(name)));
  await subscribe('formerSubscriber', new Date(app.clock.now().getTime() - 1000));
  await db.insert(follows).values({ followerId: people.follower.id, followingId: performerId });
  await db.insert(userBlocks).values({ performerId, userId: people.blocked.id });
  const streamId = built.show.id;
  await db.insert(streamRestrictions).values([
    { streamId, accountId: people.muted.id, kind: 'mute' },
    { streamId, accountId: people.banned.id, kind: 'ban' },
  ]);
  for (const buyer of [people.ticketHolder, people.muted, people.banned, people.blocked, people.farAway])
    await buildPurchase(app, buyer, 'stream', streamId);
  for (const fan of [people.seatHolder, people.muted, people.banned, people.blocked, people.farAway])
    await buildSeat(app, built, fan);
  const by = (viewer: ViewerName) => ({
    as: viewer === 'guest' ? undefined : people[viewer].token,
    headers: { 'cf-ipcountry': viewer === 'farAway' ? 'FR' : 'PT' },
  });
  return { ...built, host, people, by };
}

export const refusedStatus: Partial<Record<string, number>> = {
  ENTITY_NOT_FOUND: 404,
  REMOVED_FROM_SHOW: 403,
  UNAUTHORIZED: 401,
  NOT_SUBSCRIBED: 403,
  NOT_FOLLOWING: 403,
  TICKET_REQUIRED: 403,
  CHAT_MUTED: 403,
};

const always = { blocked: 'ENTITY_NOT_FOUND', farAway: 'ENTITY_NOT_FOUND', banned: 'REMOVED_FROM_SHOW' } as const;

type Expected = Partial<Record<ViewerName, string>>;
const needTicket: Expected = {
  ...always,
  guest: 'UNAUTHORIZED',
  stranger: 'TICKET_REQUIRED',
  follower: 'TICKET_REQUIRED',
  subscriber: 'TICKET_REQUIRED',
  formerSubscriber: 'TICKET_REQUIRED',
  otherCreator: 'TICKET_REQUIRED',
};
const notThere = (names: readonly ViewerName[], code: string): Expected =>
  Object.fromEntries(names.map((name) => [name, code]));

/** Rejected viewers with their errors. All others can read, and write unless muted. Muted viewers have a ticket and a seat. */
export const refusedByShow: [string, Parameters<typeof buildShowStage>[1], Expected][] = [
  ['a show for everyone', {}, always],
  [
    'a show for followers',
    { audience: 'followers' },
    { ...always, ...notThere(['guest', 'stranger', 'formerSubscriber', 'otherCreator'], 'NOT_FOLLOWING') },
  ],
  [
    'a show for subscribers',
    { audience: 'subscribers' },
    { ...always, ...notThere(['guest', 'stranger', 'follower', 'formerSubscriber', 'otherCreator'], 'NOT_SUBSCRIBED') },
  ],
  ['a show with a ticket for everyone', { price: cents(500) }, { ...needTicket }],
  [
    'a show with a ticket for all but subscribers',
    { audience: 'subscribers', price: cents(500), ticketFor: 'others' },
    Object.fromEntries(Object.entries(needTicket).filter(([name]) => name !== 'subscriber')),
  ],
  [
    'a group show',
    { type: 'group', minutePrice: cents(200) },
    // Tickets for group shows are not sold, but an existing ticket counts.
    needTicket,
  ],
  [
    'a private show',
    { type: 'private' },
    {
      ...always,
      ...notThere(
        ['guest', 'stranger', 'follower', 'subscriber', 'formerSubscriber', 'ticketHolder', 'otherCreator'],
        'ENTITY_NOT_FOUND',
      ),
    },
  ],
];
