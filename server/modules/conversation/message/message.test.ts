import { cents } from '@contract/base/money';
import { conversationMembers, conversations } from '../../../db/schema/messages';
import { subscriptions } from '../../../db/schema/money';
import { userBlocks, follows } from '../../../db/schema/social';
import { inTransaction, type Tx } from '../../../db/transaction';
import { accounts } from '../../../db/schema/accounts';
import { eq, inArray, sql } from 'drizzle-orm';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildPhoto, buildStoredPhoto } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, fillWallet, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { meanwhile, untilWaiting } from '../../../../tests/harness/lock-races';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let conversationId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  conversationId = await open(fan, creator);
});

async function open(from: BuiltPerson, to: BuiltPerson): Promise<string> {
  const body = { source: to.account.kind, sourceId: to.id };
  const reply = await app.call('createConversation', { as: from.token, body });
  expect(reply.status).toBe(200);
  return reply.data._id;
}

const send = (from: BuiltPerson, body: Record<string, unknown>, id = conversationId) =>
  app.call('sendMessage', { as: from.token, params: { id }, body });
const listMessages = (as: BuiltPerson, query: Record<string, unknown> = {}, id = conversationId) =>
  app.call('listMessages', { as: as.token, params: { id }, query });
const listConversations = (as: BuiltPerson, query: Record<string, unknown> = {}) =>
  app.call('listConversations', { as: as.token, query });
const getUnread = async (as: BuiltPerson) => (await app.call('countUnread', { as: as.token })).data.total;
const block = (user: BuiltPerson) =>
  app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: user.id });
const getPhoto = (owner: BuiltPerson) => buildStoredPhoto(app, { ownerId: owner.id, type: 'message-photo' });

describe('POST /conversations', () => {
  it('returns the same conversation to both members, however often they open it', async () => {
    const again = await Promise.all([open(fan, creator), open(creator, fan), open(fan, creator)]);
    expect(new Set([conversationId, ...again]).size).toBe(1);
  });

  it('lets any fan open a conversation before subscribing, but not write in it', async () => {
    const stranger = await buildUser(app);
    const body = { source: 'performer', sourceId: creator.id };
    const reply = await app.call('createConversation', { as: stranger.token, body });
    expect(reply.data).toMatchObject({ canWrite: false, isSubscribed: false, totalNotSeenMessages: 0 });
    expect(reply.data.recipientInfo).toMatchObject({ _id: creator.id, isPerformer: true });
    expect((await send(stranger, { text: 'hello' }, reply.data._id)).body.error).toBe('NOT_SUBSCRIBED');
    // The creator does not see it until it has a message.
    const seen = await listConversations(creator);
    expect(seen.data.data.map((one) => one._id)).not.toContain(reply.data._id);
    expect((await listConversations(stranger)).data.total).toBe(1);
  });

  it('rejects oneself, other fans, and fans who are not linked to the creator', async () => {
    const stranger = await buildUser(app);
    const ask = (as: BuiltPerson, source: string, sourceId: string) =>
      app.call('createConversation', { as: as.token, body: { source, sourceId } });
    expect((await ask(fan, 'user', fan.id)).body.error).toBe('MESSAGE_TO_SELF');
    expect((await ask(fan, 'user', stranger.id)).status).toBe(403);
    expect((await ask(fan, 'user', 'f'.repeat(24))).status).toBe(403);
    expect((await ask(creator, 'user', stranger.id)).status).toBe(403);
    await app.context.db.insert(follows).values({ followerId: stranger.id, followingId: creator.id });
    expect((await ask(creator, 'user', stranger.id)).data.canWrite).toBe(true);
  });

  it('gives the same response for a creator who blocks the caller and one who does not exist', async () => {
    const stranger = await buildUser(app);
    await block(stranger);
    const ask = (sourceId: string, headers = {}) =>
      app.call('createConversation', { as: stranger.token, body: { source: 'performer', sourceId }, headers });
    const [blocked, unknown, wrongKind] = [await ask(creator.id), await ask('a'.repeat(24)), await ask(fan.id)];
    expect(blocked.status).toBe(404);
    expect(blocked.body).toEqual(unknown.body);
    expect(wrongKind.body).toEqual(unknown.body);
  });
});

