import { cents } from '@contract/base/money';
import type { EndpointName } from '@contract/schemas';
import { buildPhotoFeed, buildPollOption } from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';
import { howBusy } from '../../../../tests/harness/how-busy';
import { connect, listen, settle, until, type TestSocket } from '../../../../tests/harness/socket-client';

/**
 * Blocked viewers must get the same responses as for an unknown id, and lists must omit the creator. Promises,
 * decisions 3.
 */
let app: TestApp;
let url: string;
let creator: BuiltPerformer;
let admin: BuiltPerson;
let known: Record<'performer' | 'feed' | 'option' | 'comment' | 'conversation' | 'message' | 'file', string>;
const nothing = 'f'.repeat(24);

const closedCountry = { 'cf-ipcountry': 'NZ' };
const openCountry = { 'cf-ipcountry': 'NO' };

beforeAll(async () => {
  app = await buildTestApp();
  url = await listen(app);
  creator = await buildPerformer(app, { name: 'Wilhelmina Quartz', username: 'wilhelmina-quartz' });
  admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
  const option = await buildPollOption(app, creator);
  const feed = await buildPhotoFeed(app, creator, { isSale: true, price: 3, title: 'Quartzite', pollIds: [option] });
  const comment = await app.call('createComment', {
    as: creator.token,
    body: { objectId: feed._id, objectType: 'feed', content: 'First' },
  });
  known = {
    performer: creator.id,
    feed: feed._id,
    option,
    comment: comment.data._id,
    file: feed.files[0]?._id ?? '',
    conversation: '',
    message: '',
  };
});
afterAll(() => app.close());

async function buildRegular(): Promise<BuiltPerson> {
  const fan = await buildUser(app, { wallet: cents(50_000) });
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  const call = (name: EndpointName, input: TestCall) =>
    app.call(name, { as: fan.token, headers: openCountry, ...input });
  const opened = await app.call('createConversation', {
    as: fan.token,
    body: { source: 'performer', sourceId: creator.id },
  });
  known.conversation = opened.data._id;
  const sent = await app.call('sendMessage', {
    as: creator.token,
    params: { id: known.conversation },
    body: { text: 'Only for you', type: 'text', isSale: true, price: 4 },
  });
  known.message = sent.data._id;
  await call('followPerformer', { params: { id: creator.id } });
  for (const [objectId, objectType] of [
    [creator.id, 'performer'],
    [known.feed, 'feed'],
  ]) {
    await call('createReaction', { body: { objectId, objectType, action: 'bookmark' } });
  }
  return fan;
}

type Target = keyof typeof known;

/** Endpoints that take an id. Each is called with a known and an unknown one. */
const calls: [EndpointName, Target, (id: string) => TestCall][] = [
  ['getPerformer', 'performer', (id) => ({ params: { id } })],
  ['followPerformer', 'performer', (id) => ({ params: { id } })],
  ['tipPerformer', 'performer', (id) => ({ params: { id }, body: { price: 5 } })],
  [
    'subscribePerformer',
    'performer',
    (performerId) => ({ body: { performerId, type: 'monthly', paymentGateway: 'stripe', cardId: 'card_visa' } }),
  ],
  ['createConversation', 'performer', (sourceId) => ({ body: { source: 'performer', sourceId } })],
  ['createReaction', 'performer', (objectId) => ({ body: { objectId, objectType: 'performer', action: 'like' } })],
  [
    'createReport',
    'performer',
    (targetId) => ({ body: { target: 'performer', targetId, performerId: targetId, title: 'Spam' } }),
  ],
  ['getFeed', 'feed', (id) => ({ params: { id } })],
  ['buyFeed', 'feed', (id) => ({ params: { id }, body: {} })],
  ['votePoll', 'option', (id) => ({ params: { id } })],
  ['createReaction', 'feed', (objectId) => ({ body: { objectId, objectType: 'feed', action: 'like' } })],
  ['createComment', 'feed', (objectId) => ({ body: { objectId, objectType: 'feed', content: 'Hello' } })],
  ['listComments', 'feed', (objectId) => ({ query: { objectId, objectType: 'feed' } })],
  [
    'createReport',
    'feed',
    (targetId) => ({ body: { target: 'feed', targetId, performerId: creator.id, title: 'Spam' } }),
  ],
  ['createReaction', 'comment', (objectId) => ({ body: { objectId, objectType: 'comment', action: 'like' } })],
  ['createComment', 'comment', (objectId) => ({ body: { objectId, objectType: 'comment', content: 'Hello' } })],
  ['getConversation', 'conversation', (id) => ({ params: { id } })],
  ['listMessages', 'conversation', (id) => ({ params: { id } })],
  ['sendMessage', 'conversation', (id) => ({ params: { id }, body: { text: 'Hello', type: 'text' } })],
  ['readAllMessages', 'conversation', (id) => ({ params: { id } })],
  ['buyMessage', 'message', (id) => ({ params: { id }, body: {} })],
  ['deleteMessage', 'message', (id) => ({ params: { id } })],
  ['getFileStatus', 'file', (id) => ({ params: { id } })],
];

