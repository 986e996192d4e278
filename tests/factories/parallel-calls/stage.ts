import { cents } from '@contract/base/money';
import type { EndpointData, EndpointName } from '@contract/schemas';
import { newId } from '../../../server/db/columns';
import { files } from '../../../server/db/schema/files';
import type { TestApp, TestCall } from '../../harness/build-test-app';
import { soak } from '../../harness/soak';
import { buildFeed } from '../feed';
import { buildPhoto } from '../media';
import { buildCard, buildSale } from '../money';
import { buildPerformer, type BuiltPerformer } from '../performer';
import { buildSubscription } from '../subscription';
import { buildUser, type AccountOverrides, type BuiltPerson } from '../user';

/** Number of concurrent calls to each endpoint; the API has a quarter as many database connections. */
export const AT_ONCE = soak > 1 ? 40 : 16;

export interface Plan {
  /** Calls an API that streams through Agora. */
  needsAgora?: true;
  /** The answer to every call, if it is not 200: the sandbox lacks what the call needs. */
  answer?: string;
  calls(stage: Stage): Promise<TestCall[]> | TestCall[];
}

export type Plans = Partial<Record<EndpointName, Plan>>;

export type Ask = <N extends EndpointName>(name: N, call: TestCall) => Promise<EndpointData<N>>;

/** Shared by most plans: fans who follow and subscribe to one creator, and her content. */
export interface Stage {
  /** Used to prepare data. It has the same database, files and secret as the API under test. */
  app: TestApp;
  ask: Ask;
  /** Each has a full wallet and a saved card. */
  fans: readonly BuiltPerson[];
  creators: readonly BuiltPerformer[];
  star: BuiltPerformer;
  admin: BuiltPerson;
  openPostId: string;
  /** One conversation between each fan and the star, in the order of the fans. */
  conversations: readonly string[];
  photo: Buffer;
  /** Accepts every delivery. */
  webhook: { url: string; events: string[] };
  /** Creates new fans, `AT_ONCE` by default. */
  people(overrides?: AccountOverrides, count?: number): Promise<BuiltPerson[]>;
  newWord(): string;
}

export async function buildStage(app: TestApp, ask: Ask, webhookUrl: string): Promise<Stage> {
  const webhook = { url: webhookUrl, events: ['tip.received'] };
  let words = 0;
  const newWord = () => `wren${(words += 1).toString(36)}x`;
  const people = (overrides: AccountOverrides = {}, count = AT_ONCE) =>
    times(count, () => buildUser(app, { wallet: cents(1_000_00), ...overrides }));
  const [fans, creators, admin, photo] = await Promise.all([
    people(),
    times(AT_ONCE, () => buildPerformer(app)),
    buildUser(app, { roles: ['user', 'admin', 'owner'] }),
    buildPhoto({ width: 240, height: 160 }),
  ]);
  const star = await buildPerformer(app, { isFreeSubscription: true, freeSubscriptionDays: 7 });
  const open = await buildFeed(app, star, { isSale: true, price: 0 });
  await mapAll(fans, async (fan) => {
    await buildCard(app, fan);
    await buildSubscription(app, { userId: fan.id, performerId: star.id });
    await ask('followPerformer', { as: fan.token, params: { id: star.id } });
  });
  const conversations = await mapAll(fans, async (fan) => {
    const id = await openConversation(ask, { from: fan, to: star });
    await ask('sendMessage', { as: star.token, params: { id }, body: { text: 'Good morning' } });
    return id;
  });
  return {
    app,
    ask,
    fans,
    creators,
    star,
    admin,
    openPostId: open._id,
    conversations,
    photo,
    webhook,
    people,
    newWord,
  };
}

/** A photo that failed for good, for example because each attempt ran out of memory. Its bytes are gone. */
export async function buildFailedPhoto({ app, star }: Stage, change: { isPublic?: boolean } = {}): Promise<string> {
  const id = newId();
  await app.context.db.insert(files).values({
    id,
    ownerId: star.id,
    type: 'feed-photo',
    kind: 'image',
    mimeType: 'image/jpeg',
    size: 1,
    status: 'error',
    variants: {
      original: { key: `${id.slice(-2)}/${id}/original`, mimeType: 'image/jpeg', width: 0, height: 0, size: 1 },
    },
    ...change,
  });
  return id;
}

async function openConversation(ask: Ask, { from, to }: { from: BuiltPerson; to: BuiltPerson }): Promise<string> {
  const body = { source: to.account.kind, sourceId: to.id };
  return (await ask('createConversation', { as: from.token, body }))._id;
}

export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

export const mapAll = <T, R>(all: readonly T[], make: (one: T, index: number) => Promise<R>): Promise<R[]> =>
  Promise.all(all.map(make));

export const same = (make: (stage: Stage) => TestCall | Promise<TestCall>): Plan => ({
  calls: async (stage) => {
    const call = await make(stage);
    return Array.from({ length: AT_ONCE }, () => call);
  },
});

export const byFans = (make: (stage: Stage, fan: BuiltPerson, index: number) => TestCall = () => ({})): Plan => ({
  calls: (stage) => stage.fans.map((fan, index) => ({ as: fan.token, ...make(stage, fan, index) })),
});

export const byCreators = (
  make: (stage: Stage, creator: BuiltPerformer, index: number) => TestCall = () => ({}),
): Plan => ({
  calls: (stage) => stage.creators.map((creator, index) => ({ as: creator.token, ...make(stage, creator, index) })),
});

export const byStar = (make: (stage: Stage, index: number) => TestCall | Promise<TestCall> = () => ({})): Plan => ({
  calls: (stage) => times(AT_ONCE, async (index) => ({ as: stage.star.token, ...(await make(stage, index)) })),
});

export const byStrangers = (
  make: (stage: Stage, index: number) => TestCall | Promise<TestCall> = () => ({}),
): Plan => ({
  calls: (stage) => times(AT_ONCE, async (index) => make(stage, index)),
});

export const byNewFans = (
  make: (stage: Stage, fan: BuiltPerson) => TestCall | Promise<TestCall> = () => ({}),
  overrides: AccountOverrides = {},
): Plan => ({
  calls: async (stage) =>
    mapAll(await stage.people(overrides), async (fan) => ({ as: fan.token, ...(await make(stage, fan)) })),
});

export const getSale = async ({ app, star }: Stage): Promise<string> => (await buildSale(app, star)).id;
