import { waitFor } from '@testing-library/react';
import { socketStatusChanged } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { access, fan, host, recordPublications, show, toOwn, toSeat } from '../../../../tests/factories/live-studio';
import { installFakeDevices } from '../../../../tests/harness/fake-devices';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { studioFeature } from './studio-feature';
import * as studio from './studio-slice';
import { selectStudio, type ShowSeat } from './studio-state';

vi.mock('@/services/streaming/publish-stream', () => ({ publishStream: vi.fn() }));

const refuse = (status: number, error: string) => () => {
  throw new ApiError(status, { statusCode: status, message: 'Too late.', error });
};

async function open(answers: Answers = {}, extensions?: readonly string[]) {
  installFakeDevices();
  window.sessionStorage.clear();
  const opened = recordPublications();
  const made = storeForTest({
    features: [studioFeature],
    user: host,
    answers: {
      getOwnStream: () => toOwn(),
      listFeeds: () => ({ data: [], total: 0 }),
      listSeats: () => ({ data: [] }),
      createStreamAccess: () => access,
      createStreamToken: () => '006token',
      ...answers,
    },
    ...(extensions && { extensions }),
  });
  const { store } = made;
  store.dispatch(studio.studioEntered());
  await settle();
  store.dispatch(studio.showFound({ show: toOwn() as never, phase: 'interrupted' }));
  store.dispatch(studio.resumeRequested());
  await settle();
  opened[0]?.handlers.onState('live');
  await settle();
  const hear = (name: string, payload: unknown) => {
    const action = studioFeature.socket?.[name]?.(payload as never, name);
    if (action) store.dispatch(action);
  };
  return { ...made, opened, hear, read: () => selectStudio(store.getState()) };
}

const seat = (about: object = {}) => toSeat(about) as unknown as ShowSeat;
const running = { state: 'running', startedAt: new Date().toISOString(), minutes: 1, earned: 2.66 };
const asked = { user: fan, streamId: 'e2', conversationId: seat().conversationId, price: 4, userNote: 'Please' };

describe('requests for a private show', () => {
  it('are listed once each, with price and note, until the backend reports that they expired', async () => {
    const { read, hear } = await open();
    const answerBy = new Date(Date.now() - 60_000).toISOString();
    hear('stream/seat-changed', seat({ answerBy }));
    hear('private-chat-request', asked);
    expect(read().requests).toEqual([
      { conversationId: seat().conversationId, user: fan, price: 4, note: 'Please', answerBy },
    ]);
    await settle();
    // Even if the device clock is ahead, the request must stay.
    expect(read().requests).toHaveLength(1);
    hear('stream/seat-changed', seat({ answerBy, state: 'expired' }));
    expect(read().requests).toEqual([]);
  });

  it('that arrived before the page was opened are loaded', async () => {
    const { read } = await open({ listSeats: () => ({ data: [toSeat()] }) });
    expect(read().requests).toMatchObject([{ note: 'The one in D minor', user: { name: 'Ada Fenn' } }]);
  });

  it('disappear when they are withdrawn or declined', async () => {
    const { store, read, hear, calls } = await open({ declinePrivateChat: () => ({ declined: true }) });
    hear('stream/seat-changed', seat());
    hear('stream/seat-changed', seat({ state: 'withdrawn' }));
    expect(read().requests).toEqual([]);
    hear('private-chat-request', asked);
    store.dispatch(studio.declineRequested({ conversationId: asked.conversationId }));
    await settle();
    expect(calls.at(-1)).toMatchObject({ name: 'declinePrivateChat', input: { params: { id: asked.conversationId } } });
    expect(read()).toMatchObject({ requests: [], answering: null });
  });

  it('disappear if they can no longer be accepted, and can be accepted again after other errors', async () => {
    const over = await open({ acceptPrivateChat: refuse(422, 'REQUEST_OVER') });
    over.hear('private-chat-request', asked);
    over.store.dispatch(studio.acceptRequested({ conversationId: asked.conversationId }));
    await settle();
    expect(over.read()).toMatchObject({ requests: [], answering: null, privateShow: null });
    const failed = await open({ acceptPrivateChat: refuse(500, 'UNKNOWN') });
    failed.hear('private-chat-request', asked);
    failed.store.dispatch(studio.acceptRequested({ conversationId: asked.conversationId }));
    await settle();
    expect(failed.read()).toMatchObject({ requests: [{}], answering: null });
  });
});

