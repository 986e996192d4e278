import { dayText } from '../../../mail/compose-mail';
import { eq, getTableName, inArray, or, sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { accounts, performers } from '../../../db/schema/accounts';
import { files } from '../../../db/schema/files';
import { subscriptions } from '../../../db/schema/money';
import { webhookDeliveries, webhookEndpoints } from '../../../db/schema/webhooks';
import { newId } from '../../../db/columns';
import { rooms } from '../../../realtime/publish';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildPlatformSubscription } from '../../../../tests/factories/feed';
import { buildLife, type Life } from '../../../../tests/factories/full-account';
import { listProblems } from '../../../../tests/factories/money';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, fillWallet, PASSWORD, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { dataRules } from './data-rules';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const leave = (person: BuiltPerson, body: object = {}) =>
  app.call('requestDeletion', { as: person.token, body: { confirmation: person.account.username, ...body } });
const readRow = async (id: string) => (await app.context.db.select().from(accounts).where(eq(accounts.id, id)))[0];
const enter = (person: BuiltPerson) =>
  app.call('login', { body: { username: person.account.email, password: PASSWORD } });
/** Omits problems with subscriptions, because these tests build them without a payment. */
const listLedgerProblems = async () => (await listProblems(app)).filter(({ rule }) => rule !== 'access-is-paid');
const daysFromNow = (days: number) => new Date(app.clock.now().getTime() + days * 24 * 3600 * 1000).toISOString();
async function passTime(days: number) {
  app.clock.advance({ days });
  await app.jobs.run('delete-accounts', {});
  await app.jobs.drain();
}

