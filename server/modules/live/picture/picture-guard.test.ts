import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildShow, freeShow, listEvents, paidShow, tickAfter } from '../../../../tests/factories/show';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { performers } from '../../../db/schema/accounts';
import { streamRestrictions, streams, streamViewers } from '../../../db/schema/streams';
import { AppError } from '../../../errors';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app, { wallet: cents(10_000) })]);
});
afterAll(() => app.close());

type Show = Awaited<ReturnType<typeof buildShow>>;
type Step = (show: Show) => Promise<unknown>;

const open = (show: Show, by: { token: string }, as: 'host' | 'viewer' = 'viewer', headers = {}) =>
  app.call('createStreamAccess', { as: by.token, headers, body: { streamId: show._id, as } });
const check = () => app.services.picture.guard.check();
const listRemoved = ({ sessionId }: Show) =>
  app.streaming.removed.filter((one) => one.sessionId === sessionId).map(({ viewer }) => viewer);

describe('losing access to the video', () => {
  const block: Step = () => app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
  const ban: Step = ({ _id: streamId }) =>
    app.context.db.insert(streamRestrictions).values({ streamId, accountId: fan.id, kind: 'ban' });
  const follow: Step = () => app.call('followPerformer', { as: fan.token, params: { id: host.id } });
  const unfollow: Step = () => app.call('unfollowPerformer', { as: fan.token, params: { id: host.id } });
  const subscribe: Step = () => buildSubscription(app, { userId: fan.id, performerId: host.id });
  const addTicket: Step = () => app.call('updateStream', { as: host.token, body: { isFree: false, price: 5 } });
  const closePortugal: Step = () => app.call('blockCountries', { as: host.token, body: { countryCodes: ['PT'] } });
  const nothing: Step = async () => undefined;

  it.each<[string, object, Step, Step]>([
    ['a block', {}, nothing, block],
    ['a removal by the host', {}, nothing, ban],
    ['unfollowing', { audience: 'followers' }, follow, unfollow],
    ['a subscription that ends', { audience: 'subscribers' }, subscribe, async () => app.clock.advance({ days: 31 })],
    ['a ticket that the show now requires', {}, nothing, addTicket],
    ['a blocked country', {}, nothing, closePortugal],
  ])('disconnects the viewer from the engine: %s', async (_how, terms, before, lose) => {
    const show = await buildShow(app, host, { ...freeShow, ...terms });
    await before(show);
    expect((await open(show, fan, 'viewer', { 'cf-ipcountry': 'PT' })).status).toBe(200);
    await check();
    expect(listRemoved(show)).toEqual([]);
    await lose(show);
    await check();
    expect(listRemoved(show)).toEqual([fan.id]);
    expect((await open(show, fan, 'viewer', { 'cf-ipcountry': 'PT' })).status).not.toBe(200);
  });

  it('disconnects no other viewer, and only once', async () => {
    const other = await buildUser(app, { wallet: cents(10_000) });
    const show = await buildShow(app, host, paidShow);
    for (const one of [fan, other])
      await app.call('buyStream', { as: one.token, params: { id: show._id }, body: { expectedPrice: 5 } });
    await Promise.all([open(show, fan), open(show, other)]);
    await block(show);
    await check();
    await check();
    expect(listRemoved(show)).toEqual([fan.id]);
  });

  it('disconnects a host who lost approval', async () => {
    const show = await buildShow(app, host);
    await open(show, host, 'host');
    await app.context.db.update(performers).set({ verifiedDocument: false }).where(eq(performers.id, host.id));
    await check();
    expect(listRemoved(show)).toEqual([host.id]);
  });

  it('disconnects guests, too, from an external engine', async () => {
    const other = await buildTestApp({ AGORA_APP_ID: 'a'.repeat(32), AGORA_APP_CERTIFICATE: 'b'.repeat(32) });
    try {
      const remove = vi.spyOn(other.context.gateways.streaming, 'remove');
      const show = await buildShow(other, await buildPerformer(other));
      await other.call('createStreamAccess', { body: { streamId: show._id, as: 'viewer' } });
      await other.services.picture.guard.check();
      expect(remove).not.toHaveBeenCalled();
      await other.context.db.update(streams).set({ audience: 'subscribers' }).where(eq(streams.id, show._id));
      await other.services.picture.guard.check();
      expect(remove.mock.calls).toEqual([[show.sessionId, expect.stringMatching(/^guest-/)]]);
    } finally {
      await other.close();
    }
  });

  it('closes the session once when the show has ended', async () => {
    const show = await buildShow(app, host);
    await open(show, host, 'host');
    await open(show, fan);
    await app.call('endStream', { as: host.token, params: { id: show._id } });
    for (let i = 0; i < 2; i += 1) await app.services.picture.guard.closeEnded();
    expect(app.streaming.ended.filter((sessionId) => sessionId === show.sessionId)).toHaveLength(1);
  });
});

