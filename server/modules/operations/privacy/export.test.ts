import { readdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { newId } from '../../../db/columns';
import { BATCH_ROWS } from '../../../db/read-in-batches';
import { dataExports } from '../../../db/schema/accounts';
import { conversationMembers, conversations, messages } from '../../../db/schema/messages';
import { purchases } from '../../../db/schema/money';
import { notifications } from '../../../db/schema/social';
import { buildLife, MARK, type Life } from '../../../../tests/factories/full-account';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, PASSWORD, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { readZip } from '../../../../tests/harness/read-zip';
import { exportAreas } from './data-rules';

let app: TestApp;
let life: Life;
beforeAll(async () => {
  app = await buildTestApp();
  life = await buildLife(app);
});
afterAll(() => app.close());

const exportsDir = () => path.join(app.context.env.DATA_DIR, 'exports');
const request = (person: BuiltPerson) => app.call('requestDataExport', { as: person.token });
const read = async (person: BuiltPerson) => (await app.call('getDataExport', { as: person.token })).data.export;
const download = async (url: string | null | undefined) => {
  const { pathname, search } = new URL(url ?? 'http://none.test/');
  return app.http.inject({ url: pathname + search });
};
async function unpack(person: BuiltPerson): Promise<Map<string, Buffer>> {
  app.clock.advance({ seconds: 1 });
  await request(person);
  await app.jobs.drain();
  return readZip((await download((await read(person))?.url)).rawPayload);
}
const json = (entries: Map<string, Buffer>, name: string) =>
  JSON.parse(String(entries.get(name))) as Record<string, Record<string, unknown>[]>;

// Promises W-4.
describe('an export of an account’s data', () => {
  it('is made in the background; a mail and a notification announce it, with a link only for its owner', async () => {
    const { fan } = life;
    app.clock.advance({ seconds: 1 });
    expect(await read(fan)).toBeNull();
    const { data } = await request(fan);
    expect(data.export).toMatchObject({ status: 'pending', url: null, size: null });
    expect((await request(fan)).body).toMatchObject({ statusCode: 409, error: 'EXPORT_RUNNING' });
    await app.jobs.drain();
    const ready = await read(fan);
    const expiresAt = new Date(app.clock.now().getTime() + 7 * 24 * 3600 * 1000).toISOString();
    expect(ready).toMatchObject({ _id: data.export._id, status: 'ready', expiresAt });
    expect(app.mails.at(-1)).toMatchObject({ to: fan.account.email, subject: expect.stringContaining('is ready') });
    expect(app.mails.at(-1)?.text).not.toContain('/exports/');
    expect(app.mails.at(-1)?.text).toContain('/user/account?section=data');
    const told = await app.call('listNotifications', { as: fan.token });
    expect(told.data.data.map((one) => `${one.type} ${one.action}`)).toContain('account export');

    const reply = await download(ready?.url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/zip']);
    expect(reply.headers).toMatchObject({
      'cache-control': 'private, no-store',
      'content-disposition': expect.stringContaining('attachment'),
      'content-length': String(ready?.size),
    });
  });

  it('opens only through its signed link, for 15 minutes', async () => {
    const { url } = (await read(life.fan)) ?? {};
    const other = new URL(url ?? '');
    other.searchParams.set('e', String(Number(other.searchParams.get('e')) + 60));
    expect((await download(other.href)).statusCode).toBe(403);
    const id = new URL(url ?? '').pathname.split('/')[2] ?? '';
    expect((await download((url ?? '').replace(id, 'f'.repeat(24)))).statusCode).toBe(403);
    expect((await download((url ?? '').split('?')[0])).statusCode).toBe(403);
    app.clock.advance({ minutes: 15 });
    expect((await download(url)).statusCode).toBe(403);
    expect((await download((await read(life.fan))?.url)).statusCode).toBe(200);
    app.clock.advance({ minutes: -15 });
  });

  it('A-10: opens only with its owner’s session, if browsers send one', async () => {
    const urls = { WEB_PUBLIC_URL: 'http://site.test:3000', API_PUBLIC_URL: 'http://site.test:3001' };
    const same = await buildTestApp({ ...urls, DATA_DIR: app.context.env.DATA_DIR }, { beside: app });
    const { data } = await same.call('getDataExport', { as: life.fan.token });
    const { pathname, search } = new URL(data.export?.url ?? '');
    const open = async (headers: Record<string, string>, where = same) =>
      (await where.http.inject({ url: pathname + search, headers })).statusCode;
    expect(await open({})).toBe(401);
    expect(await open({ cookie: `token=${life.creator.token}` })).toBe(403);
    expect(await open({ cookie: `token=${life.fan.token}` })).toBe(200);
    // On separate hosts browsers send no cookie; but if a session is sent, it must be the owner's.
    expect(await open({}, app)).toBe(200);
    expect(await open({ authorization: life.creator.token }, app)).toBe(403);
    await same.close();
  });

  it('contains a file per area, the uploads, and a list of what was omitted and why', async () => {
    const entries = await unpack(life.fan);
    const areas = Object.keys(exportAreas).map((area) => `${area}.json`);
    expect([...entries.keys()]).toEqual(expect.arrayContaining([...areas, 'contents.json', 'read-me.txt']));
    const word = life.fan.account.firstName ?? '';
    expect(json(entries, 'profile.json').accounts?.[0]).toMatchObject({
      email: life.fan.account.email,
      firstName: word,
      username: life.fan.account.username,
    });
    expect(json(entries, 'people.json').follows?.[0]).toMatchObject({
      followingName: `@${life.creator.account.username}`,
    });
    expect(json(entries, 'likes-and-comments.json').comments?.[0]).toMatchObject({ content: `${word} comments` });
    expect(
      json(entries, 'payments.json')
        .wallet_charges?.map((row) => row.totalPrice)
        .toSorted(),
    ).toEqual([4, 5, 5]);
    expect(json(entries, 'payments.json').payment_cards?.[0]).toMatchObject({ last4Digits: '4242' });
    const wallet = JSON.parse(String(entries.get('wallet.json'))) as {
      balances: { wallet: number };
      movements: { amount: number }[];
    };
    expect(wallet.balances.wallet).toBe(86);
    expect(wallet.movements.reduce((sum, { amount }) => sum + amount, 0)).toBe(86);
    const [talk] = json(entries, 'messages.json').conversations ?? [];
    expect(talk).toMatchObject({ with: `@${life.creator.account.username}` });
    expect(talk?.messages).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ from: 'them', text: `${word} writes first` }),
        expect.objectContaining({ from: 'you', text: `${word} answers` }),
        expect.objectContaining({ from: 'them', text: `${word} for money`, price: 4 }),
      ]),
    );
    const [upload] = json(entries, 'files.json').files ?? [];
    const [place] = json(entries, 'files.json').places ?? [];
    expect(place).toMatchObject({ id: upload?._id ?? upload?.id, file: expect.stringMatching(/^media\/avatar\//) });
    expect(entries.get(String(place?.file))?.subarray(8, 12).toString()).toBe('WEBP');
  });

  it('contains no credentials and no private data of others', async () => {
    const [fan, creator] = [await unpack(life.fan), await unpack(life.creator)];
    for (const [name, content] of [...fan, ...creator].filter(([entry]) => entry.endsWith('.json'))) {
      expect([name, String(content)]).toEqual([name, expect.not.stringMatching(/argon2|passwordHash|tokenHash/)]);
    }
    // Contains other accounts' public names, but no private data.
    const theirs = [...fan].map(([, content]) => String(content)).join('');
    expect(theirs).not.toContain(life.creator.account.email);
    expect(theirs).not.toContain('iban');
    const own = [...creator].map(([, content]) => String(content)).join('');
    expect(own).toContain(`${life.creator.account.firstName}-iban`);
    expect(own).not.toContain(life.fan.account.email);
    expect(own).not.toContain(`${MARK} Holder`);
  });

  it('shows a creator a subscription, but not how the fan pays for it', async () => {
    const fan = await buildUser(app);
    await buildSubscription(app, {
      userId: fan.id,
      performerId: life.creator.id,
      cardId: 'c'.repeat(24),
      transactionId: 'd'.repeat(24),
      renewalAttempts: 2,
    });
    const entries = await unpack(life.creator);
    const row = json(entries, 'subscriptions.json').subscriptions?.find(({ userId }) => userId === fan.id);
    expect(row).toMatchObject({ userName: `@${fan.account.username}`, status: 'active' });
    for (const key of ['cardId', 'transactionId', 'renewalAttempts', 'taxLocation'])
      expect(row).not.toHaveProperty(key);
  });

  it('contains the creator’s posts, videos and images in the best available quality', async () => {
    const entries = await unpack(life.creator);
    const titles = json(entries, 'posts.json').items?.map((row) => row.title);
    expect(titles).toHaveLength(3);
    expect(json(entries, 'posts.json').feed_posts).toHaveLength(3);
    expect(json(entries, 'posts.json').item_files).toHaveLength(2);
    const media = [...entries.keys()].filter((name) => name.startsWith('media/'));
    expect(media.filter((name) => name.startsWith('media/feed-photo/'))).toHaveLength(2);
    expect(media.filter((name) => name.startsWith('media/message-photo/'))).toHaveLength(1);
    expect(
      json(entries, 'earnings.json')
        .earnings?.map((row) => row.netPrice)
        .toSorted(),
    ).toEqual([3.2, 4, 4]);
  });

  it('contains every row of a large account exactly once', async () => {
    const { fan, creator } = life;
    const { db } = app.context;
    const now = app.clock.now();
    const many = Array.from({ length: 2 * BATCH_ROWS + 1 }, (_, index) => index);
    await db.insert(notifications).values(
      many.map((index) => ({
        userId: fan.id,
        type: 'account',
        action: 'many',
        title: `${index}`,
        createdBy: creator.id,
      })),
    );
    await db
      .insert(purchases)
      .values(many.map((index) => ({ userId: fan.id, target: 'many', targetId: newId(), chargeId: `${index}` })));
    const id = newId(now.getTime());
    await db.insert(conversations).values({ id, type: 'private', pairKey: 'many', createdAt: now, updatedAt: now });
    await db
      .insert(conversationMembers)
      .values([fan.id, creator.id].map((accountId) => ({ conversationId: id, accountId, lastMessageAt: now })));
    await db.insert(messages).values(
      many.map((index) => ({
        conversationId: id,
        senderId: fan.id,
        senderSource: 'user' as const,
        type: 'text' as const,
        text: `no. ${index}`,
        sequence: index + 1,
      })),
    );
    const entries = await unpack(fan);
    const inOrder = (values: unknown[] = []) => values.map(Number).toSorted((one, two) => one - two);
    const told = json(entries, 'notifications.json').notifications?.filter(({ action }) => action === 'many');
    expect(inOrder(told?.map(({ title }) => title))).toEqual(many);
    expect(told?.every(({ createdByName }) => createdByName === `@${creator.account.username}`)).toBe(true);
    const bought = json(entries, 'payments.json').purchases?.filter(({ target }) => target === 'many');
    expect(inOrder(bought?.map(({ chargeId }) => chargeId))).toEqual(many);
    const talk = json(entries, 'messages.json').conversations?.find(({ conversationId }) => conversationId === id);
    expect(talk?.messages).toEqual(many.map((index) => expect.objectContaining({ text: `no. ${index}` })));
  });

  it('is replaced by the next one, and deleted after seven days', async () => {
    const fan = await buildUser(app, { wallet: cents(100) });
    await request(fan);
    await app.jobs.drain();
    const first = (await read(fan))?.url;
    app.clock.advance({ seconds: 1 });
    await request(fan);
    await app.jobs.drain();
    expect((await download(first)).statusCode).toBe(404);
    expect((await download((await read(fan))?.url)).statusCode).toBe(200);
    app.clock.advance({ days: 7 });
    const token = await app.services.session.open(fan.id);
    const late = await app.call('getDataExport', { as: token });
    expect(late.data.export).toMatchObject({ status: 'expired', url: null });
    await app.jobs.run('sweep', {});
    const rows = await app.context.db.select().from(dataExports).where(eq(dataExports.accountId, fan.id));
    expect(rows.map((row) => row.status)).toEqual(['expired', 'expired']);
  });

  it('is still sent completely after a second run has replaced the file', async () => {
    const fan = await buildUser(app);
    await unpack(fan);
    const { url, _id: id } = (await read(fan)) ?? {};
    const other = Buffer.alloc(300_000, 'another run');
    await writeFile(path.join(exportsDir(), `${id}.zip`), other);
    const reply = await download(url);
    expect(reply.headers['content-length']).toBe(String(other.length));
    expect(reply.rawPayload.equals(other)).toBe(true);
  });

  it('may wait in the queue indefinitely, but fails hours after an interrupted attempt', async () => {
    const [waiting, begun] = [await buildUser(app), await buildUser(app)];
    const openAgain = async (person: BuiltPerson) => ({ as: await app.services.session.open(person.id) });
    await request(waiting);
    const { data } = await request(begun);
    const key = `${data.export._id}.zip`;
    // Simulates a crash between storing the file and marking the export as ready.
    vi.spyOn(app.services.settings, 'read').mockRejectedValueOnce(new Error('the power went'));
    await expect(app.services.dataExport.make(data.export._id)).rejects.toThrow('the power went');
    app.clock.advance({ hours: 3 });
    await app.services.dataExport.sweep();
    expect(await readdir(exportsDir())).toContain(key);
    app.clock.advance({ hours: 2 });
    await app.services.dataExport.sweep();
    const getState = async (person: BuiltPerson) =>
      (await app.call('getDataExport', await openAgain(person))).data.export?.status;
    expect([await getState(waiting), await getState(begun)]).toEqual(['pending', 'failed']);
    expect(await readdir(exportsDir())).not.toContain(key);
    await app.jobs.drain();
    expect([await getState(waiting), await getState(begun)]).toEqual(['ready', 'failed']);
    const again = await app.call('requestDataExport', await openAgain(begun));
    expect(again.data.export.status).toBe('pending');
    app.clock.advance({ days: 4 });
    await app.services.dataExport.sweep();
    expect(await getState(begun)).toBe('failed');
  });

  it('has its file deleted if its row is missing', async () => {
    const fan = await buildUser(app);
    await unpack(fan);
    const kept = `${(await read(fan))?._id}.zip`;
    const left = [`${newId()}.zip`, `${newId()}.zip.part-0123456789ab`];
    for (const name of [...left, 'Not ours']) await writeFile(path.join(exportsDir(), name), 'left');
    await app.services.dataExport.sweep();
    const names = await readdir(exportsDir());
    expect(names).toEqual(expect.arrayContaining([kept, 'Not ours']));
    for (const name of left) expect(names).not.toContain(name);
  });

  it('requires a recent login, and is made even if a worker crashes', async () => {
    const fan = await buildUser(app);
    app.clock.advance({ minutes: 11 });
    expect((await request(fan)).body.error).toBe('FRESH_LOGIN_REQUIRED');
    const { data } = await app.call('confirmIdentity', { as: fan.token, body: { password: PASSWORD } });
    const asked = await app.call('requestDataExport', { as: data.token });
    const exportId = asked.data.export._id;
    await Promise.all([1, 2].map(() => app.services.dataExport.make(exportId)));
    const again = await app.call('getDataExport', { as: data.token });
    expect(again.data.export).toMatchObject({ _id: exportId, status: 'ready' });
    expect((await download(again.data.export?.url)).statusCode).toBe(200);
  });
});