describe('POST /users/me/deletion', () => {
  it('closes the account for fourteen days, ends subscriptions and other sessions, and mails how to cancel', async () => {
    const [fan, creator] = [await buildUser(app), await buildPerformer(app)];
    const { id } = await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    await buildPlatformSubscription(app, fan);
    const other = await app.services.session.open(fan.id);
    const before = await app.call('getDeletion', { as: fan.token });
    expect(before.data).toMatchObject({
      deletionAt: null,
      earliestAt: daysFromNow(14),
      confirmation: fan.account.username,
      refusal: null,
      balance: 0,
      subscribers: 0,
    });
    expect(before.data.kept.length).toBeGreaterThan(2);

    const { data } = await leave(fan);
    expect(data).toMatchObject({ status: 'closing', deletionAt: daysFromNow(14) });
    expect(await app.services.session.findActor(other)).toBeNull();
    const [row] = await app.context.db.select().from(subscriptions).where(eq(subscriptions.id, id));
    expect(row).toMatchObject({ status: 'deactivated', nextRecurringDate: null });
    expect((await app.call('getPlatformSubscription', { as: fan.token })).data).toMatchObject({ isSubscribed: true });
    await app.jobs.drain();
    expect(app.mails.at(-1)).toMatchObject({
      to: fan.account.email,
      subject: expect.stringContaining('will be deleted'),
      text: expect.stringContaining(`on ${dayText(new Date(daysFromNow(14)))}.`),
    });
    expect((await leave(fan)).data.deletionAt).toBe(data.deletionAt);
  });

  it('is rejected while the account has bought goods that are not sent yet', async () => {
    const [fan, creator] = [await buildUser(app, { wallet: cents(5_000) }), await buildPerformer(app)];
    const product = await buildProduct(app, creator, { price: 9 });
    const home = { name: 'Home', country: 'PT', streetNumber: '1', streetAddress: 'Rua Azul', city: 'Lisboa' };
    const address = { ...home, state: 'Lisboa', zipCode: '1100-001' };
    const { data: place } = await app.call('createAddress', { as: fan.token, body: address });
    const body = { quantity: 1, deliveryAddressId: place._id };
    await app.call('buyProduct', { as: fan.token, params: { id: product._id }, body });
    expect((await app.call('getDeletion', { as: fan.token })).data.refusal).toBe('DELETION_ORDERS');
    expect((await leave(fan, { giveUpBalance: true })).body.error).toBe('DELETION_ORDERS');
    const { data: orders } = await app.call('searchUserOrders', { as: fan.token });
    await app.call('cancelOrder', { as: fan.token, params: { id: orders.data[0]!._id } });
    expect((await leave(fan, { giveUpBalance: true })).status).toBe(200);
  });

  it('lets the owner read, log in and cancel, but change nothing else', async () => {
    const [fan, creator] = [await buildUser(app, { wallet: cents(5_000) }), await buildPerformer(app)];
    await leave(fan, { giveUpBalance: true });
    const login = await enter(fan);
    expect(login.status).toBe(200);
    const as = login.data.token;
    expect((await app.call('getMe', { as })).data).toMatchObject({ status: 'closing', wallet: 50 });
    const tip = await app.call('tipPerformer', { as, params: { id: creator.id }, body: { price: 5 } });
    expect(tip.body).toMatchObject({ statusCode: 403, error: 'ACCOUNT_CLOSING' });
    expect((await app.call('updateMe', { as, body: { name: 'x' } })).body.error).toBe('ACCOUNT_CLOSING');
    const seen = await app.call('getUser', { as: creator.token, params: { id: fan.id } });
    expect(seen.status).toBe(404);

    expect((await app.call('cancelDeletion', { as })).data).toMatchObject({ status: 'active', deletionAt: null });
    await app.jobs.drain();
    const stays = app.mails.findLast((mail) => mail.to === fan.account.email && mail.subject.endsWith('stays'));
    expect(stays?.text).toContain('You can turn renewal on again where one is still running.');
    expect((await app.call('tipPerformer', { as, params: { id: creator.id }, body: { price: 5 } })).status).toBe(200);
    await passTime(15);
    expect((await readRow(fan.id))?.status).toBe('active');
  });

  it('reaches every open page of the account, and so does canceling it', async () => {
    const fan = await buildUser(app);
    const told = () =>
      app.events.filter((one) => one.event === 'account_changed' && one.room === rooms.account(fan.id)).length;
    await leave(fan);
    expect(told()).toBe(1);
    await app.call('cancelDeletion', { as: fan.token });
    expect(told()).toBe(2);
    await app.call('cancelDeletion', { as: fan.token });
    expect(told()).toBe(2);
  });

  it('requires the typed name and a recent login', async () => {
    const fan = await buildUser(app);
    const wrong = await app.call('requestDeletion', { as: fan.token, body: { confirmation: 'delete' } });
    expect(wrong.body).toMatchObject({ statusCode: 422, error: 'CONFIRMATION_MISMATCH' });
    expect((await app.call('requestDeletion', { as: fan.token, body: {} })).status).toBe(400);
    app.clock.advance({ minutes: 10 });
    expect((await leave(fan)).body).toMatchObject({ statusCode: 403, error: 'FRESH_LOGIN_REQUIRED' });
    const { data } = await app.call('confirmIdentity', { as: fan.token, body: { password: PASSWORD } });
    const body = { confirmation: fan.account.username?.toUpperCase() };
    expect((await app.call('requestDeletion', { as: data.token, body })).data.status).toBe('closing');
    const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    expect((await leave(admin)).status).toBe(403);
  });

  it('requires consent to give up money, and is rejected while earnings are in their holding period', async () => {
    const [fan, creator] = [await buildUser(app, { wallet: cents(2_000) }), await buildPerformer(app)];
    expect((await leave(fan)).body).toMatchObject({ statusCode: 422, error: 'DELETION_MONEY_LEFT' });
    await app.call('tipPerformer', { as: fan.token, params: { id: creator.id }, body: { price: 10 } });
    const state = await app.call('getDeletion', { as: creator.token });
    expect(state.data).toMatchObject({ refusal: 'DELETION_MONEY_PENDING', balance: 0 });
    const all = { giveUpBalance: true, endSubscriptions: true };
    expect((await leave(creator, all)).body.error).toBe('DELETION_MONEY_PENDING');
    app.clock.advance({ days: 8 });
    await app.jobs.run('release-earnings', {});
    const { data } = await enter(creator);
    const released = await app.call('getDeletion', { as: data.token });
    expect(released.data).toMatchObject({ refusal: null, balance: 8 });
    const body = { confirmation: creator.account.username, giveUpBalance: true };
    expect((await app.call('requestDeletion', { as: data.token, body })).data.status).toBe('closing');
    expect(await listLedgerProblems()).toEqual([]);
  });
});