describe('GET /conversations', () => {
  it('lists the conversation with the newest message first, with the other member and the unread count', async () => {
    const second = await buildPerformer(app, { name: 'Ada Reed' });
    await buildSubscription(app, { userId: fan.id, performerId: second.id });
    const other = await open(fan, second);
    await send(creator, { text: 'one' });
    app.clock.advance({ seconds: 1 });
    await send(second, { text: 'A message that is longer than thirty letters' }, other);
    const { data } = await listConversations(fan);
    expect(data.total).toBe(2);
    expect(data.data.map((one) => one._id)).toEqual([other, conversationId]);
    expect(data.data[0]).toMatchObject({
      recipientInfo: { _id: second.id, name: 'Ada Reed' },
      lastMessage: 'A message that is longer than ',
      lastSenderId: second.id,
      totalNotSeenMessages: 1,
      isSubscribed: true,
      canWrite: true,
    });
    app.clock.advance({ seconds: 1 });
    await send(creator, { text: 'two' });
    expect((await listConversations(fan)).data.data[0]).toMatchObject({ _id: conversationId, totalNotSeenMessages: 2 });
    expect((await listConversations(fan, { limit: 1, offset: 1 })).data.data.map((one) => one._id)).toEqual([other]);
  });

  it('filters by the other member’s name and by unread', async () => {
    await send(creator, { text: 'hi' });
    const find = (q: string) => app.call('searchConversations', { as: fan.token, query: { q } });
    expect((await find(creator.account.name.toUpperCase())).data.total).toBe(1);
    expect((await find('nobody%')).data.total).toBe(0);
    expect((await listConversations(fan, { unread: true })).data.total).toBe(1);
    expect((await listConversations(creator, { unread: true })).data.total).toBe(0);
  });

  it('lists only current subscribers if a creator filters by subscribers', async () => {
    const follower = await buildUser(app);
    await app.context.db.insert(follows).values({ followerId: follower.id, followingId: creator.id });
    await send(creator, { text: 'hi' }, await open(creator, follower));
    await send(creator, { text: 'hi' });
    const find = () => listConversations(creator, { subscribers: true });
    expect((await find()).data.data.map((one) => one._id)).toEqual([conversationId]);
    app.clock.advance({ days: 40 });
    creator = { ...creator, token: await app.services.session.open(creator.id) };
    expect((await find()).data.total).toBe(0);
    expect((await listConversations(creator)).data.total).toBe(2);
  });

  it('hides a conversation, its messages and its count from a fan whom the creator blocks', async () => {
    await send(creator, { text: 'hi' });
    await block(fan);
    expect((await listConversations(fan)).data.total).toBe(0);
    expect(await getUnread(fan)).toBe(0);
    expect((await listMessages(fan)).status).toBe(404);
    expect((await send(fan, { text: 'why' })).status).toBe(404);
    expect((await app.call('getConversation', { as: fan.token, params: { id: conversationId } })).status).toBe(404);
    const { data } = await listConversations(creator);
    expect(data.data[0]).toMatchObject({ _id: conversationId, isBlocked: true, canWrite: false });
    expect((await send(creator, { text: 'sorry' })).status).toBe(403);
  });
});

describe('GET /messages/conversations/:id', () => {
  it('returns pages of 25, newest first, by offset or sequence', async () => {
    for (let i = 1; i <= 30; i += 1) await send(creator, { text: `m${i}` });
    const first = await listMessages(fan);
    expect(first.data.total).toBe(30);
    expect(first.data.data).toHaveLength(25);
    expect(first.data.data[0]).toMatchObject({ text: 'm30', sequence: 30, senderId: creator.id });
    const older = await listMessages(fan, { beforeSequence: 6 });
    expect(older.data.data.map((one) => one.text)).toEqual(['m5', 'm4', 'm3', 'm2', 'm1']);
    expect(older.data.total).toBe(5);
    const newer = await listMessages(fan, { afterSequence: 28 });
    expect(newer.data.data.map((one) => one.sequence)).toEqual([30, 29]);
    expect((await listMessages(fan, { offset: 28, limit: 5 })).data.data.map((one) => one.text)).toEqual(['m2', 'm1']);
  });

  it('responds 404 to accounts that are not members', async () => {
    await send(fan, { text: 'between us' });
    const [stranger, rival] = [await buildUser(app), await buildPerformer(app)];
    const message = (await listMessages(fan)).data.data[0]?._id ?? '';
    for (const { token } of [stranger, rival]) {
      const id = conversationId;
      const replies = await Promise.all([
        app.call('listMessages', { as: token, params: { id } }),
        app.call('getConversation', { as: token, params: { id } }),
        app.call('sendMessage', { as: token, params: { id }, body: { text: 'me too' } }),
        app.call('readAllMessages', { as: token, params: { id } }),
        app.call('deleteMessage', { as: token, params: { id: message } }),
      ]);
      expect(replies.map((reply) => reply.status)).toEqual([404, 404, 404, 404, 404]);
    }
  });
});