describe('a session that takes long to close', () => {
  it('delays no other', async () => {
    const [slow, other] = [await buildShow(app, host), await buildShow(app, await buildPerformer(app))];
    for (const show of [slow, other]) await open(show, fan);
    let finish = () => undefined as void;
    const end = vi.spyOn(app.streaming, 'end').mockReturnValueOnce(new Promise((resolve) => (finish = resolve)));
    const endShow = ({ _id: id }: Show) => app.services.show.endByOperator(id, 'Over.');
    await endShow(slow);
    await app.services.picture.guard.closeEnded();
    await endShow(other);
    await app.services.picture.guard.closeEnded();
    expect(end.mock.calls).toEqual([[slow.sessionId], [other.sessionId]]);
    finish();
    await app.services.picture.guard.settle();
    end.mockRestore();
  });
});

it('a session whose recording waits for the daily quota of its host is closed without a failure', async () => {
  const show = await buildShow(app, host);
  await open(show, fan);
  vi.spyOn(app.streaming, 'end').mockRejectedValueOnce(new AppError('FILM_QUOTA'));
  await app.services.show.endByOperator(show._id, 'Over.');
  await app.services.picture.guard.closeEnded();
  await app.services.picture.guard.settle();
  expect(app.failures.splice(0)).toEqual([]);
});

describe('people whom an external engine connected before a restart', () => {
  const adopt = async (...connected: typeof app.streaming.connected) => {
    app.streaming.connected = connected;
    await app.services.picture.adoptConnected();
    app.streaming.connected = [];
  };

  it('are guarded, except in sessions of others', async () => {
    const show = await buildShow(app, host);
    await adopt({ sessionId: show.sessionId, viewer: fan.id }, { sessionId: 'of another site', viewer: fan.id });
    await check();
    expect(listRemoved(show)).toEqual([]);
    await app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
    await check();
    expect(listRemoved(show)).toEqual([fan.id]);
    expect(app.streaming.removed.filter(({ sessionId }) => sessionId === 'of another site')).toEqual([]);
  });

  it('are disconnected from shows that ended meanwhile', async () => {
    const show = await buildShow(app, host);
    await app.call('endStream', { as: host.token, params: { id: show._id } });
    await adopt({ sessionId: show.sessionId, viewer: host.id });
    await app.services.picture.guard.closeEnded();
    expect(app.streaming.ended.filter((sessionId) => sessionId === show.sessionId)).toHaveLength(1);
  });
});