describe('a creator with subscribers', () => {
  it('serves them until their paid time ends, accepts no new ones, and is deleted afterwards', async () => {
    const [creator, monthly, yearly, late] = [
      await buildPerformer(app, { name: 'Leaving Soon' }),
      await buildUser(app),
      await buildUser(app),
      await buildUser(app),
    ];
    await buildSubscription(app, { userId: monthly.id, performerId: creator.id });
    const until = new Date(daysFromNow(200));
    const longest = { subscriptionType: 'yearly', expiredAt: until } as const;
    await buildSubscription(app, { userId: yearly.id, performerId: creator.id, ...longest });
    expect((await app.call('getDeletion', { as: creator.token })).data).toMatchObject({
      subscribers: 2,
      earliestAt: until.toISOString(),
    });
    expect((await leave(creator)).body).toMatchObject({ statusCode: 422, error: 'DELETION_SUBSCRIBERS' });
    const { data } = await leave(creator, { endSubscriptions: true });
    expect(data).toMatchObject({ status: 'active', deletionAt: until.toISOString() });

    const view = await app.call('getPerformer', { as: monthly.token, params: { id: creator.id } });
    expect(view.data.isSubscribed).toBe(true);
    const found = await app.call('searchPerformers', { query: { q: 'leaving soon' } });
    expect(found.data.total).toBe(0);
    const body = { performerId: creator.id, type: 'monthly', cardId: 'card_visa' };
    const subscribed = await app.call('subscribePerformer', { as: late.token, body });
    expect(subscribed.body).toMatchObject({ statusCode: 422, error: 'CREATOR_LEAVING' });
    const [row] = await app.context.db.select().from(subscriptions).where(eq(subscriptions.userId, monthly.id));
    const params = { type: 'stripe', id: row?.id ?? '' };
    const resumed = await app.call('resumeSubscription', { as: monthly.token, params });
    expect(resumed.body.error).toBe('CREATOR_LEAVING');
    // The creator can still do something for paying subscribers.
    const bio = { params: { id: creator.id }, body: { bio: 'A last word' } };
    expect((await app.call('updatePerformer', { as: creator.token, ...bio })).status).toBe(200);

    await passTime(199);
    expect((await readRow(creator.id))?.status).toBe('active');
    await passTime(2);
    expect((await readRow(creator.id))?.status).toBe('deleted');
  });

  it('is deleted later if a pending payment has extended a fan’s paid time', async () => {
    const [creator, fan] = [await buildPerformer(app), await buildUser(app)];
    await leave(creator);
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    await passTime(15);
    expect(await readRow(creator.id)).toMatchObject({ status: 'closing' });
    await passTime(16);
    expect((await readRow(creator.id))?.status).toBe('deleted');
  });
});

/** Every row that contains the text, as `table: row`. */
async function findText(text: string): Promise<string[]> {
  const { rows } = await app.context.db.execute<{ name: string }>(sql`
    select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`);
  const hits: string[] = [];
  for (const { name } of rows) {
    const found = await app.context.db.execute<{ row: unknown }>(
      sql`select to_jsonb(t) as row from ${sql.identifier(name)} t where to_jsonb(t)::text ilike ${`%${text}%`}`,
    );
    hits.push(...found.rows.map(({ row }) => `${name}: ${JSON.stringify(row)}`));
  }
  return hits;
}