describe('GET /messages/search', () => {
  const search = async (as: BuiltPerson, q: string, query: Record<string, unknown> = {}) =>
    (await app.call('searchMessages', { as: as.token, query: { q, ...query } })).data;
  const getTexts = async (as: BuiltPerson, q: string) => (await search(as, q)).data.map((one) => one.text);

  it('finds every word in any case, newest first, for both members, and shows the other member', async () => {
    await send(fan, { text: 'Is the Madder dry yet?' });
    app.clock.advance({ seconds: 1 });
    await send(creator, { text: 'The madder is nearly dry.' });
    await send(creator, { text: 'Nothing of that' });
    expect(await getTexts(fan, '  DRY madder ')).toEqual(['The madder is nearly dry.', 'Is the Madder dry yet?']);
    const found = await search(creator, 'madder', { limit: 1, offset: 1 });
    expect(found).toMatchObject({ total: 2, data: [{ conversationId, sequence: 1, recipientInfo: { _id: fan.id } }] });
    expect((await search(fan, 'adder')).data[0]?.recipientInfo).toMatchObject({ _id: creator.id });
  });

  it('takes LIKE wildcards literally and requires a word', async () => {
    await send(fan, { text: 'It is 100% wool_thread' });
    expect(await getTexts(fan, '0% wool_')).toHaveLength(1);
    expect(await getTexts(fan, '%%')).toEqual([]);
    expect((await app.call('searchMessages', { as: fan.token, query: { q: ' ' } })).status).toBe(400);
  });

  it('finds nothing in others’ conversations, in deleted messages, or in conversations with a creator who blocks the caller', async () => {
    const { data: sent } = await send(creator, { text: 'between us' });
    expect(await getTexts(await buildPerformer(app), 'between')).toEqual([]);
    await block(fan);
    expect([await getTexts(fan, 'between'), await getTexts(creator, 'between')]).toEqual([[], ['between us']]);
    await app.call('deleteMessage', { as: creator.token, params: { id: sent._id } });
    expect(await getTexts(creator, 'between')).toEqual([]);
    expect(await getTexts(creator, 'Message deleted')).toEqual([]);
  });

  it('finds text for sale only after its purchase, but always finds text above files for sale', async () => {
    const { data: secret } = await send(creator, { text: 'The recipe is saffron', isSale: true, price: 5 });
    const file = await getPhoto(creator);
    await send(creator, { text: 'A photo of saffron', fileIds: [file.id], isSale: true, price: 5 });
    expect(await getTexts(fan, 'saffron')).toEqual(['A photo of saffron']);
    expect(await getTexts(creator, 'saffron')).toHaveLength(2);
    await fillWallet(app, fan.id, cents(1000));
    await app.call('buyMessage', { as: fan.token, params: { id: secret._id } });
    expect(await getTexts(fan, 'saffron')).toHaveLength(2);
  });

  const withoutMessages = <T>(what: () => Promise<T>): Promise<T> =>
    app.context.db.transaction(async (tx) => {
      await tx.execute(sql`lock table messages in access exclusive mode`);
      return what();
    });
  const getStatus = async (as: BuiltPerson) =>
    (await app.call('searchMessages', { as: as.token, query: { q: 'a b' } })).status;

  it('R-10: queues 60 searches of one account, while other requests still get a response', async () => {
    let searches: Promise<number>[] = [];
    const start = performance.now();
    await withoutMessages(async () => {
      searches = Array.from({ length: 60 }, () => getStatus(fan));
      await untilWaiting(app, 1);
      expect((await app.call('getMe', { as: creator.token })).status).toBe(200);
    });
    // One search at a time waits for the lock, so only one can time out in each two seconds of it.
    const mostLate = 1 + Math.floor((performance.now() - start) / 2_000);
    const late = (await Promise.all(searches)).filter((status) => status !== 200);
    expect(late.filter((status) => status !== 503)).toEqual([]);
    expect(late.length).toBeLessThanOrEqual(mostLate);
  });

  it('R-10: leaves database connections to other requests, however many accounts search', async () => {
    const fans = await Promise.all(Array.from({ length: 10 }, () => buildUser(app)));
    let searches: Promise<number>[] = [];
    await withoutMessages(async () => {
      searches = fans.map(getStatus);
      await untilWaiting(app, 2);
      expect((await app.call('getMe', { as: creator.token })).status).toBe(200);
    });
    expect(await Promise.all(searches)).not.toContain(429);
  });

  it('R-10: times out after two seconds', async () => {
    const reply = await withoutMessages(() => app.call('searchMessages', { as: fan.token, query: { q: 'a' } }));
    expect([reply.status, reply.body.error]).toEqual([503, 'TOO_SLOW']);
  });
});