describe('a private show', () => {
  const told = { conversation: { _id: asked.conversationId }, sessionId: 's2', price: 4, streamId: seat().streamId };

  it('gets the camera’s picture, and the show gets it again afterwards', async () => {
    let seats: object[] = [];
    const { store, read, hear, opened, emitted, calls } = await open({
      acceptPrivateChat: () => {
        seats = [toSeat(running)];
        return told;
      },
      listSeats: () => ({ data: seats }),
      leaveSeat: () => toSeat({ ...running, state: 'ended', endedBy: 'host', minutes: 3, earned: 7.98 }),
    });
    hear('private-chat-request', asked);
    store.dispatch(studio.acceptRequested({ conversationId: asked.conversationId }));
    await settle();
    expect(read()).toMatchObject({
      requests: [],
      answering: null,
      privateShow: { seatId: seat()._id, sessionId: 's2', minutes: 1, earned: 2.66, user: { name: 'Ada Fenn' } },
    });
    const join = {
      event: 'private-stream/join',
      payload: { conversationId: asked.conversationId, streamId: seat().streamId, sessionId: 's2' },
    };
    store.dispatch(studio.socketOpened());
    expect(emitted).not.toContainEqual(join);
    // The host joins, which starts the paid minutes, only once there is a picture.
    opened[1]?.handlers.onState('live');
    expect(emitted.filter(({ event }) => event === join.event)).toEqual([join]);
    store.dispatch(studio.socketOpened());
    expect(emitted.filter(({ event }) => event === join.event)).toEqual([join, join]);
    const accesses = calls.filter(({ name }) => name === 'createStreamAccess').map(({ input }) => input.body);
    expect(accesses).toEqual([
      { streamId: show._id, as: 'host' },
      { streamId: seat().streamId, as: 'host' },
    ]);
    expect(opened).toHaveLength(2);
    const camera = opened[1]?.media.video;
    expect(camera).not.toBeNull();
    // The show's viewers get neither picture nor sound.
    expect(opened[0]?.replaceAudio).toHaveBeenLastCalledWith(null);
    expect(opened[0]?.replaceVideo.mock.calls.at(-1)?.[0]).not.toBe(camera);

    store.dispatch(studio.privateEndRequested());
    await settle();
    expect(read()).toMatchObject({
      privateShow: null,
      isPrivateEnding: false,
      privateResult: { name: 'Ada Fenn', endedBy: 'host', minutes: 3, earned: 7.98 },
    });
    expect(opened[1]?.stop).toHaveBeenCalled();
    expect(opened[0]?.replaceVideo).toHaveBeenLastCalledWith(camera);
    expect(opened[0]?.stop).not.toHaveBeenCalled();
  });

  it('shows its minutes, and at the end the result', async () => {
    const { read, hear, opened } = await open();
    hear('stream/seat-changed', seat(running));
    await settle();
    expect(opened).toHaveLength(2);
    hear('stream/seat-changed', seat({ ...running, minutes: 2, earned: 5.32 }));
    await settle();
    expect(read().privateShow).toMatchObject({ minutes: 2, earned: 5.32 });
    expect(opened).toHaveLength(2);
    hear('stream/seat-changed', seat({ ...running, state: 'ended', endedBy: 'wallet', minutes: 2, earned: 5.32 }));
    await settle();
    expect(read()).toMatchObject({ privateShow: null, privateResult: { endedBy: 'wallet', minutes: 2 } });
    expect(opened[1]?.stop).toHaveBeenCalled();
  });

  it('is left as a viewer after another device took over', async () => {
    const { store, hear, opened, emitted } = await open();
    store.dispatch(socketStatusChanged('connected'));
    hear('stream/seat-changed', seat(running));
    await settle();
    opened[1]?.handlers.onState('live');
    store.dispatch(studio.showTakenOver());
    await settle();
    const { conversationId } = seat();
    expect(emitted.at(-1)).toEqual({ event: 'public-stream/join', payload: { conversationId } });
    expect(opened[1]?.stop).toHaveBeenCalled();
  });

  it('is reloaded if it ended while the socket was disconnected', async () => {
    const { store, read, hear, calls } = await open({
      getSeat: () => toSeat({ ...running, state: 'ended', endedBy: 'fan' }),
    });
    hear('stream/seat-changed', seat(running));
    await settle();
    store.dispatch(studio.seatsRequested());
    await settle();
    expect(calls.filter(({ name }) => name === 'getSeat')).toHaveLength(1);
    expect(read()).toMatchObject({ privateShow: null, privateResult: { endedBy: 'fan' } });
  });

  it('ends if it was over before the response to accepting it arrived', async () => {
    const { store, read, hear, opened } = await open({ acceptPrivateChat: () => told });
    hear('private-chat-request', asked);
    store.dispatch(studio.acceptRequested({ conversationId: asked.conversationId }));
    await settle();
    expect(read()).toMatchObject({ privateShow: null, privateResult: { name: 'Ada Fenn', minutes: 0 } });
    expect(opened[0]?.stop).not.toHaveBeenCalled();
  });

  it('is ended by a socket event if the backend does not count minutes', async () => {
    const { store, read, hear, emitted } = await open({ acceptPrivateChat: () => told }, ['shows']);
    hear('private-chat-request', asked);
    store.dispatch(studio.acceptRequested({ conversationId: asked.conversationId }));
    await settle();
    expect(read().privateShow).toMatchObject({ seatId: null, price: 4, earned: null });
    store.dispatch(studio.privateEndRequested());
    await settle();
    expect(emitted.at(-1)).toEqual({
      event: 'private-stream/leave',
      payload: { conversationId: asked.conversationId, streamId: seat().streamId, sessionId: 's2' },
    });
    expect(read().privateShow).toBeNull();
  });
});

