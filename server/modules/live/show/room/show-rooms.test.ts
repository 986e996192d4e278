import { eq } from 'drizzle-orm';
import { buildPerformer, type BuiltPerformer } from '../../../../../tests/factories/performer';
import {
  buildConnection,
  buildShow,
  emit,
  joinRoom,
  listEvents,
  paidShow,
  prepareShow,
  tickAfter,
} from '../../../../../tests/factories/show';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { accounts, performers } from '../../../../db/schema/accounts';
import { streams, streamViewers } from '../../../../db/schema/streams';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app)]);
});
afterAll(() => app.close());

const readShow = async (id: string) => (await app.context.db.select().from(streams).where(eq(streams.id, id)))[0];
const readHost = async () =>
  (await app.context.db.select().from(performers).where(eq(performers.id, host.id)))[0] ?? null;
const countMembers = async (id: string) =>
  (await app.call('listStreamViewers', { as: host.token, params: { id } })).data.total;

describe('public-stream/live', () => {
  it('starts a show, updates the host’s profile and notifies the room', async () => {
    const show = await buildShow(app, host);
    expect(await readShow(show._id)).toMatchObject({ state: 'live', startedAt: app.clock.now() });
    expect(await readHost()).toMatchObject({ live: true, streamingStatus: 'public' });
    expect(listEvents(app, show.conversationId, 'join-broadcaster')).toEqual([
      { performerId: host.id, conversationId: show.conversationId },
    ]);
    for (const event of ['model-joined', 'MODEL_JOIN_ROOM'])
      expect(listEvents(app, show.conversationId, event)).toHaveLength(1);
    const { data } = await app.call('getPerformer', { params: { id: host.id } });
    expect(data).toMatchObject({ live: true, streamingStatus: 'public' });
  });

  it('is only a heartbeat if it is sent again after a reconnect', async () => {
    const show = await buildShow(app, host);
    const { startedAt } = (await readShow(show._id)) ?? {};
    app.clock.advance({ seconds: 20 });
    await emit(app, buildConnection(host.actor), 'public-stream/live', show.conversationId);
    expect(await readShow(show._id)).toMatchObject({ state: 'live', startedAt });
    expect(listEvents(app, show.conversationId, 'join-broadcaster')).toHaveLength(1);
  });

  it('marks a connection as the host’s: others, on which the host only watches, neither keep the show running nor end it', async () => {
    const show = await buildShow(app, host);
    const looking = await joinRoom(app, host, show.conversationId);
    await emit(app, looking, 'public-stream/leave', show.conversationId);
    expect(await readShow(show._id)).toMatchObject({ state: 'live' });
    await joinRoom(app, host, show.conversationId);
    await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
    await app.services.showPresence.beat();
    await tickAfter(app, 60);
    expect(await readShow(show._id)).toMatchObject({ state: 'ended', endedBy: 'hostGone' });
  });

  it('no longer counts once its connection joins as a viewer, as after another device took over', async () => {
    const show = await buildShow(app, host, paidShow);
    const second = buildConnection(host.actor);
    await emit(app, second, 'public-stream/live', show.conversationId);
    await emit(app, show.hostSocket, 'public-stream/join', show.conversationId);
    expect(listEvents(app, show.conversationId, 'stream/changed')).toEqual([]);
    await emit(app, second, 'public-stream/join', show.conversationId);
    expect(await readShow(show._id)).toMatchObject({ state: 'live', hostUntil: app.clock.now() });
    expect(listEvents(app, show.conversationId, 'stream/changed')).toMatchObject([
      { hostAwaySince: expect.any(String) },
    ]);
    await emit(app, second, 'public-stream/leave', show.conversationId);
    expect(await readShow(show._id)).toMatchObject({ state: 'live' });
    await app.services.showPresence.beat();
    await tickAfter(app, 60);
    expect(await readShow(show._id)).toMatchObject({ state: 'ended', endedBy: 'hostGone' });
  });

  it('is ignored if others send it, and for ended shows', async () => {
    const { _id: id, conversation } = await prepareShow(app, host);
    for (const actor of [fan.actor, (await buildPerformer(app)).actor, null])
      await emit(app, buildConnection(actor), 'public-stream/live', conversation._id);
    expect(await readShow(id)).toMatchObject({ state: 'prepared' });
    await app.call('endStream', { as: host.token, params: { id } });
    await emit(app, buildConnection(host.actor), 'public-stream/live', conversation._id);
    expect(await readShow(id)).toMatchObject({ state: 'ended', startedAt: null });
  });

  it('is ignored if its sender is no longer an approved creator', async () => {
    const { _id: id, conversation } = await prepareShow(app, host);
    await app.context.db.update(performers).set({ verifiedDocument: false }).where(eq(performers.id, host.id));
    await emit(app, buildConnection(host.actor), 'public-stream/live', conversation._id);
    expect(await readShow(id)).toMatchObject({ state: 'prepared' });
  });

  it('starts the show once if two tabs send it concurrently', async () => {
    const { _id: id, conversation } = await prepareShow(app, host);
    const tabs = [buildConnection(host.actor), buildConnection(host.actor)];
    await Promise.all(tabs.map((tab) => emit(app, tab, 'public-stream/live', conversation._id)));
    expect(await readShow(id)).toMatchObject({ state: 'live' });
    expect(listEvents(app, conversation._id, 'model-joined')).toHaveLength(1);
    expect((await app.context.jobs.counts()).waiting).toBeGreaterThan(0);
  });
});