describe('POST /messages/conversations/:id', () => {
  it('stores a message that is unread for the recipient but not for the sender', async () => {
    const reply = await send(fan, { text: '  hello  ' });
    expect(reply.data).toMatchObject({ type: 'text', text: 'hello', sequence: 1, isSale: false, isDeleted: false });
    expect([await getUnread(creator), await getUnread(fan)]).toEqual([1, 0]);
  });

  it('stores a repeated message only once, even if repeated concurrently or after other messages', async () => {
    const body = { text: 'once', clientId: 'c-1' };
    const replies = await Promise.all([send(fan, body), send(fan, body), send(fan, body)]);
    await send(fan, { text: 'between' });
    replies.push(await send(fan, { ...body, text: 'other words' }));
    expect(new Set(replies.map((reply) => reply.data._id)).size).toBe(1);
    expect(replies.at(-1)?.data).toMatchObject({ text: 'once', clientId: 'c-1' });
    const { data } = await listMessages(creator);
    expect(data.total).toBe(2);
    // The recipient does not see `clientId`.
    expect(data.data.every((message) => message.clientId === null)).toBe(true);
    const told = app.events.filter((one) => one.event === 'message_created' && one.room === `account:${creator.id}`);
    expect(told).toHaveLength(2);
  });

  it.each<[string, () => Promise<unknown>, number]>([
    ['the subscription ended', () => app.context.db.delete(subscriptions).where(eq(subscriptions.userId, fan.id)), 403],
    ['the creator blocked the fan', () => block(fan), 404],
  ])('answers a repeat with the first message after %s', async (_what, change, status) => {
    const body = { text: 'once', clientId: 'c-1' };
    const { data } = await send(fan, body);
    await change();
    expect((await send(fan, body)).data).toMatchObject({ _id: data._id, text: 'once', clientId: 'c-1' });
    expect((await send(fan, { ...body, clientId: 'c-2' })).status).toBe(status);
    expect((await listMessages(creator)).data.total).toBe(1);
    const told = app.events.filter((one) => one.event === 'message_created' && one.room === `account:${creator.id}`);
    expect(told).toHaveLength(1);
  });

  it('answers a repeat with the first message after the bounds of prices changed', async () => {
    const body = { text: 'for a price', clientId: 'c-1', isSale: true, price: 5 };
    const { data } = await send(creator, body);
    const { minimumPpvPrice } = await app.services.settings.read();
    await app.services.settings.write('minimumPpvPrice', 6);
    try {
      expect((await send(creator, body)).data).toMatchObject({ _id: data._id, price: 5 });
      expect((await send(creator, { ...body, clientId: 'c-2' })).body.error).toBe('PRICE_OUT_OF_BOUNDS');
    } finally {
      await app.services.settings.write('minimumPpvPrice', minimumPpvPrice);
    }
  });

  it('does not answer a repeat with a message of the other member or of another conversation', async () => {
    const body = { text: 'once', clientId: 'c-1' };
    const { data } = await send(fan, body);
    expect((await send(creator, body)).data._id).not.toBe(data._id);
    const other = await buildPerformer(app);
    await buildSubscription(app, { userId: fan.id, performerId: other.id });
    expect((await send(fan, body, await open(fan, other))).data._id).not.toBe(data._id);
    const stranger = await buildUser(app);
    expect((await send(stranger, body)).status).toBe(404);
  });

  it('gives concurrent messages sequences without gaps', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, i) => send(i % 2 ? fan : creator, { text: `p${i}` })));
    const { data } = await listMessages(fan);
    expect(data.data.map((one) => one.sequence)).toEqual(Array.from({ length: 20 }, (_, i) => 20 - i));
    const { data: mine } = await listConversations(fan);
    expect(mine.data[0]).toMatchObject({ totalNotSeenMessages: 10, lastSequence: 20 });
  });

  it('lets a fan reply to a creator who wrote first, even after the subscription has ended', async () => {
    const visitor = await buildUser(app);
    const id = await open(visitor, creator);
    await app.context.db.insert(follows).values({ followerId: visitor.id, followingId: creator.id });
    expect((await send(visitor, { text: 'hi' }, id)).status).toBe(403);
    expect((await send(creator, { text: 'thanks for following' }, id)).status).toBe(200);
    expect((await send(visitor, { text: 'hi' }, id)).status).toBe(200);
    app.clock.advance({ days: 40 });
    const expired = await app.services.session.open(fan.id);
    fan = { ...fan, token: expired };
    expect((await send(fan, { text: 'still there?' })).body.error).toBe('NOT_SUBSCRIBED');
  });

  async function buildBuyer() {
    const buyer = await buildUser(app, { wallet: cents(10_000) });
    const product = await buildProduct(app, creator, { price: 9 });
    const place = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', city: 'Lisboa' };
    const address = { ...place, state: 'Lisboa', zipCode: '1100-001' };
    const { data: home } = await app.call('createAddress', { as: buyer.token, body: address });
    const body = { quantity: 1, deliveryAddressId: home._id };
    const order = () => app.call('buyProduct', { as: buyer.token, params: { id: product._id }, body });
    return { buyer, order };
  }

  it('lets nobody write because of an order that its buyer cancelled', async () => {
    const { buyer, order } = await buildBuyer();
    await order();
    const toSeller = await open(buyer, creator);
    expect((await send(buyer, { text: 'Which size?' }, toSeller)).status).toBe(200);
    const { data: ordered } = await app.call('searchUserOrders', { as: buyer.token });
    await app.call('cancelOrder', { as: buyer.token, params: { id: ordered.data[0]!._id } });
    expect((await send(buyer, { text: 'Hello!' }, toSeller)).body.error).toBe('NOT_SUBSCRIBED');
  });

  it('lets buyer and seller of an order write to each other, whatever they allow others, unless one is blocked', async () => {
    const { buyer, order } = await buildBuyer();
    const [toSeller, body] = [await open(buyer, creator), { source: 'user', sourceId: buyer.id }];
    expect((await send(buyer, { text: 'Which size?' }, toSeller)).body.error).toBe('NOT_SUBSCRIBED');
    expect((await app.call('createConversation', { as: creator.token, body })).status).toBe(403);
    await app.context.db
      .update(accounts)
      .set({ messagesFrom: 'nobody' })
      .where(inArray(accounts.id, [buyer.id, creator.id]));
    expect((await order()).status).toBe(200);
    expect(await open(creator, buyer)).toBe(toSeller);
    expect((await send(creator, { text: 'Which colour?' }, toSeller)).status).toBe(200);
    expect((await send(buyer, { text: 'Blue, please' }, toSeller)).status).toBe(200);
    await block(buyer);
    expect((await send(buyer, { text: 'Hello?' }, toSeller)).status).toBe(404);
    expect((await send(creator, { text: 'No' }, toSeller)).status).toBe(403);
  });

  it('rejects a message to an inactive account', async () => {
    await send(fan, { text: 'hi' });
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id));
    expect((await send(fan, { text: 'hello?' })).status).toBe(403);
    expect((await listMessages(fan)).status).toBe(200);
  });

  it.each([
    ['nothing at all', {}],
    ['blank text', { text: '   ' }],
    ['an overlong text', { text: 'x'.repeat(2001) }],
    ['a type only the server writes', { text: 'x', type: 'tip' }],
    ['a picture without a file', { text: 'x', type: 'photo' }],
    ['a file that does not exist', { fileIds: ['b'.repeat(24)] }],
    ['a sale without a price', { text: 'x', isSale: true }],
  ])('refuses %s', async (_, body) => {
    expect((await send(creator, body)).status).toBe(400);
    expect((await listMessages(fan)).data.total).toBe(0);
  });

  it.each([
    [
      'blocked',
      (tx: Tx) => tx.insert(userBlocks).values({ performerId: creator.id, userId: fan.id }),
      [404, 'ENTITY_NOT_FOUND'],
    ],
    [
      'shut out of the conversation',
      (tx: Tx) =>
        tx
          .update(conversationMembers)
          .set({ closedAt: app.clock.now() })
          .where(eq(conversationMembers.accountId, creator.id)),
      [403, 'MESSAGES_CLOSED'],
    ],
    [
      'no longer a subscriber',
      (tx: Tx) => tx.delete(subscriptions).where(eq(subscriptions.userId, fan.id)),
      [403, 'NOT_SUBSCRIBED'],
    ],
  ])('rejects a message if its sender was %s while the message waited for the lock', async (_what, change, refusal) => {
    const lock = (tx: Tx) => tx.select().from(conversations).where(eq(conversations.id, conversationId)).for('update');
    const photo = await getPhoto(fan);
    const body = { text: 'late', type: 'photo', fileIds: [photo.id] };
    const { status, body: reply } = await meanwhile(app, lock, () => send(fan, body), { last: change });
    expect([status, reply.error]).toEqual(refusal);
    expect((await listMessages(creator)).data.total).toBe(0);
  });

  it('attaches the sender’s files only once, and never another account’s files', async () => {
    const [mine, theirs] = [await getPhoto(fan), await getPhoto(creator)];
    const feedPhoto = await buildStoredPhoto(app, { ownerId: fan.id, type: 'feed-photo' });
    expect((await send(fan, { fileIds: [theirs.id] })).body.error).toBe('INVALID_OR_MISSING_FILE');
    expect((await send(fan, { fileIds: [feedPhoto.id] })).status).toBe(400);
    expect((await send(fan, { fileIds: [mine.id], type: 'video' })).status).toBe(400);
    const first = await send(fan, { fileIds: [mine.id, mine.id] });
    expect(first.data).toMatchObject({ type: 'photo', fileIds: [mine.id], text: '' });
    expect(first.data.files[0]?.url).toContain('/media/');
    expect((await send(fan, { fileIds: [mine.id] })).status).toBe(400);
    expect((await listConversations(creator)).data.data[0]?.lastMessage).toBe('Photo');
    const seen = (await listMessages(creator)).data.data[0];
    const opened = await app.http.inject({ url: (seen?.files[0]?.url ?? '').replace('http://api.test', '') });
    expect(opened.statusCode).toBe(200);
  });
});