it('the paying members of a group show are counted', async () => {
  const { read, hear } = await open();
  hear('stream/seat-changed', seat({ type: 'group', ...running }));
  expect(read().groupSeats).toHaveLength(1);
  expect(read().privateShow).toBeNull();
  hear('stream/seat-changed', seat({ type: 'group', state: 'ended' }));
  expect(read().groupSeats).toEqual([]);
});

it('a list of seats from before an event is fetched again', async () => {
  const ended = seat({ type: 'group', state: 'ended' });
  let arrive: (() => void) | undefined;
  let data: object[] = [];
  const { store, read, hear } = await open({
    listSeats: () => {
      const reply = { data };
      return arrive ? new Promise((resolve) => (arrive = () => resolve(reply))) : reply;
    },
  });
  arrive = () => undefined;
  data = [seat({ type: 'group', ...running })];
  store.dispatch(studio.seatsRequested());
  await settle();
  data = [];
  hear('stream/seat-changed', ended);
  for (let turn = 0; turn < 2; turn += 1) {
    arrive();
    await settle();
  }
  expect(read().groupSeats).toEqual([]);
});

describe('moderation', () => {
  const userId = fan._id;

  it('can mute for ten minutes, remove until the end of the show, and undo both', async () => {
    const { store, read, calls } = await open({
      restrictViewer: () => ({ success: true }),
      liftRestriction: () => ({ success: true }),
      listStreamViewers: () => ({
        data: [{ user: fan, since: show.createdAt, spent: 10, isMuted: false, isSubscribed: true }],
        total: 1,
      }),
    });
    store.dispatch(studio.watchersRequested());
    await settle();
    expect(read().watchers).toMatchObject({ status: 'ready', rows: [{ spent: 10 }] });
    store.dispatch(studio.restrictionRequested({ userId, name: 'Ada', kind: 'mute' }));
    await settle();
    expect(calls.at(-1)?.input).toMatchObject({
      params: { id: show._id },
      body: { userId, kind: 'mute', minutes: 10 },
    });
    expect(read().watchers.rows[0]?.isMuted).toBe(true);
    store.dispatch(studio.restrictionRequested({ userId, name: 'Ada', kind: 'ban' }));
    await settle();
    expect(calls.at(-1)?.input.body).toEqual({ userId, kind: 'ban' });
    expect(read().restricted.map(({ kind }) => kind)).toEqual(['mute', 'ban']);
    expect(read().watchers.rows).toEqual([]);
    for (const rest of [['mute'], []]) {
      store.dispatch(studio.liftRequested({ userId }));
      await settle();
      expect(calls.at(-1)?.input.params).toEqual({ id: show._id, userId });
      expect(read().restricted.map(({ kind }) => kind)).toEqual(rest);
    }
  });

  it('can remove a fan while the mute is pending, but mutes only once', async () => {
    const { store, calls } = await open({ restrictViewer: () => new Promise(() => undefined) });
    for (const kind of ['mute', 'mute', 'ban'] as const)
      store.dispatch(studio.restrictionRequested({ userId, name: 'Ada', kind }));
    await settle();
    const kinds = calls.filter(({ name }) => name === 'restrictViewer').map(({ input }) => input.body?.['kind']);
    expect(kinds).toEqual(['mute', 'ban']);
  });

  it('stores edits one after the other, and waits for all', async () => {
    const waiting: (() => void)[] = [];
    const { store, read } = await open({
      updateLiveStream: ({ body }) =>
        new Promise((resolve, reject) =>
          waiting.push(() => (body?.['title'] ? resolve({ ...toOwn(), ...body }) : reject(new ApiError(422, {})))),
        ),
    });
    store.dispatch(studio.showEditRequested({ chat: { slowSeconds: 30 } }));
    store.dispatch(studio.showEditRequested({ title: 'Late loops' }));
    for (const status of ['pending', 'idle']) {
      await settle();
      expect(waiting).toHaveLength(1);
      waiting.pop()?.();
      await settle();
      expect(read().saving).toMatchObject({ status, error: null });
    }
    expect(read().show?.title).toBe('Late loops');
  });

  it('lists after a reload who is muted and removed, until a mute ends', async () => {
    const later = new Date(Date.now() + 60_000).toISOString();
    const rows = [
      { userId, name: 'Ada', kind: 'mute', until: later },
      { userId: 'u2', name: 'Bo', kind: 'mute', until: null },
      { userId: 'u3', name: '', kind: 'ban', until: null },
    ];
    const { store, read, calls } = await open({
      listRestrictions: () => ({ data: rows }),
      listStreamViewers: () => ({
        data: [{ user: fan, since: show.createdAt, spent: 10, isMuted: true, isSubscribed: true }],
        total: 1,
      }),
    });
    expect(calls.find(({ name }) => name === 'listRestrictions')?.input.params).toEqual({ id: show._id });
    expect(read().restricted).toMatchObject([{ until: Date.parse(later) }, { name: 'Bo' }, { name: 'This fan' }]);
    store.dispatch(studio.watchersRequested());
    store.dispatch(studio.restrictionStored({ userId, name: 'Ada', kind: 'mute', until: Date.now() + 100 }));
    await waitFor(() => expect(read().restricted.map((one) => one.userId)).toEqual(['u2', 'u3']), { timeout: 5_000 });
    expect(read().watchers.rows[0]?.isMuted).toBe(false);
  });

  it('still lists who was removed while the list was loading', async () => {
    const rows = [{ userId, name: 'Ada', kind: 'ban', until: null }];
    const loads: (() => void)[] = [];
    const { store, read } = await open({
      restrictViewer: () => ({}),
      listRestrictions: () => {
        const data = loads.length === 0 ? [] : rows;
        return new Promise((resolve) => loads.push(() => resolve({ data })));
      },
    });
    store.dispatch(studio.restrictionRequested({ userId, kind: 'ban', name: 'Ada' }));
    await settle();
    loads[0]?.();
    await settle();
    loads[1]?.();
    await settle();
    expect(read().restricted.map((one) => one.userId)).toEqual([userId]);
  });

  it('asks no backend without such a list', async () => {
    const { calls } = await open({}, ['getOwnStream', 'listSeats', 'restrictViewer']);
    expect(calls.map(({ name }) => name)).not.toContain('listRestrictions');
  });

  it('can change title, goal and rules during the show, or shows why not', async () => {
    const { store, read, calls } = await open({ updateLiveStream: ({ body }) => ({ ...toOwn(), ...body }) });
    store.dispatch(studio.showEditRequested({ title: 'Late loops' }));
    expect(read().saving.status).toBe('pending');
    await settle();
    expect(calls.at(-1)).toMatchObject({ name: 'updateLiveStream', input: { params: { id: show._id } } });
    expect(read()).toMatchObject({ show: { title: 'Late loops' }, saving: { status: 'idle' } });
    const refused = await open({ updateLiveStream: refuse(422, 'PRICE_OUT_OF_BOUNDS') });
    refused.store.dispatch(studio.sheetSwitched('show'));
    refused.store.dispatch(studio.showEditRequested({ minutePrice: 1_000 }));
    await settle();
    expect(refused.read().saving).toMatchObject({ status: 'failed', error: { message: 'Too late.' } });
  });
});