// Promises W-4.
describe('after the fourteen days', () => {
  let life: Life;
  let fanWord: string;
  beforeEach(async () => {
    life = await buildLife(app);
    fanWord = life.fan.account.firstName ?? '';
  });

  it('all that remains of a fan is others’ data and legal records, without a name', async () => {
    const { fan, creator, conversationId, commentId } = life;
    await app.services.dataExport.request(fan.actor);
    const reads = { as: creator.token, params: { id: conversationId } };
    await app.call('readAllMessages', reads);
    await app.call('sendMessage', { as: fan.token, params: reads.params, body: { text: 'Not read yet' } });
    expect((await app.call('getConversation', reads)).data.totalNotSeenMessages).toBe(1);
    await leave(fan, { giveUpBalance: true });
    await passTime(14);
    expect(await readRow(fan.id)).toMatchObject({
      status: 'deleted',
      email: null,
      username: null,
      name: 'Deleted account',
      phone: null,
      passwordHash: null,
    });
    expect(app.mails.at(-1)).toMatchObject({ to: fan.account.email, subject: expect.stringContaining('was deleted') });
    expect((await enter(fan)).status).toBe(422);
    expect(await app.services.session.findActor(fan.token)).toBeNull();

    // The username stays reserved. Other rows with that word are the creator's.
    const left = await findText(`${fanWord}-fan`);
    expect(left.map((hit) => hit.split(':')[0])).toEqual(['former_usernames']);
    for (const text of [`${fanWord} comments`, `${fanWord} Holder`, fan.account.phone ?? 'none']) {
      expect(await findText(text)).toEqual([]);
    }
    expect(await app.context.db.select().from(files).where(eq(files.ownerId, fan.id))).toEqual([]);

    const token = await app.services.session.open(creator.id);
    const talk = await app.call('listMessages', { as: token, params: { id: conversationId } });
    const byFan = talk.data.data.filter((one) => one.senderId === fan.id);
    expect(byFan.map((one) => [one.isDeleted, one.text])).toEqual(byFan.map(() => [true, 'Message deleted']));
    expect(talk.data.data.filter((one) => one.senderId === creator.id && !one.isDeleted)).toHaveLength(2);
    const inbox = await app.call('listConversations', { as: token });
    expect(inbox.data.data.find((one) => one._id === conversationId)).toMatchObject({
      recipientInfo: { name: 'Deleted account' },
      totalNotSeenMessages: 0,
    });
    expect(await findText(commentId)).toEqual([]);
    const [row] = await app.context.db.select().from(performers).where(eq(performers.id, creator.id));
    expect(row).toMatchObject({ statFollowers: 0, statLikes: 0 });
    const posts = await app.call('listPerformerFeeds', { as: token });
    expect(posts.data.data.map((one) => [one.totalLike, one.totalComment])).toEqual([[0, 0], [0, 0], [0, 0]]); // prettier-ignore
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: 1120 });
    expect(await listLedgerProblems()).toEqual([]);
  });

  it('all that remains of a creator is bought content, for its buyers', async () => {
    const { fan, creator, soldId, plainId, soldMessageId, conversationId } = life;
    app.clock.advance({ days: 8 });
    await app.jobs.run('release-earnings', {});
    const { data } = await enter(creator);
    const wish = { confirmation: creator.account.username, giveUpBalance: true };
    expect((await app.call('requestDeletion', { as: data.token, body: wish })).status).toBe(200);
    await passTime(14);
    expect(await readRow(creator.id)).toMatchObject({ status: 'deleted', username: null });
    const [row] = await app.context.db.select().from(performers).where(eq(performers.id, creator.id));
    expect(row).toMatchObject({ bio: '', banking: null, city: null, welcomeMessage: '', socialLinks: [] });

    const asFan = { as: await app.services.session.open(fan.id) };
    expect((await app.call('getPerformer', { ...asFan, params: { id: creator.id } })).status).toBe(404);
    expect((await app.call('getPerformer', { params: { id: creator.account.username ?? '' } })).status).toBe(404);
    expect((await app.call('getFeed', { ...asFan, params: { id: plainId } })).status).toBe(404);
    const sold = await app.call('getFeed', { ...asFan, params: { id: soldId } });
    expect(sold.data).toMatchObject({ isBought: true, files: [{ type: 'feed-photo' }] });
    const open = (url: string | null | undefined) =>
      app.http.inject({ url: (url ?? '').replace('http://api.test', '') });
    expect((await open(sold.data.files?.[0]?.url)).statusCode).toBe(200);
    const stranger = await buildUser(app);
    expect((await app.call('getFeed', { as: stranger.token, params: { id: soldId } })).status).toBe(404);

    const talk = await app.call('listMessages', { ...asFan, params: { id: conversationId } });
    const message = talk.data.data.find((one) => one._id === soldMessageId);
    expect(message).toMatchObject({ isDeleted: false, isBought: true, files: [{ type: 'message-photo' }] });
    expect((await open(message?.files[0]?.url)).statusCode).toBe(200);
    const others = talk.data.data.filter((one) => one.senderId === creator.id && one._id !== soldMessageId);
    expect(others.every((one) => one.isDeleted)).toBe(true);
    const kept = await app.context.db.select().from(files).where(eq(files.ownerId, creator.id));
    expect(kept.map((file) => file.type).toSorted()).toEqual(['feed-photo', 'message-photo']);

    const word = `${fanWord}-creator`;
    expect((await findText(word)).map((hit) => hit.split(':')[0])).toEqual(['former_usernames']);
    for (const text of [`${fanWord}-iban`, `${fanWord} town`, `${fanWord} plain`, `I am ${fanWord}`]) {
      expect(await findText(text)).toEqual([]);
    }
    expect(await listLedgerProblems()).toEqual([]);
  });

  it('the username stays reserved for ninety days', async () => {
    const { fan } = life;
    await leave(fan, { giveUpBalance: true });
    await passTime(14);
    const body = {
      email: `${fanWord}-again@example.test`,
      password: 'a good password',
      username: fan.account.username,
    };
    expect((await app.call('registerUser', { body })).status).toBe(400);
    app.clock.advance({ days: 90 });
    await app.jobs.run('sweep', {});
    expect(await findText(`${fanWord}-fan`)).toEqual([]);
    expect((await app.call('registerUser', { body })).status).toBe(200);
  });

  it('even many rows are erased, in batches', async () => {
    const { fan, creator, conversationId } = life;
    const { db } = app.context;
    const many = sql`generate_series(1, 1200) n`;
    const getId = (letter: string) => sql.raw(`'${letter}' || lpad(to_hex(n), 23, '0')`);
    const now = app.clock.now().toISOString();
    await db.execute(sql`insert into accounts (id, kind, name, roles, status, stat_following, created_at, updated_at)
      select ${getId('e')}, 'user', 'One of many', '{user}', 'active', 1, ${now}, ${now} from ${many}`);
    await db.execute(sql`insert into follows (id, follower_id, following_id)
      select ${getId('a')}, ${getId('e')}, ${creator.id} from ${many}`);
    await db.execute(sql`insert into notifications (id, user_id, type, action, created_by)
      select ${getId('b')}, ${fan.id}, 'performer', 'many', ${creator.id} from ${many}`);
    await db.execute(sql`insert into messages (id, conversation_id, sender_id, sender_source, type, text, sequence)
      select ${getId('d')}, ${conversationId}, ${creator.id}, 'performer', 'text', 'no. ' || n, 1000 + n from ${many}`);
    await db.execute(sql`update conversation_members set unread = unread + 1200
      where conversation_id = ${conversationId} and account_id = ${fan.id}`);
    // Triggers reject statements that change too many rows at once.
    await db.execute(sql`create function refuse_many() returns trigger language plpgsql as $$ begin
      if (select count(*) from changed) > 500 then raise exception 'too many at once'; end if; return null; end $$`);
    const watch = (change: 'delete' | 'update', table: string) =>
      db.execute(
        sql.raw(`create trigger refuse_many after ${change} on ${table}
        referencing old table as changed for each statement execute function refuse_many()`),
      );
    await watch('delete', 'follows');
    await watch('delete', 'notifications');
    await watch('update', 'messages');
    await watch('update', 'accounts');

    app.clock.advance({ days: 8 });
    await app.jobs.run('release-earnings', {});
    const { data } = await enter(creator);
    const wish = { confirmation: creator.account.username, giveUpBalance: true };
    expect((await app.call('requestDeletion', { as: data.token, body: wish })).status).toBe(200);
    await passTime(14);
    expect(await readRow(creator.id)).toMatchObject({ status: 'deleted' });
    const count = async (query: ReturnType<typeof sql>) =>
      (await db.execute<{ count: number }>(sql`select count(*)::int as count from ${query}`)).rows[0]?.count;
    expect(await count(sql`follows where following_id = ${creator.id}`)).toBe(0);
    expect(await count(sql`accounts where name = 'One of many' and stat_following <> 0`)).toBe(0);
    expect(await count(sql`notifications where created_by = ${creator.id}`)).toBe(0);
    expect(await count(sql`messages where text like 'no. %'`)).toBe(0);
    const token = await app.services.session.open(fan.id);
    const inbox = await app.call('listConversations', { as: token });
    expect(inbox.data.data.find((one) => one._id === conversationId)).toMatchObject({
      lastMessage: 'Message deleted',
      totalNotSeenMessages: 1,
    });
    const [row] = await db.select().from(performers).where(eq(performers.id, creator.id));
    expect(row).toMatchObject({ statFollowers: 0 });
    expect(await listLedgerProblems()).toEqual([]);
    await db.execute(sql`drop function refuse_many cascade`);
  });

  it('an interrupted erasure is resumed, and a second run has no effect', async () => {
    const { fan } = life;
    await leave(fan, { giveUpBalance: true });
    app.clock.advance({ days: 14 });
    const broken = vi.spyOn(app.services.message, 'eraseMessages').mockRejectedValueOnce(new Error('the power went'));
    await expect(app.jobs.run('delete-accounts', {})).rejects.toThrow('1 of 1 failed');
    expect(broken).toHaveBeenCalled();
    expect((await readRow(fan.id))?.status).toBe('erasing');
    await Promise.all([1, 2].map(() => app.services.deletion.deleteDue()));
    expect((await readRow(fan.id))?.status).toBe('deleted');
    await app.jobs.drain();
    expect(
      app.mails.filter((mail) => mail.to === fan.account.email && mail.subject.includes('was deleted')),
    ).toHaveLength(1);
  });
});