describe('paid messages', () => {
  const priced = async () => {
    const file = await getPhoto(creator);
    const reply = await send(creator, { text: 'For you', fileIds: [file.id], isSale: true, price: 7.5 });
    expect(reply.status).toBe(200);
    return { file, message: reply.data };
  };
  const buy = (as: BuiltPerson, id: string) => app.call('buyMessage', { as: as.token, params: { id } });

  it('show the buyer a blurred image and the price, and the seller everything', async () => {
    const { message } = await priced();
    expect(message).toMatchObject({ isSale: true, price: 7.5, isBought: false });
    expect(message.files[0]?.url).toBeTruthy();
    const locked = (await listMessages(fan)).data.data[0];
    expect(locked).toMatchObject({ text: 'For you', price: 7.5, isBought: false });
    expect(locked?.files[0]).toMatchObject({ url: null });
    expect(locked?.files[0]?.name).toBe('photo.webp');
    expect(locked?.files[0]?.thumbnails).toHaveLength(1);
    const told = app.events.findLast((one) => one.event === 'message_created' && one.room === `account:${fan.id}`);
    expect(told?.payload).toMatchObject({ files: [{ url: null }] });
  });

  it('are unlocked for both members after the purchase, and can no longer be deleted', async () => {
    const { message } = await priced();
    await fillWallet(app, fan.id, cents(1000));
    expect((await buy(fan, message._id)).data).toMatchObject({ totalPrice: 7.5, balanceAfter: 2.5 });
    const bought = (await listMessages(fan)).data.data[0];
    expect(bought?.isBought).toBe(true);
    expect(bought?.files[0]?.url).toBeTruthy();
    expect((await listMessages(creator)).data.data[0]).toMatchObject({
      isBought: true,
      boughtAt: app.clock.now().toISOString(),
    });
    const told = app.events.filter((one) => one.event === 'message_updated').slice(-2);
    expect(told.map((one) => one.room).toSorted()).toEqual([`account:${creator.id}`, `account:${fan.id}`].toSorted());
    const refused = await app.call('deleteMessage', { as: creator.token, params: { id: message._id } });
    expect(refused.status).toBe(403);
  });

  it('hide their text if that is for sale, even in the list of conversations', async () => {
    await send(creator, { text: 'The secret is 42', isSale: true, price: 5 });
    expect((await listMessages(fan)).data.data[0]?.text).toBe('');
    expect((await listConversations(fan)).data.data[0]?.lastMessage).toBe('Paid message');
    expect((await listMessages(creator)).data.data[0]?.text).toBe('The secret is 42');
  });

  it('can be sent only by creators, with a price within the limits', async () => {
    expect((await send(fan, { text: 'pay me', isSale: true, price: 5 })).status).toBe(403);
    expect((await send(creator, { text: 'x', isSale: true, price: 400.01 })).body.error).toBe('PRICE_OUT_OF_BOUNDS');
    expect((await send(creator, { text: 'x', isSale: true, price: 0.5 })).body.error).toBe('PRICE_OUT_OF_BOUNDS');
  });

  it('cannot be bought by their sender or by accounts that are not members', async () => {
    const { message } = await priced();
    const stranger = await buildUser(app, { wallet: cents(1000) });
    expect((await buy(stranger, message._id)).status).toBe(404);
    expect((await buy(creator, message._id)).status).toBe(403);
    const free = await send(creator, { text: 'free' });
    expect((await buy(fan, free.data._id)).body.error).toBe('NOTHING_TO_PAY');
    await app.call('deleteMessage', { as: creator.token, params: { id: message._id } });
    expect((await buy(fan, message._id)).status).toBe(404);
  });

  it('are either deleted or sold, if both happen concurrently', async () => {
    await fillWallet(app, fan.id, cents(10_000));
    for (let i = 0; i < 5; i += 1) {
      const { message } = await priced();
      const [deleted, bought] = await Promise.all([
        app.call('deleteMessage', { as: creator.token, params: { id: message._id } }),
        buy(fan, message._id),
      ]);
      expect([deleted.status === 200, bought.status === 200].filter(Boolean)).toHaveLength(1);
    }
  });
});