describe('the video of a host', () => {
  const readShow = async ({ _id: id }: Show) =>
    (await app.context.db.select().from(streams).where(eq(streams.id, id)))[0]!;
  const isThere = async (show: Show) => ((await readShow(show)).hostUntil ?? 0) > app.clock.now();
  async function setPicture({ sessionId }: Show, isConnected: boolean): Promise<void> {
    await app.streaming.setHost({ sessionId, isConnected });
    await app.services.showPresence.beat();
  }

  it('decides whether the host is present, whatever their socket does', async () => {
    const show = await buildShow(app, host);
    await setPicture(show, true);
    await setPicture(show, false);
    expect(await isThere(show)).toBe(false);
    expect(listEvents(app, show.conversationId, 'stream/changed').at(-1)).toMatchObject({
      hostAwaySince: app.clock.now().toISOString(),
    });
    await setPicture(show, true);
    expect(await isThere(show)).toBe(true);
    await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
    expect(await isThere(show)).toBe(true);
    app.clock.advance({ seconds: 30 });
    await app.services.showPresence.beat();
    expect(await isThere(show)).toBe(true);
  });

  it.each([
    ['lost', true, false],
    ['back', false, true],
  ])('is stored as %s by the next heartbeat if the database failed', async (_what, before, after) => {
    const show = await buildShow(app, host, paidShow);
    await setPicture(show, true);
    await setPicture(show, before);
    const find = vi.spyOn(app.services.showEntry, 'findBySession').mockRejectedValueOnce(new Error('No connection'));
    await app.streaming.setHost({ sessionId: show.sessionId, isConnected: after });
    find.mockRestore();
    expect(app.failures.splice(0)).toMatchObject([{ name: 'host connections' }]);
    expect(await isThere(show)).toBe(before);
    await app.services.showPresence.beat();
    expect(await isThere(show)).toBe(after);
    app.clock.advance({ seconds: 26 });
    await app.services.showPresence.beat();
    expect(await isThere(show)).toBe(after);
  });

  it('keeps other hosts present if the report about one cannot be stored', async () => {
    const [lost, other] = [await buildShow(app, host), await buildShow(app, await buildPerformer(app))];
    for (const show of [lost, other]) await setPicture(show, true);
    const find = vi.spyOn(app.services.showEntry, 'findBySession').mockRejectedValue(new Error('No connection'));
    await app.streaming.setHost({ sessionId: lost.sessionId, isConnected: false });
    expect(app.failures.splice(0)).toHaveLength(1);
    app.clock.advance({ seconds: 20 });
    await expect(app.services.showPresence.beat()).rejects.toThrow('1 of 3 failed');
    app.clock.advance({ seconds: 10 });
    expect([await isThere(lost), await isThere(other)]).toEqual([false, true]);
    find.mockRestore();
    await app.services.showPresence.beat();
  });

  it('counts as missing when the server starts again, whatever was stored before', async () => {
    const show = await buildShow(app, host);
    await app.services.showPresence.expireHosts();
    expect(await isThere(show)).toBe(true);
    app.streaming.tellsHosts = true;
    try {
      await app.services.showPresence.expireHosts();
      expect(await readShow(show)).toMatchObject({ state: 'live', hostUntil: app.clock.now() });
    } finally {
      app.streaming.tellsHosts = false;
    }
  });

  it('ends the show if it is missing for a minute', async () => {
    const show = await buildShow(app, host);
    await setPicture(show, true);
    await setPicture(show, false);
    await tickAfter(app, 59);
    expect((await readShow(show)).state).toBe('live');
    await tickAfter(app, 1);
    expect(await readShow(show)).toMatchObject({ state: 'ended', endedBy: 'hostGone' });
  });

  it('may be missing during a private show that interrupts the show, and for another minute', async () => {
    const show = await buildShow(app, host);
    const [row] = await app.context.db
      .insert(streams)
      .values({
        performerId: host.id,
        sessionId: `private-${show._id}`,
        type: 'private',
        audience: 'everyone',
        state: 'live',
        startedAt: app.clock.now(),
        hostUntil: new Date(app.clock.now().getTime() + 300_000),
      })
      .returning();
    await setPicture(show, true);
    await setPicture(show, false);
    await tickAfter(app, 300);
    expect((await readShow(show)).state).toBe('live');
    await tickAfter(app, 60);
    expect((await readShow({ ...show, _id: row!.id })).state).toBe('ended');
    expect((await readShow(show)).state).toBe('live');
    await tickAfter(app, 59);
    expect((await readShow(show)).state).toBe('live');
    await tickAfter(app, 1);
    expect((await readShow(show)).state).toBe('ended');
  });
});

describe('guests', () => {
  it('are counted by the segments they request, until the show ends', async () => {
    const show = await buildShow(app, host);
    const watch = (viewer: string) =>
      app.services.picture.canWatch({ sessionId: show.sessionId, viewer, country: null });
    for (const viewer of ['guest-1', 'guest-1', 'guest-2', fan.id]) expect(await watch(viewer)).toBe(true);
    const list = () => app.context.db.select().from(streamViewers).where(eq(streamViewers.streamId, show._id));
    expect((await list()).map(({ viewerKey }) => viewerKey).toSorted()).toEqual(['guest-1', 'guest-2']);
    const join = () => app.call('joinStream', { params: { id: host.id } });
    expect((await join()).data.stats.members).toBe(2);
    app.clock.advance({ seconds: 20 });
    await watch('guest-1');
    app.clock.advance({ seconds: 20 });
    expect((await join()).data.stats.members).toBe(1);
    await watch('guest-2');
    await app.call('endStream', { as: host.token, params: { id: show._id } });
    // The answer for the last one is cached for seconds.
    expect(await watch('guest-3')).toBe(true);
    expect(await list()).toEqual([]);
    app.clock.advance({ seconds: 5 });
    expect(await watch('guest-1')).toBe(false);
  });
});
