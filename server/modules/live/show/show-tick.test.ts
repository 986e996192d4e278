import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildPrivateShow } from '../../../../tests/factories/seat';
import { buildShow, joinRoom, listEvents, prepareShow, tickAfter } from '../../../../tests/factories/show';
import { buildUser } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { performers } from '../../../db/schema/accounts';
import { streams } from '../../../db/schema/streams';
import { runAdmin } from '../../../../tests/factories/operator';

let app: TestApp;
let second: TestApp;
let host: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  second = await buildTestApp({}, { beside: app });
});
beforeEach(async () => {
  host = await buildPerformer(app);
});
afterAll(async () => {
  await second.close();
  await app.close();
});

const readShow = async (id: string) => (await app.context.db.select().from(streams).where(eq(streams.id, id)))[0];
const readHost = async () =>
  (await app.context.db.select().from(performers).where(eq(performers.id, host.id)))[0] ?? null;
const heard = (of: TestApp, show: { conversationId: string }, event: string) =>
  listEvents(of, show.conversationId, event);

/** Shows of earlier tests. */
const endAll = () => tickAfter(app, 90);

describe('the tick', () => {
  it('ends a show once its host has been away for a minute', async () => {
    const show = await buildShow(app, host);
    app.clock.advance({ seconds: 100 });
    await app.services.showPresence.beat();
    await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
    await tickAfter(app, 59);
    expect(await readShow(show._id)).toMatchObject({ state: 'live' });
    await tickAfter(app, 1);
    expect(await readShow(show._id)).toMatchObject({ state: 'ended', endedBy: 'hostGone' });
    expect(await readHost()).toMatchObject({ live: false, statStreamSeconds: 100 });
    expect(heard(app, show, 'model-left')).toHaveLength(1);
  });

  it('ends the show of a closed account at once, as the site', async () => {
    const show = await buildShow(app, host);
    const owner = { id: (await buildUser(app)).id, role: 'owner', via: 'console' } as const;
    await app.services.identity.close(host.id, 'Copied films', owner);
    await tickAfter(app, 0);
    expect(await readShow(show._id)).toMatchObject({ state: 'ended', endedBy: 'operator' });
    expect(heard(app, show, 'admin-end-session-stream')).toHaveLength(1);
  });

  it('ends a show whose host was connected to a process that died', async () => {
    const show = await buildShow(app, host);
    await tickAfter(app, 26);
    expect(heard(app, show, 'stream/changed')).toMatchObject([{ hostAwaySince: expect.any(String) }]);
    await tickAfter(app, 60);
    expect(await readShow(show._id)).toMatchObject({ state: 'ended', endedBy: 'hostGone' });
  });

  it('does not end a show whose host sends heartbeats to any process', async () => {
    const show = await buildShow(app, host);
    for (let minute = 0; minute < 5; minute += 1) {
      await second.services.showPresence.hostSeen({ streamId: show._id, isPaid: false });
      await tickAfter(app, 20);
    }
    expect(await readShow(show._id)).toMatchObject({ state: 'live' });
    expect(heard(app, show, 'stream/changed')).toEqual([]);
    await second.services.showPresence.hostAway(show._id);
    await tickAfter(app, 0);
    for (const process of [app, second]) expect(heard(process, show, 'stream/changed')).toHaveLength(1);
  });

  it('ends a show once if two processes tick concurrently, and each notifies its own sockets', async () => {
    const show = await buildShow(app, host);
    await second.services.showTick.tick(app.clock.now());
    app.clock.advance({ seconds: 90 });
    const now = app.clock.now();
    await Promise.all([app, second, app, second].map((one) => one.services.showTick.tick(now)));
    expect(await readShow(show._id)).toMatchObject({ state: 'ended', endedAt: now });
    expect(await readHost()).toMatchObject({ live: false, statStreamSeconds: 25 });
    for (const process of [app, second]) expect(heard(process, show, 'model-left')).toHaveLength(1);
  });

  it('does not end a show whose host returns at the same moment', async () => {
    const show = await buildShow(app, host);
    app.clock.advance({ seconds: 90 });
    await Promise.all([
      app.services.showTick.tick(app.clock.now()),
      second.services.showPresence.hostSeen({ streamId: show._id, isPaid: false }),
      second.services.showTick.tick(app.clock.now()),
    ]);
    const { state, hostUntil } = (await readShow(show._id)) ?? {};
    const cameBack = hostUntil instanceof Date && hostUntil > app.clock.now();
    expect(cameBack ? 'live' : 'ended').toBe(state);
  });

  it('ends the other shows if one cannot be ended, and still notifies rooms', async () => {
    await endAll();
    const other = await buildPerformer(app);
    const shows = [await buildShow(app, host), await buildShow(app, other)] as const;
    app.clock.advance({ seconds: 90 });
    const lock = vi.spyOn(app.services.show.repository, 'lockHost').mockRejectedValueOnce(new Error('No connection'));
    await expect(app.services.showTick.tick(app.clock.now())).rejects.toThrow('1 of 2 failed');
    lock.mockRestore();
    const states = await Promise.all(shows.map(async ({ _id }) => (await readShow(_id))?.state));
    expect(states.filter((state) => state === 'ended')).toHaveLength(1);
    await tickAfter(app, 0);
    for (const show of shows) expect(heard(app, show, 'model-left')).toHaveLength(1);
  });

  it('repeats an event that could not be sent', async () => {
    await endAll();
    const show = await buildShow(app, host);
    const publish = vi.spyOn(app.context.publisher.here, 'publish').mockImplementationOnce(() => {
      throw new Error('No connection');
    });
    await expect(tickAfter(app, 26)).rejects.toThrow('1 of 2 failed');
    publish.mockRestore();
    expect(heard(app, show, 'stream/changed')).toEqual([]);
    for (let times = 0; times < 2; times += 1) await tickAfter(app, 1);
    expect(heard(app, show, 'stream/changed')).toMatchObject([{ hostAwaySince: expect.any(String) }]);
  });

  it('counts only the private show if the host was lost in the other when it began', async () => {
    const seat = await buildPrivateShow(app, await buildUser(app, { wallet: cents(2_000) }), host);
    await app.services.showRooms.onDisconnect(seat.show.hostSocket, host.actor);
    app.clock.advance({ seconds: 20 });
    await app.call('endStream', { as: host.token, params: { id: seat.show._id } });
    expect(await readHost()).toMatchObject({ live: false, statStreamSeconds: 20 });
  });

  it('ends a prepared show after an hour', async () => {
    const { _id: id } = await prepareShow(app, host);
    await tickAfter(app, 3599);
    expect(await readShow(id)).toMatchObject({ state: 'prepared' });
    await tickAfter(app, 1);
    expect(await readShow(id)).toMatchObject({ state: 'ended', startedAt: null, endedBy: null });
    expect((await app.call('joinStream', { params: { id: host.id } })).status).toBe(404);
  });

  it('stops counting viewers who were connected to a process that died', async () => {
    const show = await buildShow(app, host);
    await joinRoom(app, await buildUser(app), show.conversationId);
    await tickAfter(app, 3);
    await app.services.showPresence.hostSeen({ streamId: show._id, isPaid: false });
    await tickAfter(app, 27);
    expect(heard(app, { conversationId: `public-${show.conversationId}` }, 'public-room-changed')).toMatchObject([
      { total: 1 },
      { total: 0, members: [] },
    ]);
    expect(await readShow(show._id)).toMatchObject({ peakViewers: 1 });
  });

  it('keeps connected viewers present, even if they send no events', async () => {
    const show = await buildShow(app, host);
    await joinRoom(app, await buildUser(app), show.conversationId);
    for (let beats = 0; beats < 6; beats += 1) {
      await app.services.showPresence.beat();
      await tickAfter(app, 10);
    }
    const { data } = await app.call('listStreamViewers', { as: host.token, params: { id: show._id } });
    expect(data.total).toBe(1);
    expect(await readShow(show._id)).toMatchObject({ state: 'live' });
  });

  it('runs periodically once it is started', async () => {
    vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    const tick = vi.spyOn(app.services.show.repository, 'listLive');
    const stop = app.services.showTick.start();
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    await stop();
    expect(tick).toHaveBeenCalled();
    tick.mockRestore();
  });
});