describe('POST /messages/read-all/:id', () => {
  it('counts conversations, not messages, and records when messages were seen', async () => {
    await send(creator, { text: 'one' });
    await send(creator, { text: 'two' });
    expect(await getUnread(fan)).toBe(1);
    expect((await listMessages(creator)).data.data[0]?.seenAt).toBeNull();
    const reply = await app.call('readAllMessages', { as: fan.token, params: { id: conversationId } });
    expect(reply.data).toEqual({ ok: true });
    expect(await getUnread(fan)).toBe(0);
    const { data } = await listMessages(creator);
    expect(data.data.map((one) => one.seenAt)).toEqual([app.clock.now().toISOString(), app.clock.now().toISOString()]);
    const told = app.events.filter((one) => one.event === 'message_seen').slice(-2);
    expect(told.map((one) => one.room).toSorted()).toEqual([`account:${creator.id}`, `account:${fan.id}`].toSorted());
    expect(told[0]?.payload).toMatchObject({ conversationId, userId: fan.id, sequence: 2 });
    expect((await listConversations(fan)).data.data[0]).toMatchObject({ totalNotSeenMessages: 0, lastSeenSequence: 2 });
  });
});

describe('DELETE /messages/:id', () => {
  it('empties the message but keeps its place, and reduces the unread count', async () => {
    const file = await getPhoto(creator);
    const { data: message } = await send(creator, { text: 'oops', fileIds: [file.id] });
    const seen = (await listMessages(fan)).data.data[0];
    const reply = await app.call('deleteMessage', { as: creator.token, params: { id: message._id } });
    expect(reply.data).toMatchObject({ isDeleted: true, text: 'Message deleted', files: [], fileIds: [] });
    const { data } = await listMessages(fan);
    expect(data.data[0]).toMatchObject({ _id: message._id, isDeleted: true, text: 'Message deleted', files: [] });
    expect((await listConversations(fan)).data.data[0]).toMatchObject({ lastMessage: 'Message deleted' });
    expect(await getUnread(fan)).toBe(0);
    const opened = await app.http.inject({ url: (seen?.files[0]?.url ?? '').replace('http://api.test', '') });
    expect(opened.statusCode).not.toBe(200);
    const again = await app.call('deleteMessage', { as: creator.token, params: { id: message._id } });
    expect(again.status).toBe(200);
  });

  it('is allowed only for the sender and administrators', async () => {
    const [first, second] = [(await send(fan, { text: 'a' })).data, (await send(fan, { text: 'b' })).data];
    expect((await app.call('deleteMessage', { as: creator.token, params: { id: first._id } })).status).toBe(403);
    const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    expect((await app.call('deleteMessage', { as: admin.token, params: { id: second._id } })).status).toBe(200);
    expect(await getUnread(creator)).toBe(1);
  });
});