describe('canceling a deletion that has begun', () => {
  let beside: TestApp;
  beforeAll(async () => {
    beside = await buildTestApp({}, { beside: app });
  });
  afterAll(() => beside.close());
  /** @returns a token that outlives the fourteen days */
  async function leaveRemembered(fan: BuiltPerson): Promise<string> {
    await leave(fan);
    return app.services.session.open(fan.id, { remember: true });
  }
  const mailsTo = (email: string | null) =>
    [...app.mails, ...beside.mails].filter(({ to }) => to === email).map(({ subject }) => subject);

  it('is rejected by every endpoint, and no mail says that the account stays', async () => {
    const fan = await buildUser(app);
    const as = await leaveRemembered(fan);
    app.clock.advance({ days: 14 });
    let goOn = (): void => undefined;
    const begun = new Promise<void>((resolve) => {
      const held = new Promise<void>((release) => (goOn = release));
      const real = beside.services.message.eraseMessages;
      vi.spyOn(beside.services.message, 'eraseMessages').mockImplementationOnce(async (...args) => {
        resolve();
        await held;
        return real(...args);
      });
    });
    const erasing = beside.services.deletion.deleteDue();
    await begun;
    const reading = await app.call('getMe', { as });
    const cancelled = await app.call('cancelDeletion', { as });
    goOn();
    await erasing;
    for (const { status, body } of [reading, cancelled]) expect([status, body.error]).toEqual([403, 'ACCOUNT_ERASING']);
    expect((await readRow(fan.id))?.status).toBe('deleted');
    await Promise.all([app.jobs.drain(), beside.jobs.drain()]);
    expect(mailsTo(fan.account.email).filter((subject) => subject.includes('stays'))).toEqual([]);
  });

  it('has one result if canceled and erased concurrently in two processes', async () => {
    const fans = await Promise.all(Array.from({ length: 12 }, () => buildUser(app)));
    const tokens = await Promise.all(fans.map(leaveRemembered));
    app.clock.advance({ days: 14 });
    const erasing = beside.services.deletion.deleteDue();
    const answers = await Promise.all(tokens.map((as) => app.call('cancelDeletion', { as })));
    await erasing;
    await Promise.all([app.jobs.drain(), beside.jobs.drain()]);
    for (const [index, fan] of fans.entries()) {
      const status = (await readRow(fan.id))?.status;
      const subjects = mailsTo(fan.account.email);
      expect([200, 401, 403]).toContain(answers[index]?.status);
      expect(status).toBe(answers[index]?.status === 200 ? 'active' : 'deleted');
      expect(subjects.some((subject) => subject.includes('stays'))).toBe(status === 'active');
      expect(subjects.some((subject) => subject.includes('was deleted'))).toBe(status === 'deleted');
    }
  });
});