/** Lists and counts that must omit the creator and their content. */
const lists: [EndpointName, TestCall][] = [
  ['searchPerformers', {}],
  ['searchPerformers', { query: { q: 'quartz' } }],
  ['searchPerformers', { query: { followed: 'true' } }],
  ['listRandomPerformers', {}],
  ['listTopPerformers', {}],
  ['listFeeds', {}],
  ['listFeeds', { query: { isHome: 'true' } }],
  ['listFeeds', { query: { q: 'quartzite' } }],
  ['listFollowing', {}],
  ['listFollowing', { query: { offset: '1' } }],
  ['listPhotos', {}],
  ['searchVideos', {}],
  ['searchGalleries', {}],
  ['searchProducts', {}],
  ['listConversations', {}],
  ['searchConversations', { query: { keyword: 'quartz' } }],
  ['searchMessages', { query: { q: 'only' } }],
];

const signs = () => [creator.id, 'Quartz', 'wilhelmina', known.feed, 'Only for you'];

describe.each([
  [
    'a blocked fan',
    (fan: BuiltPerson) => app.call('blockUser', { as: creator.token, body: { targetId: fan.id } }),
    openCountry,
  ],
  [
    'a blocked country',
    () => app.call('blockCountries', { as: creator.token, body: { countryCodes: ['NZ', 'AQ'] } }),
    closedCountry,
  ],
] as const)('%s', (_who, block, headers) => {
  let fan: BuiltPerson;
  beforeAll(async () => {
    fan = await buildRegular();
    await block(fan);
    app.clock.advance({ seconds: 11 });
  });
  afterAll(() => app.call('blockCountries', { as: creator.token, body: { countryCodes: [] } }));

  it.each(calls.map(([name, target, ask]) => [`${name} of a ${target}`, name, target, ask] as const))(
    'gets the same response as for an unknown id: %s',
    async (_title, name, target, ask) => {
      const [hidden, absent] = [
        await app.call(name, { ...ask(known[target]), as: fan.token, headers }),
        await app.call(name, { ...ask(nothing), as: fan.token, headers }),
      ];
      expect([hidden.status, hidden.body]).toEqual([absent.status, absent.body]);
      expect(absent.status).toBe(404);
    },
  );

  it.each(lists.map(([name, ask]) => [`${name} ${JSON.stringify(ask.query ?? ask.params ?? '')}`, name, ask] as const))(
    'sees nothing of the creator in %s',
    async (_title, name, ask) => {
      const { status, body } = await app.call(name, { ...ask, as: fan.token, headers });
      expect(status).toBe(200);
      const text = JSON.stringify(body);
      for (const sign of signs()) expect(text).not.toContain(sign);
      const { data: page } = body as { data: { data: unknown[]; total?: number } };
      // `listRandomPerformers` returns no total.
      expect(page.total ?? page.data.length).toBe(page.data.length);
    },
  );

  it.each(['feeds', 'performers'])('sees of a bookmark only that it exists, among %s', async (type) => {
    const { data } = await app.call('listBookmarks', { params: { type }, as: fan.token, headers });
    expect(data.data.map(({ objectInfo }) => objectInfo)).toEqual([null]);
    expect(JSON.stringify(data)).not.toContain('Quartz');
  });

  it('finds no items of the creator in search counts', async () => {
    const ask = { body: { keyword: 'quartz' }, as: fan.token };
    expect((await app.call('searchKeyword', { ...ask, headers })).data).toMatchObject({
      totalPerformer: 0,
      totalFeed: 0,
    });
    expect((await app.call('countUnread', { as: fan.token, headers })).data).toEqual({ total: 0 });
  });

  it('cannot load media by a link that was valid before', async () => {
    const [file] = await app.services.media.find([known.file]);
    const link = app.services.media.present(file!, { viewer: fan.actor, open: true }).url ?? '';
    const reply = await app.http.inject({ url: link.replace('http://api.test', ''), headers });
    expect(reply.statusCode).toBe(403);
  });

  it('does not affect administrators and the creator', async () => {
    for (const as of [admin.token, creator.token]) {
      expect((await app.call('getPerformer', { params: { id: creator.id }, as, headers })).status).toBe(200);
      expect((await app.call('getFeed', { params: { id: known.feed }, as, headers })).status).toBe(200);
    }
  });
});