describe('message uploads', () => {
  it('keep a file private to its sender until it is sent', async () => {
    const files = { file: { content: await buildPhoto(), name: 'me.jpg', type: 'image/jpeg' } };
    const reply = await app.call('uploadMessagePhoto', { as: fan.token, files });
    expect(reply.data).toMatchObject({ type: 'message-photo', status: 'finished' });
    const status = await app.call('getFileStatus', { as: creator.token, params: { id: reply.data._id } });
    expect(status.status).toBe(404);
    expect((await send(fan, { fileIds: [reply.data._id] })).status).toBe(200);
    expect((await app.call('getFileStatus', { as: creator.token, params: { id: reply.data._id } })).status).toBe(200);
  });

  it('reject a file that is not an image with 422', async () => {
    const files = { file: { content: Buffer.from('%PDF-1.7 no picture'), name: 'me.jpg' } };
    expect((await app.call('uploadMessagePhoto', { as: fan.token, files })).status).toBe(422);
    expect((await app.call('uploadMessagePhoto', { as: fan.token, files: {} })).body.error).toBe('NO_FILE');
  });

  it('send the message immediately if a recipient is given, as older clients do', async () => {
    const files = { 'message-photo': { content: await buildPhoto(), name: 'me.jpg' } };
    const body = { recipientId: creator.id, recipientType: 'performer' };
    const reply = await app.call('uploadMessageFile', { as: fan.token, files, body });
    expect(reply.data).toMatchObject({ conversationId, type: 'photo', senderId: fan.id });
    const stranger = await buildUser(app);
    expect((await app.call('uploadMessageFile', { as: stranger.token, files, body })).status).toBe(403);
  });
});