describe('public-stream/join', () => {
  it('adds viewers and guests to the room and counts each account once', async () => {
    const show = await buildShow(app, host);
    const room = `conversation-stream_public-${show.conversationId}`;
    const first = await joinRoom(app, fan, show.conversationId);
    const second = await joinRoom(app, fan, show.conversationId);
    const guest = await joinRoom(app, null, show.conversationId);
    expect([first, second, guest].map(({ rooms }) => rooms.has(room))).toEqual([true, true, true]);
    expect(listEvents(app, guest.id, 'public-room-changed')).toEqual([
      { conversationId: show.conversationId, total: 2, members: [expect.objectContaining({ _id: fan.id })] },
    ]);
    expect(listEvents(app, guest.id, 'join-broadcaster')).toHaveLength(1);
    await emit(app, first, 'public-stream/leave', show.conversationId);
    expect(await countMembers(show._id)).toBe(1);
    await emit(app, second, 'public-stream/leave', show.conversationId);
    expect(second.rooms.has(room)).toBe(false);
    expect(await countMembers(show._id)).toBe(0);
  });

  it('sends the members to the room at most once in two seconds', async () => {
    const show = await buildShow(app, host);
    await joinRoom(app, fan, show.conversationId);
    await tickAfter(app, 1);
    await joinRoom(app, null, show.conversationId);
    await tickAfter(app, 1);
    const list = () => listEvents(app, `public-${show.conversationId}`, 'public-room-changed');
    expect(list()).toMatchObject([{ total: 1, members: [{ _id: fan.id }] }]);
    await tickAfter(app, 1);
    expect(list()).toMatchObject([{ total: 1 }, { total: 2 }]);
    await tickAfter(app, 5);
    expect(list()).toHaveLength(2);
    expect(await readShow(show._id)).toMatchObject({ peakViewers: 2 });
  });

  it('does not name accounts that hide their presence, or administrators', async () => {
    const show = await buildShow(app, host);
    await app.context.db.update(accounts).set({ showsPresence: false }).where(eq(accounts.id, fan.id));
    await joinRoom(app, fan, show.conversationId);
    const admin = await joinRoom(app, await buildUser(app, { roles: ['user', 'admin', 'owner'] }), show.conversationId);
    expect(listEvents(app, admin.id, 'public-room-changed')).toMatchObject([{ total: 1, members: [] }]);
  });

  it('adds no viewer before the show starts or after it ended', async () => {
    const { conversation } = await prepareShow(app, host);
    expect((await joinRoom(app, fan, conversation._id)).rooms.size).toBe(0);
    const hostSocket = await joinRoom(app, host, conversation._id);
    expect(hostSocket.rooms.size).toBe(1);
    await emit(app, hostSocket, 'public-stream/live', conversation._id);
    await emit(app, hostSocket, 'public-stream/leave', conversation._id);
    expect((await joinRoom(app, fan, conversation._id)).rooms.size).toBe(0);
    expect((await joinRoom(app, fan, 'a'.repeat(24))).rooms.size).toBe(0);
  });

  it('leaves no one in a show that ends meanwhile', async () => {
    const show = await buildShow(app, host);
    const late = buildConnection(fan.actor);
    const { join } = late;
    late.join = async (room) => {
      await app.call('endStream', { as: host.token, params: { id: show._id } });
      await join(room);
    };
    await emit(app, late, 'public-stream/join', show.conversationId);
    expect(listEvents(app, show.conversationId, 'model-left')).toHaveLength(1);
    await tickAfter(app, 1);
    await tickAfter(app, 1);
    expect(listEvents(app, show.conversationId, 'model-left')).toHaveLength(2);
    await app.services.showPresence.beat();
    const viewers = app.context.db.select().from(streamViewers).where(eq(streamViewers.streamId, show._id));
    expect(await viewers).toEqual([]);
  });

  it('queries nothing once the account’s query points are used up', async () => {
    const show = await buildShow(app, host);
    const connection = { ...buildConnection(fan.actor), takeQueryPoints: () => false };
    await emit(app, connection, 'public-stream/join', show.conversationId);
    expect(connection.rooms.size).toBe(0);
  });
});