it('a blocked fan cannot find out whether the creator is online', async () => {
  const fan = await buildRegular();
  await app.services.presence.onPresence(creator.id, true);
  const isOnline = async () => (await app.services.people.views([creator.id], fan.actor)).get(creator.id)?.isOnline;
  expect(await isOnline()).toBe(true);
  await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
  expect(await isOnline()).toBe(false);
  await app.services.presence.onPresence(creator.id, false);
});

// Promises A-4.
describe('sockets of blocked viewers', () => {
  let open: TestSocket[] = [];
  afterEach(async () => {
    for (const { close } of open) close();
    open = [];
    await app.call('blockCountries', { as: creator.token, body: { countryCodes: [] } });
    await app.services.block.closeSiteTo([]);
  });

  async function watch(fan: BuiltPerson, country = 'NO'): Promise<TestSocket> {
    const tab = await connect(url, fan.token, { 'cf-ipcountry': country });
    open.push(tab);
    tab.socket.emit('presence/watch', { userId: creator.id });
    await settle(tab);
    return tab;
  }
  async function receiveNoPresence(...tabs: TestSocket[]): Promise<boolean> {
    const count = () => tabs.map((tab) => tab.heard('presence').length).join();
    const before = count();
    app.context.publisher.publish('presence', `presence:${creator.id}`, { userId: creator.id, isOnline: true });
    await settle(...tabs);
    return count() === before;
  }

  it('leave the creator’s rooms immediately after a block', async () => {
    const fan = await buildRegular();
    const tab = await watch(fan);
    expect(await receiveNoPresence(tab)).toBe(false);
    await app.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    expect(await receiveNoPresence(tab)).toBe(true);
    expect((await watch(fan)).heard('presence')).toEqual([]);
  });

  it('leave within ten seconds after another process has blocked the account or the country', async () => {
    const second = await buildTestApp({}, { beside: app });
    const [fan, kiwi] = [await buildRegular(), await buildRegular()];
    const tabs = [await watch(fan), await watch(kiwi, 'NZ')];
    for (const tab of tabs) expect(await receiveNoPresence(tab)).toBe(false);
    await second.call('blockUser', { as: creator.token, body: { targetId: fan.id } });
    await second.call('blockCountries', { as: creator.token, body: { countryCodes: ['NZ'] } });
    await second.close();
    await until('both are removed', () => receiveNoPresence(...tabs), 10_000 * howBusy(), 100);
    expect((await watch(kiwi, 'NZ')).heard('presence')).toEqual([]);
  });

  it('receive no messages of a creator who blocks their country', async () => {
    const fan = await buildRegular();
    const conversation = known.conversation;
    await app.call('blockCountries', { as: creator.token, body: { countryCodes: ['NZ'] } });
    const [here, away] = [await watch(fan), await watch(fan, 'NZ')];
    await app.call('sendMessage', {
      as: creator.token,
      params: { id: conversation },
      body: { text: 'Only for you', type: 'text' },
    });
    await settle(here, away);
    expect(here.heard('message_created')).toHaveLength(1);
    expect(away.heard('message_created')).toEqual([]);
  });

  it('are closed if the site blocks their country, except those of administrators', async () => {
    const fan = await buildUser(app);
    const [tab, office] = [await watch(fan, 'NZ'), await watch(admin, 'NZ')];
    await app.services.block.closeSiteTo(['NZ']);
    await until('the fan is disconnected', () => tab.socket.disconnected, 10_000 * howBusy());
    expect(office.socket.connected).toBe(true);
    const late = await connect(url, undefined, { 'cf-ipcountry': 'NZ' });
    open.push(late);
    await until('the guest is disconnected', () => late.socket.disconnected);
  });
});