describe('messages from the server', () => {
  it('show a tip in the conversation, which does not allow the fan to write', async () => {
    const tipper = await buildUser(app, { name: 'Rae' });
    await inTransaction(app.context.db, (tx) =>
      app.services.message.postTip(tx, {
        senderId: tipper.id,
        performerId: creator.id,
        name: 'Rae',
        amount: cents(1250),
      }),
    );
    const { data } = await listConversations(tipper);
    expect(data.data[0]).toMatchObject({ lastMessage: 'Rae tipped $12.50', canWrite: false });
    const id = data.data[0]?._id ?? '';
    expect((await listMessages(creator, {}, id)).data.data[0]).toMatchObject({ type: 'tip', tipAmount: 12.5 });
    expect((await send(creator, { text: 'thank you' }, id)).status).toBe(200);
    expect((await listConversations(tipper)).data.data[0]?.canWrite).toBe(true);
  });

  it('send a new subscriber the creator’s welcome message, only once', async () => {
    const photo = await buildStoredPhoto(app, { ownerId: creator.id, type: 'performer-photo' });
    const host = await buildPerformer(app, { welcomeMessage: 'Glad you are here', welcomeMessageFileIds: [photo.id] });
    const guest = await buildUser(app);
    const pair = { performerId: host.id, userId: guest.id };
    for (let i = 0; i < 2; i += 1) {
      await inTransaction(app.context.db, (tx) => app.services.message.welcomeSubscriber(tx, pair));
    }
    const { data } = await listConversations(guest);
    expect(data.data[0]).toMatchObject({ lastMessage: 'Glad you are here', totalNotSeenMessages: 1, canWrite: false });
    const message = (await listMessages(guest, {}, data.data[0]?._id)).data.data[0];
    expect(message).toMatchObject({ senderId: host.id, type: 'photo' });
    expect(message?.files[0]?.url).toBeTruthy();
  });

  it('list an empty conversation for both members after a subscription', async () => {
    const guest = await buildUser(app);
    await inTransaction(app.context.db, (tx) =>
      app.services.message.welcomeSubscriber(tx, { performerId: creator.id, userId: guest.id }),
    );
    expect((await listConversations(guest)).data.total).toBe(1);
    expect((await listConversations(creator)).data.total).toBe(1);
  });
});