describe('npm run admin -- shows', () => {
  const run = (...words: string[]) => runAdmin(second, ...words);

  it('lists live shows, and ends any of them, notifying room and host', async () => {
    const show = await buildShow(app, host);
    expect(await run('shows', 'list')).toContain(`${show._id}  ${app.clock.now().toISOString()}  public`);
    expect(await run('shows', 'end', show._id, 'Not', 'allowed', 'here.')).toBe('The show has ended.');
    await tickAfter(app, 1);
    expect(heard(app, show, 'admin-end-session-stream')).toEqual([
      { streamId: show._id, conversationId: show.conversationId, createdAt: expect.any(String) },
    ]);
    expect(heard(app, show, 'model-left')).toHaveLength(1);
    const { data } = await app.call('listNotifications', { as: host.token });
    expect(data.data).toMatchObject([{ type: 'stream', action: 'ended', message: 'Not allowed here.' }]);
    expect(await run('shows', 'list')).not.toContain(show._id);
    await expect(run('shows', 'end', show._id, 'Again')).rejects.toThrow('This show isn’t live right now.');
    await expect(run('shows', 'end', 'a'.repeat(24), 'Why')).rejects.toThrow('There is no show');
    await expect(run('shows', 'end', show._id)).rejects.toThrow('Arguments:');
  });
});
