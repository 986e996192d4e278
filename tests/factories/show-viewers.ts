import { streamRestrictions } from '../../server/db/schema/streams';
import { follows, userBlocks } from '../../server/db/schema/social';
import type { TestApp } from '../harness/build-test-app';
import { buildPurchase } from './feed';
import { buildPerformer, type BuiltPerformer } from './performer';
import { buildSeat, buildShowChat, type BuiltShow } from './show-chat';
import { buildSubscription } from './subscription';
import { buildUser, type BuiltPerson } from './user';

/** Everybody who could come to a show, by how they stand to it. */
export const viewers = [
  'guest', 'stranger', 'follower', 'subscriber', 'formerSubscriber', 'ticketHolder', 'seatHolder', 'muted', 'banned', 'blocked', 'farAway', 'otherCreator', 'host', 'admin',
] as const; // prettier-ignore

export type ViewerName = (typeof viewers)[number];

export interface ShowStage extends BuiltShow {
  host: BuiltPerformer;
  people: Record<Exclude<ViewerName, 'guest'>, BuiltPerson>;
  /** Of a call by one of them: whom it is from, and where. */
  by(viewer: ViewerName): { as: string | undefined; headers: Record<string, string> };
}

/** A show with everybody who could come to it. Those muted, banned or blocked subscribe to its host. */
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
      return [name, await buildUser(app, name === 'admin' ? { roles: ['user', 'admin'] } : {})] as const;
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