describe('leaving', () => {
  it('ends the show if the host leaves', async () => {
    const show = await buildShow(app, host);
    const viewer = await joinRoom(app, fan, show.conversationId);
    await emit(app, viewer, 'public-stream/leave', show.conversationId);
    expect(await readShow(show._id)).toMatchObject({ state: 'live' });
    await emit(app, show.hostSocket, 'public-stream/leave', show.conversationId);
    expect(await readShow(show._id)).toMatchObject({ state: 'ended', endedBy: 'host', endedAt: app.clock.now() });
    expect(await readHost()).toMatchObject({ live: false, streamingStatus: 'offline' });
    const left = { conversationId: show.conversationId, performerId: host.id };
    expect(listEvents(app, show.conversationId, 'model-left')).toEqual([left]);
    expect(listEvents(app, show.conversationId, 'stream/changed')).toEqual([]);
  });

  it('by a lost connection removes a viewer immediately, and marks the host as away', async () => {
    const show = await buildShow(app, host);
    const viewer = await joinRoom(app, fan, show.conversationId);
    await app.services.showRooms.onDisconnect(viewer, fan.actor);
    expect(await countMembers(show._id)).toBe(0);
    await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
    expect(await readShow(show._id)).toMatchObject({ state: 'live', hostUntil: app.clock.now() });
    expect(listEvents(app, show.conversationId, 'stream/changed')).toMatchObject([
      { hostAwaySince: app.clock.now().toISOString() },
    ]);
    expect((await app.call('joinStream', { params: { id: host.id } })).data.hostAwaySince).not.toBeNull();
    app.clock.advance({ seconds: 40 });
    await emit(app, buildConnection(host.actor), 'public-stream/live', show.conversationId);
    expect(listEvents(app, show.conversationId, 'stream/changed')).toMatchObject([{}, { hostAwaySince: null }]);
  });

  it('by a lost connection to a process without the live engine does not mark the host as away', async () => {
    Object.assign(app.streaming, { tellsHosts: true, isElsewhere: true });
    try {
      const show = await buildShow(app, host);
      await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
      const { hostUntil } = (await readShow(show._id)) ?? {};
      expect(hostUntil?.getTime()).toBeGreaterThan(app.clock.now().getTime());
    } finally {
      Object.assign(app.streaming, { tellsHosts: false, isElsewhere: undefined });
    }
  });

  it('by closing one of two tabs keeps the host present', async () => {
    const show = await buildShow(app, host);
    const second = buildConnection(host.actor);
    await emit(app, second, 'public-stream/live', show.conversationId);
    await app.services.showRooms.onDisconnect(show.hostSocket, host.actor);
    expect(listEvents(app, show.conversationId, 'stream/changed')).toEqual([]);
    await app.services.showRooms.onDisconnect(second, host.actor);
    expect(listEvents(app, show.conversationId, 'stream/changed')).toHaveLength(1);
  });
});

describe('rooms of older clients', () => {
  it('send the members to a new viewer, and end when the host leaves', async () => {
    const show = await buildShow(app, host);
    const old = buildConnection(fan.actor);
    await emit(app, old, 'JOIN_ROOM', show.conversationId);
    expect(listEvents(app, old.id, 'JOINED_THE_ROOM')).toEqual([
      {
        streamId: show._id,
        conversationId: show.conversationId,
        total: 1,
        members: [expect.objectContaining({ _id: fan.id })],
        streamList: [show.sessionId],
      },
    ]);
    await emit(app, old, 'LEAVE_ROOM', show.conversationId);
    expect(old.rooms.size).toBe(0);
    await emit(app, show.hostSocket, 'LEAVE_ROOM', show.conversationId);
    expect(await readShow(show._id)).toMatchObject({ state: 'ended' });
    expect(listEvents(app, show.conversationId, 'MODEL_LEFT_ROOM')).toHaveLength(1);
  });

  it('are closed to viewers who cannot enter', async () => {
    const show = await buildShow(app, host, paidShow);
    const old = buildConnection(fan.actor);
    await emit(app, old, 'JOIN_ROOM', show.conversationId);
    expect(old.rooms.size).toBe(0);
    expect(listEvents(app, old.id, 'JOINED_THE_ROOM')).toEqual([]);
  });
});