describe('the data rules', () => {
  it('leave every row of other accounts', async () => {
    const { db } = app.context;
    const { fan } = await buildLife(app);
    const { fan: other, creator } = await buildLife(app);
    for (const { id: accountId } of [fan, other, creator]) {
      const endpoint = { id: newId(), accountId, audience: 'creator', url: 'https://shop.test/', secret: 'x' } as const;
      await db.insert(webhookEndpoints).values(endpoint);
      const delivery = {
        id: newId(),
        endpointId: endpoint.id,
        event: 'ping',
        body: '{}',
        status: 'delivered',
      } as const;
      await db.insert(webhookDeliveries).values(delivery);
    }
    await app.jobs.drain();
    const countRows = async () => {
      const counts: Record<string, number> = {};
      for (const { table, owner, partOf } of dataRules) {
        for (const { id } of [other, creator]) {
          const parents =
            partOf && db.select({ id: partOf.whole }).from(partOf.whole.table).where(eq(partOf.owner, id));
          const isTheirs = or(
            ...owner.map((column) => eq(column, id)),
            partOf && parents && inArray(partOf.column, parents),
          );
          counts[`${getTableName(table)} ${id}`] = isTheirs ? await db.$count(table, isTheirs) : 0;
        }
      }
      return counts;
    };
    const before = await countRows();
    await leave(fan, { giveUpBalance: true });
    await passTime(14);
    expect((await readRow(fan.id))?.status).toBe('deleted');
    expect(await countRows()).toEqual(before);
  });

  it('leave an account row that tells nothing of its owner’s choices', async () => {
    const [plain, chosen] = [await buildUser(app), await buildUser(app)];
    const choices = {
      pushPreferences: { tips: false },
      sitePreferences: { tips: false },
      mailPreferences: { tips: false },
      quietHours: { from: '22:00', to: '07:00', timeZone: 'Europe/Lisbon' },
      ageDeclaredAt: app.clock.now(),
      hidesFromSearch: true,
      showsPresence: false,
      messagesFrom: 'nobody',
      commentsFrom: 'nobody',
      sendsReceipts: false,
    } as const;
    await app.context.db.update(accounts).set(choices).where(eq(accounts.id, chosen.id));
    for (const fan of [plain, chosen]) await leave(fan);
    await passTime(14);
    const [one, other] = await Promise.all([plain, chosen].map(({ id }) => readRow(id)));
    const { id: _one, createdAt: _then, revision: _first, ...left } = one!;
    expect(other).toMatchObject(left);
  });

  it('leave no row of a deleted account in tables whose rows are erased', async () => {
    const { fan } = await buildLife(app);
    await fillWallet(app, fan.id, cents(100));
    await leave(fan, { giveUpBalance: true });
    await passTime(14);
    for (const { table, owner, erase } of dataRules) {
      if (erase !== 'rows') continue;
      for (const column of owner) {
        const rows = await app.context.db.select().from(table).where(eq(column, fan.id));
        expect([getTableName(table), rows]).toEqual([getTableName(table), []]);
      }
    }
  });
});
