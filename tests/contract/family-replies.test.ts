import type { AddressInfo } from 'node:net';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { ApiError } from '@/services/api-error';
import { readReply } from '@/services/backend/read-reply';
import { holes, listMembers, withHole } from '../../e2e/mock-api/holes';
import { profileNames, profiles, type ProfileName } from '../../e2e/mock-api/profiles';
import { addLine, goLive, prepareShow } from '../../e2e/mock-api/shows';
import { addProduct, addSubscription, seed } from '../../e2e/mock-api/seed';
import { startServer } from '../../e2e/mock-api/server';
import { openSession, stamp, type World } from '../../e2e/mock-api/state';
import { emptyWorld } from '../../e2e/mock-api/world';

/**
 * After parsing, responses must have all fields that screens rely on. The mock API builds them from `seen` rows of the wire
 * contract.
 */
async function start(name: ProfileName) {
  const world = emptyWorld({ profile: profiles[name], url: 'http://localhost', siteUrl: 'http://localhost' });
  await seed(world);
  fill(world);
  const server = startServer(world);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const people = [...world.people.values()];
  const fan = people.find(({ isPerformer, balance }) => !isPerformer && balance > 0)!;
  const creator = people.find(({ isPerformer }) => isPerformer)!;
  const tokens = {
    visitor: 'null',
    fan: openSession(world, fan._id, true),
    creator: openSession(world, creator._id, true),
  };
  return {
    world,
    creator,
    async hear(who: keyof typeof tokens, name: EndpointName, { params, query }: { params: object; query: object }) {
      const places = new Map(Object.entries(params as Record<string, string>));
      const path = routes[name].path.replaceAll(/:(\w+)/g, (_place, key: string) => places.get(key) ?? '');
      const url = `${baseUrl}${path}?${new URLSearchParams(Object.entries(query as Record<string, string>))}`;
      const reply = await fetch(url, { headers: { Authorization: tokens[who] } });
      const body = (await reply.json()) as { data?: unknown };
      return { status: reply.status, data: body.data };
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}

function fill(world: World): void {
  const people = [...world.people.values()];
  const fan = people.find(({ isPerformer, balance }) => !isPerformer && balance > 0)!;
  const creator = people.find(({ isPerformer }) => isPerformer)!;
  const product = addProduct(world, creator, {});
  const feed = world.feeds.find(({ fromSourceId }) => fromSourceId === creator._id)!;
  const comment = { content: 'Calm', objectId: feed._id, objectType: 'feed', recipientId: creator._id };
  world.comments.push({ ...stamp(), ...comment, createdBy: fan._id });
  world.reactions.push({ ...stamp(), action: 'bookmark', objectId: feed._id, objectType: 'feed', createdBy: fan._id });
  world.blocks.push({ ...stamp(), from: creator._id, to: fan._id });
  const paid = { sourceId: fan._id, performerId: creator._id, status: 'success', products: [{ name: 'A', price: 9 }] };
  const target = { target: 'product', targetId: product._id, type: 'product', totalPrice: 9, netPrice: 7.2 };
  world.charges.push({ ...stamp(), ...paid, ...target });
  const gateway = {
    paymentGateway: 'stripe',
    target: 'performer',
    targetId: creator._id,
    type: 'monthly_subscription',
  };
  world.transactions.push({ ...stamp(), ...paid, ...gateway, originalPrice: 9, totalPrice: 9, couponInfo: null });
  const asked = { source: 'performer', sourceId: creator._id, requestTokens: 60, tokenConversionRate: 1 };
  const words = { paymentAccountType: 'banking', requestNote: '', adminNote: '', status: 'pending' };
  world.payouts.push({ ...stamp(), ...asked, ...words });
  const show = prepareShow(world, creator, { title: 'Sunday loops', price: 5, isFree: false });
  goLive(world, show);
  addLine(world, show, fan, { type: 'text', text: 'Hello' });
  addSubscription(world, fan, creator, 'active');
  const order = { orderNumber: 'A1', transactionId: product._id, quantity: 1, unitPrice: 9, totalPrice: 9 };
  const parties = { userId: fan._id, performerId: creator._id, productId: product._id };
  world.orders.push({ ...stamp(), ...order, ...parties, deliveryStatus: 'delivered', shippingCode: '' });
}

type Started = Awaited<ReturnType<typeof start>>;

function getParams(name: EndpointName, { world, creator }: Started): Record<string, string> {
  const feed = world.feeds.find(({ fromSourceId }) => fromSourceId === creator._id);
  const conversation = world.conversations[0];
  const own = (kind: string) => world.assets.find((one) => one.kind === kind && one.fromSourceId === creator._id)?._id;
  switch (name) {
    case 'getVideo':
    case 'getPerformerVideo':
      return { id: own('video') ?? '' };
    case 'getGallery':
    case 'getPerformerGallery':
      return { id: own('gallery') ?? '' };
    case 'getProduct':
    case 'getPerformerProduct':
      return { id: world.products[0]?._id ?? '' };
    case 'listBookmarks':
      return { type: 'feeds' };
    case 'getFeed':
    case 'getPerformerFeed':
      return { id: feed?._id ?? '' };
    case 'getPerformer':
      return { id: creator.username };
    case 'getConversation':
    case 'listMessages':
      return { id: conversation?._id ?? '' };
    case 'getStreamConversation':
      return { id: world.streams[0]?._id ?? '' };
    case 'listPublicStreamMessages':
      return { id: world.streams[0]?.conversationId ?? '' };
    case 'getPayoutRequest':
      return { id: world.payouts[0]?._id ?? '' };
    case 'getPost':
      return { id: 'privacy-policy' };
    case 'listStates':
    case 'listCities':
      return { id: 'DE', a: 'DE', b: 'Bavaria' };
    default:
      return { id: creator._id };
  }
}

const getQuery = (name: EndpointName, { world }: Started) =>
  name === 'listComments'
    ? { objectId: world.feeds[0]?._id, objectType: 'feed' }
    : {
        limit: 20,
        ...(name === 'listPhotos' && { galleryId: world.assets.find(({ kind }) => kind === 'gallery')?._id }),
      };

/** Ids and dates that a backend omits are read as empty strings. */
function listProblems(name: EndpointName, reply: unknown): string[] {
  const issues = schemas[name].data.safeParse(reply).error?.issues ?? [];
  return issues.filter(isMeant).map(({ path, message }) => `${path.join('.')}: ${message}`);

  function isMeant({ path, message }: { path: PropertyKey[]; message: string }): boolean {
    const value = path.reduce<unknown>((holder, key) => (holder as Record<PropertyKey, unknown>)?.[key], reply);
    return !(message === 'must be an id' && value === '');
  }
}

/** Keeps two rows: one gets incomplete, the other shows that the list is kept. */
const shorten = (data: unknown): unknown =>
  data && typeof data === 'object' && 'data' in data && Array.isArray(data.data)
    ? { ...data, data: data.data.slice(0, 2) }
    : data;

const reads = (Object.keys(routes) as EndpointName[]).filter(
  (name) => routes[name].method === 'GET' && !('extension' in routes[name]),
);

describe.each(profileNames)('replies of the %s backend', (profile) => {
  let started: Started;
  const sent = new Map<string, { name: EndpointName; data: unknown }>();
  beforeAll(async () => {
    started = await start(profile);
  });
  afterAll(async () => {
    await started.stop();
  });

  it.each(reads)('%s', async (name) => {
    const { access } = routes[name];
    // Compatible backends let only accounts join shows; ours also lets guests.
    const isForFans = access === 'user' || access === 'signedIn' || name === 'joinStream';
    const who = access === 'performer' ? 'creator' : isForFans ? 'fan' : 'visitor';
    const readers = access === 'signedIn' ? (['fan', 'creator'] as const) : ([who] as const);
    const input = { params: getParams(name, started), query: getQuery(name, started) };
    for (const reader of readers) {
      const { status, data } = await started.hear(reader, name, input);
      // This API variant may lack the endpoint or the item.
      expect([200, 403, 404, 422]).toContain(status);
      if (status !== 200) continue;
      sent.set(`${name} to a ${reader}`, { name, data: shorten(data) });
      expect(listProblems(name, readReply(name, data))).toEqual([]);
    }
  });

  it('were received for more than 30 endpoints', () => expect(sent.size).toBeGreaterThan(30));

  it.each(holes)('with a field that is %s are read as the contract says, or are left out', (hole) => {
    const wrong: string[] = [];
    let count = 0;
    for (const [whose, { name, data }] of sent) {
      for (const path of listMembers(data as never)) {
        count += 1;
        const told = withHole(data as never, path, hole);
        const at = `${whose}, ${path.join('.')}`;
        try {
          wrong.push(...listProblems(name, readReply(name, told)).map((problem) => `${at}: ${problem}`));
        } catch (error) {
          // A single item without its id or creator counts as not found.
          const isLast = ['_id', 'performer', 'stream', 'stream._id'].includes(path.join('.'));
          if (!(error instanceof ApiError) || error.status !== 404 || !isLast) wrong.push(`${at}: ${String(error)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(count).toBeGreaterThan(1_000);
  });

  it.each(['listFeeds', 'listBookmarks', 'searchVideos', 'listMessages'] as const)(
    '%s: leaves out broken rows and keeps the others',
    (name) => {
      const { data } = [...sent.values()].find((one) => one.name === name)!;
      const { data: rows } = data as { data: object[] };
      const page = { ...(data as object), data: [null, {}, 'x', ...rows], total: rows.length + 3 };
      expect(readReply(name, page)).toMatchObject({ data: { length: rows.length }, total: rows.length + 3 });
      expect(rows.length).toBeGreaterThan(0);
    },
  );
});
