import { selectToasts, socketStatusChanged } from '@/features/site/ui/ui-slice';
import { ApiError } from '@/services/api-error';
import { ownLiveShowStore } from '@/services/own-live-show';
import {
  access,
  host,
  recordPublications,
  show,
  toLive,
  toOwn,
  toSummary,
} from '../../../../tests/factories/live-studio';
import { installFakeDevices } from '../../../../tests/harness/fake-devices';
import { settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { studioFeature } from './studio-feature';
import * as studio from './studio-slice';
import { selectStudio } from './studio-state';

vi.mock('@/services/streaming/publish-stream', () => ({ publishStream: vi.fn() }));

const family = ['shows'];
const refuse = (status: number, error?: string) => () => {
  throw new ApiError(status, { statusCode: status, message: 'No.', ...(error && { error }) });
};

async function enter(answers: Answers = {}, extensions?: readonly string[]) {
  const opened = recordPublications();
  const made = storeForTest({
    features: [studioFeature],
    user: host,
    answers: {
      getOwnStream: () => null,
      listFeeds: () => ({ data: [], total: 0 }),
      listSeats: () => ({ data: [] }),
      startStream: () => toLive(),
      createStreamAccess: () => access,
      ...answers,
    },
    ...(extensions && { extensions }),
  });
  made.store.dispatch(socketStatusChanged('connected'));
  made.store.dispatch(studio.studioEntered());
  await settle();
  const read = () => selectStudio(made.store.getState());
  const names = () => made.calls.map(({ name }) => name);
  return { ...made, opened, read, names };
}

async function goLive(answers: Answers = {}, extensions?: readonly string[]) {
  let isLive = false;
  let about = {};
  const made = await enter({ getOwnStream: () => (isLive ? toOwn(about) : null), ...answers }, extensions);
  const { store, opened } = made;
  store.dispatch(studio.setupChanged({ title: 'Sunday loops' }));
  store.dispatch(studio.devicesWanted(['camera', 'microphone']));
  await settle();
  store.dispatch(studio.goLiveRequested());
  await settle();
  isLive = true;
  opened[0]?.handlers.onState('live');
  await new Promise((resolve) => setTimeout(resolve, 350));
  await settle();
  return { ...made, end: () => (isLive = false), tell: (next: object) => (about = next) };
}

const wasSaid = (emitted: { event: string }[], event: string) => emitted.filter((one) => one.event === event).length;

let devices: ReturnType<typeof installFakeDevices>;
beforeEach(() => {
  devices = installFakeDevices();
  window.localStorage.clear();
  window.sessionStorage.clear();
});

describe('before the show', () => {
  it('no device is opened, and the last choices are restored, except for the title', async () => {
    const first = await goLive();
    first.store.dispatch(studio.studioLeft());
    const asked = devices.asked.length;
    window.sessionStorage.clear();
    const { read } = await enter();
    expect(read()).toMatchObject({ phase: 'setup', setup: { title: '', audience: 'everyone' } });
    expect(devices.asked).toHaveLength(asked);
  });

  it('the title is that of a show announced for about this time', async () => {
    const post = (title: string, inHours: number) => ({
      _id: title,
      title,
      text: 'Words',
      streamingScheduled: new Date(Date.now() + inHours * 3_600_000).toISOString(),
    });
    const { read } = await enter({
      listFeeds: () => ({ data: [post('Next week', 170), post('Tonight', 1)], total: 2 }),
    });
    expect(read().setup).toMatchObject({ title: 'Tonight', description: 'Words' });
  });
});

describe('going live', () => {
  it('starts the show and its picture before publishing it', async () => {
    const { store, emitted, opened, read, calls } = await enter();
    store.dispatch(
      studio.setupChanged({
        title: ' Sunday loops ',
        ticket: 'audience',
        price: '5',
        goalText: 'Strings',
        goalAmount: '250',
      }),
    );
    store.dispatch(studio.devicesWanted(['camera']));
    await settle();
    store.dispatch(studio.goLiveRequested());
    await settle();
    expect(calls.find(({ name }) => name === 'startStream')?.input.body).toEqual({
      title: 'Sunday loops',
      description: '',
      isFree: false,
      price: 5,
      type: 'public',
      audience: 'everyone',
      ticketFor: 'audience',
      minutePrice: null,
      goal: { text: 'Strings', amount: 250 },
      isRecorded: true,
    });
    expect(calls.at(-1)?.input.body).toEqual({ streamId: show._id, as: 'host' });
    expect(opened[0]?.media.video).toBe(devices.tracks[0]);
    expect(emitted).toEqual([]);
    expect(read().phase).toBe('starting');
  });

  it('is complete only once the backend confirms that the show is live', async () => {
    const { read, emitted, opened } = await goLive();
    expect(emitted[0]).toEqual({ event: 'public-stream/live', payload: { conversationId: show.conversationId } });
    expect(read()).toMatchObject({ phase: 'live', takings: { tips: 12.5, earned: 10 } });
    expect(opened[0]?.media.audio).toBe(devices.tracks[1]);
    expect(ownLiveShowStore.read()).toMatchObject({ streamId: show._id, camera: true, microphone: true });
  });

  it('says that the microphone was disconnected, because the show would go on in silence', async () => {
    const { store, read } = await goLive();
    const { capture } = read();
    const lost = { ...capture.microphone, status: 'failed', problem: 'unplugged' } as const;
    store.dispatch(studio.captureChanged({ ...capture, microphone: lost }));
    store.dispatch(studio.captureChanged({ ...capture, microphone: lost }));
    await settle();
    const texts = selectToasts(store.getState()).map(({ text }) => text);
    expect(texts).toEqual(['The microphone was disconnected. Plug it in again, or choose another one.']);
  });

  it('ends a show that could not be published, because it might go live later', async () => {
    const { store, emitted, opened, calls, read } = await enter({ endStream: () => toSummary() });
    store.dispatch(studio.setupChanged({ title: 'Loops' }));
    store.dispatch(socketStatusChanged('reconnecting'));
    vi.useFakeTimers();
    try {
      store.dispatch(studio.goLiveRequested());
      await vi.advanceTimersByTimeAsync(10);
      opened[0]?.handlers.onState('live');
      await vi.advanceTimersByTimeAsync(9_000);
    } finally {
      vi.useRealTimers();
    }
    await settle();
    // A closed socket would send queued events after the reconnect.
    expect(emitted).toEqual([]);
    expect(calls.at(-1)).toMatchObject({ name: 'endStream', input: { params: { id: show._id } } });
    expect(read()).toMatchObject({ phase: 'setup', refusal: { message: expect.stringContaining('could not start') } });
  });

  it('finds the running show if that is why a new one is refused', async () => {
    let isLive = false;
    const { store, read } = await enter({
      startStream: refuse(409, 'SHOW_RUNNING'),
      getOwnStream: () => (isLive ? toOwn({ hostAwaySince: new Date().toISOString() }) : null),
    });
    store.dispatch(studio.setupChanged({ title: 'Loops' }));
    isLive = true;
    store.dispatch(studio.goLiveRequested());
    await settle();
    expect(read()).toMatchObject({ phase: 'interrupted', show: { _id: show._id } });
  });

  it('keeps what was typed if a running show refuses the new one, until a show starts from it', async () => {
    let isLive = false;
    const { store, read, opened } = await enter({
      startStream: () => (isLive ? refuse(409, 'SHOW_RUNNING')() : toLive()),
      getOwnStream: () => (isLive ? toOwn() : null),
      endStream: () => {
        isLive = false;
        return toSummary();
      },
    });
    const texts = { title: 'Loops', description: 'Five layers', goalText: 'Strings', goalAmount: '250' };
    const press = async (action: Parameters<typeof store.dispatch>[0]) => {
      store.dispatch(action);
      await settle();
    };
    await press(studio.setupChanged(texts));
    isLive = true;
    await press(studio.goLiveRequested());
    await press(studio.resumeRequested());
    await press(studio.endRequested());
    expect(read().phase).toBe('ended');
    await press(studio.setupReopened());
    expect(read()).toMatchObject({ phase: 'setup', setup: texts });
    await press(studio.goLiveRequested());
    isLive = true;
    opened.at(-1)?.handlers.onState('live');
    await new Promise((resolve) => setTimeout(resolve, 350));
    await settle();
    expect(read().phase).toBe('live');
    await press(studio.endRequested());
    await press(studio.setupReopened());
    expect(read()).toMatchObject({
      phase: 'setup',
      setup: { title: '', description: '', goalText: '', goalAmount: '' },
    });
  });

  it('renews the token at most twice a minute if the device clock is ahead', async () => {
    const expiresAt = new Date(Date.now() - 3_600_000).toISOString();
    const { store, names } = await enter({
      getOwnStream: () => toOwn(),
      createStreamAccess: () => ({ engine: 'livekit', url: '', token: 't', expiresAt }),
    });
    vi.useFakeTimers();
    try {
      store.dispatch(studio.resumeRequested());
      await vi.advanceTimersByTimeAsync(61_000);
      expect(names().filter((name) => name === 'createStreamAccess')).toHaveLength(3);
    } finally {
      vi.useRealTimers();
    }
  });

  it('replaces the camera without a new connection', async () => {
    const { store, opened } = await goLive();
    store.dispatch(studio.deviceChosen({ kind: 'camera', deviceId: 'back' }));
    await settle();
    expect(opened).toHaveLength(1);
    expect(opened[0]?.replaceVideo).toHaveBeenLastCalledWith(devices.tracks.at(-1));
    store.dispatch(studio.screenSwitched(true));
    await settle();
    expect(opened[0]?.replaceVideo).toHaveBeenLastCalledWith(devices.tracks.at(-1));
    expect(opened[0]?.replaceAudio).not.toHaveBeenCalled();
  });

  it.each([
    ['the call is rejected', { startStream: refuse(422, 'DOCUMENTS_NOT_APPROVED') }, 'No.'],
    [
      'the site has no engine',
      { createStreamAccess: refuse(400, 'PROVIDER_NOT_CONFIGURED') },
      'Live video is not set up on this site yet. Contact support if this keeps happening.',
    ],
  ] as const)('returns to the form if %s', async (_why, answers, message) => {
    const { store, read, emitted } = await enter(answers);
    store.dispatch(studio.setupChanged({ title: 'Loops' }));
    store.dispatch(studio.goLiveRequested());
    await settle();
    expect(read()).toMatchObject({ phase: 'setup', setup: { title: 'Loops' }, refusal: { message } });
    expect(emitted).toEqual([]);
  });

  it('on a compatible backend, sends only known fields, requests a token, and reports the duration', async () => {
    const { store, calls, emitted, read, opened } = await enter(
      { createStreamToken: () => '006token', setStreamDuration: () => ({ updated: true }) },
      family,
    );
    store.dispatch(studio.setupChanged({ title: 'Loops', ticket: 'others', price: '5', takesPrivate: true }));
    vi.useFakeTimers();
    try {
      store.dispatch(studio.goLiveRequested());
      await vi.advanceTimersByTimeAsync(10);
      // These shows are only for subscribers, so there is no ticket for others.
      expect(calls.find(({ name }) => name === 'startStream')?.input.body).toEqual({
        title: 'Loops',
        // Compatible backends require a description.
        description: 'Loops',
        isFree: true,
      });
      expect(opened[0]?.access).toMatchObject({ engine: 'agora', channel: 's1', token: '006token' });
      opened[0]?.handlers.onState('live');
      await vi.advanceTimersByTimeAsync(16_000);
      expect(read().phase).toBe('live');
      expect(emitted).toEqual([{ event: 'public-stream/live', payload: { conversationId: show.conversationId } }]);
      const told = calls.find(({ name }) => name === 'setStreamDuration');
      expect(told?.input.body).toEqual({ streamId: show._id, duration: 15 });
    } finally {
      vi.useRealTimers();
    }
  });
});

describe('a lost connection of the host', () => {
  it('is reconnected, and the time since the loss is counted', async () => {
    const { read, opened, names, tell } = await goLive();
    tell({ hostAwaySince: new Date().toISOString() });
    opened[0]?.handlers.onState('lost');
    const { lostAt } = read().publication;
    expect(lostAt).toEqual(expect.any(Number));
    expect(opened[0]?.stop).toHaveBeenCalled();
    await new Promise((resolve) => setTimeout(resolve, 350));
    await settle();
    expect(names().filter((name) => name === 'createStreamAccess')).toHaveLength(2);
    opened[1]?.handlers.onState('starting');
    expect(read().publication).toEqual({ state: 'lost', lostAt });
    opened[1]?.handlers.onState('live');
    expect(read().publication).toEqual({ state: 'live', lostAt: null });
  });

  it.each([
    ['is given up', 60_000, 2],
    ['is kept, being newer than the report,', -60_000, 1],
  ])('%s if the engine reports that the picture is missing', async (_what, ageMs, times) => {
    const { store, opened, tell } = await goLive();
    const hostAwaySince = new Date().toISOString();
    tell({ hostAwaySince });
    vi.useFakeTimers({ now: Date.now() + ageMs, toFake: ['Date'] });
    try {
      store.dispatch(studio.showChanged({ ...selectStudio(store.getState()).show!, hostAwaySince }));
    } finally {
      vi.useRealTimers();
    }
    await new Promise((resolve) => setTimeout(resolve, 350));
    await settle();
    expect(opened).toHaveLength(times);
  });

  it('is not reconnected after another device took over', async () => {
    const { read, opened } = await goLive();
    opened[0]?.handlers.onState('replaced');
    await new Promise((resolve) => setTimeout(resolve, 400));
    expect(read().phase).toBe('elsewhere');
    expect(opened).toHaveLength(1);
  });

  it('counts as taken over by another device if the backend still gets a picture', async () => {
    const { read, opened } = await goLive();
    opened[0]?.handlers.onState('lost');
    await new Promise((resolve) => setTimeout(resolve, 1_800));
    expect(read().phase).toBe('elsewhere');
    expect(opened).toHaveLength(1);
  });

  it('leads to publishing the show again when the socket reconnects', async () => {
    const { store, emitted } = await goLive();
    const before = wasSaid(emitted, 'public-stream/live');
    store.dispatch(studio.socketOpened());
    expect(wasSaid(emitted, 'public-stream/live')).toBe(before + 1);
  });
});

describe('a show that is already live', () => {
  const kept = { streamId: show._id, camera: true, microphone: false, cameraId: 'back', microphoneId: '' };

  it('continues automatically after a reload, with the same devices', async () => {
    ownLiveShowStore.write(kept);
    devices.permission = 'granted';
    const { read, emitted, opened } = await enter({ getOwnStream: () => toOwn() });
    await settle();
    expect(read().phase).toBe('live');
    expect(wasSaid(emitted, 'public-stream/live')).toBe(1);
    expect(devices.asked).toEqual([expect.objectContaining({ audio: false })]);
    expect(read().capture.camera).toMatchObject({ status: 'on', deviceId: 'back' });
    expect(opened).toHaveLength(1);
  });

  it('waits for a press on a button if the browser would ask for permission', async () => {
    ownLiveShowStore.write(kept);
    const { store, read, opened } = await enter({ getOwnStream: () => toOwn() });
    expect(read().phase).toBe('interrupted');
    expect(devices.asked).toEqual([]);
    store.dispatch(studio.resumeRequested());
    await settle();
    expect(read().phase).toBe('live');
    expect(opened).toHaveLength(1);
  });

  it('can be taken over from another tab or device', async () => {
    devices.permission = 'granted';
    const { read, opened } = await enter({ getOwnStream: () => toOwn() });
    expect(read().phase).toBe('elsewhere');
    expect(opened).toHaveLength(0);
    const away = await enter({ getOwnStream: () => toOwn({ hostAwaySince: new Date().toISOString() }) });
    expect(away.read().phase).toBe('interrupted');
  });

  it('shows its summary if it has ended', async () => {
    ownLiveShowStore.write(kept);
    const { read, calls } = await enter({ getStreamSummary: () => toSummary() });
    expect(calls.find(({ name }) => name === 'getStreamSummary')?.input.params).toEqual({ id: show._id });
    expect(read()).toMatchObject({ phase: 'ended', endedBy: null, summary: { peakViewers: 231 } });
    expect(ownLiveShowStore.read()).toBeUndefined();
  });

  it('is polled while it is sent from elsewhere, until it ends', async () => {
    vi.useFakeTimers();
    try {
      let own: object | null = toOwn();
      const entering = enter({ getOwnStream: () => own, getStreamSummary: () => toSummary() });
      await vi.advanceTimersByTimeAsync(100);
      const { read } = await entering;
      expect(read().phase).toBe('elsewhere');
      own = toOwn({ hostAwaySince: new Date().toISOString() });
      await vi.advanceTimersByTimeAsync(10_000);
      expect(read().phase).toBe('interrupted');
      own = null;
      await vi.advanceTimersByTimeAsync(10_000);
      expect(read()).toMatchObject({ phase: 'ended', endedBy: null, summary: { viewers: 612 } });
    } finally {
      vi.useRealTimers();
    }
  });

  it('opens the form if the running show cannot be loaded', async () => {
    const { read } = await enter({ getOwnStream: refuse(500) });
    expect(read().phase).toBe('setup');
  });
});

describe('a tab that no longer sends a show', () => {
  const join = { event: 'public-stream/join', payload: { conversationId: show.conversationId } };

  it('joins as a viewer after another device took over, and closes its devices', async () => {
    const { store, emitted } = await goLive();
    store.dispatch(studio.showTakenOver());
    await settle();
    expect(emitted.at(-1)).toEqual(join);
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    expect(ownLiveShowStore.read()).toBeUndefined();
  });

  it('joins as a viewer if the host leaves but the show could not be ended', async () => {
    const { store, emitted } = await goLive({ endStream: refuse(500) });
    store.dispatch(studio.endRequested());
    store.dispatch(studio.studioLeft());
    await settle();
    expect(emitted.at(-1)).toEqual(join);
  });

  it('joins as a viewer if the host leaves while the show starts', async () => {
    const { store, emitted, opened } = await enter();
    store.dispatch(studio.setupChanged({ title: 'Loops' }));
    store.dispatch(studio.goLiveRequested());
    await settle();
    opened[0]?.handlers.onState('live');
    await settle();
    store.dispatch(studio.studioLeft());
    // On a slow machine, the first event is repeated meanwhile.
    expect([...new Set(emitted.map(({ event }) => event))]).toEqual(['public-stream/live', 'public-stream/join']);
  });

  it('sends nothing after the end of the show', async () => {
    const { store, emitted } = await goLive({ endStream: () => toSummary() });
    store.dispatch(studio.endRequested());
    await settle();
    store.dispatch(studio.studioLeft());
    expect(emitted.at(-1)?.event).toBe('public-stream/live');
  });
});

describe('the end of a show', () => {
  it('shows its summary, and closes the devices', async () => {
    const { store, read, calls, opened } = await goLive({ endStream: () => toSummary() });
    store.dispatch(studio.endRequested());
    await settle();
    expect(calls.at(-1)).toMatchObject({ name: 'endStream', input: { params: { id: show._id } } });
    expect(read()).toMatchObject({ phase: 'ended', endedBy: 'host', summary: { earned: 159.36 } });
    expect(opened[0]?.stop).toHaveBeenCalled();
    expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
    expect(ownLiveShowStore.read()).toBeUndefined();
  });

  it('leaves the show running if the server rejects it', async () => {
    const { store, read } = await goLive({ endStream: refuse(500) });
    store.dispatch(studio.endRequested());
    await settle();
    expect(read()).toMatchObject({ phase: 'live', refusal: { message: 'No.' } });
  });

  it('is shown if an operator or the backend ended the show', async () => {
    const { store, read } = await goLive({ getStreamSummary: () => toSummary() });
    store.dispatch(studio.showGone({ conversationId: 'another', endedBy: 'operator' }));
    expect(read().phase).toBe('live');
    store.dispatch(studio.showGone({ conversationId: show.conversationId, endedBy: 'operator' }));
    await settle();
    expect(read()).toMatchObject({ phase: 'ended', endedBy: 'operator', summary: { viewers: 612 } });
  });

  it.each([
    ['by a lost picture if this tab lost it', true, 'hostGone'],
    ['without a reason if the host may have ended it elsewhere', false, null],
  ])('is shown %s', async (_what, isLost, endedBy) => {
    const { store, read, opened, tell } = await goLive({ getStreamSummary: () => toSummary() });
    if (isLost) {
      tell({ hostAwaySince: new Date().toISOString() });
      opened[0]?.handlers.onState('lost');
    }
    const left = studioFeature.socket?.['model-left']?.({ conversationId: show.conversationId } as never, 'model-left');
    store.dispatch(left!);
    await settle();
    expect(read()).toMatchObject({ phase: 'ended', endedBy });
  });

  it('is not reported again at the next visit if the host left the page with it', async () => {
    let reply = (_summary: object) => undefined as void;
    const { store } = await goLive({ endStream: () => new Promise((resolve) => (reply = resolve)) });
    store.dispatch(studio.endRequested());
    store.dispatch(studio.studioLeft());
    reply(toSummary());
    await settle();
    expect(ownLiveShowStore.read()).toBeUndefined();
  });

  it('is found by polling if no event came', async () => {
    const { store, read, end } = await goLive({ getStreamSummary: () => toSummary() });
    end();
    store.dispatch(studio.takingsChanged());
    await new Promise((resolve) => setTimeout(resolve, 1_300));
    await settle();
    expect(read()).toMatchObject({ phase: 'ended', endedBy: 'hostGone' });
  });

  it('is sent by the socket to a compatible backend, which has no summary', async () => {
    const { store, read, emitted, opened } = await enter({ createStreamToken: () => '006token' }, family);
    store.dispatch(studio.setupChanged({ title: 'Loops' }));
    store.dispatch(studio.goLiveRequested());
    await settle();
    opened[0]?.handlers.onState('live');
    await settle();
    store.dispatch(studio.viewersChanged({ conversationId: show.conversationId, total: 7 }));
    store.dispatch(studio.viewersChanged({ conversationId: show.conversationId, total: 3 }));
    store.dispatch(studio.endRequested());
    await settle();
    expect(emitted.at(-1)).toEqual({ event: 'public-stream/leave', payload: { conversationId: show.conversationId } });
    expect(read()).toMatchObject({ phase: 'ended', summary: { title: 'Sunday loops', peakViewers: 7 } });
  });
});

it('continues without a level meter if the browser refuses one', async () => {
  Object.defineProperty(window, 'AudioContext', {
    configurable: true,
    value() {
      throw new DOMException('Too many contexts', 'NotSupportedError');
    },
  });
  try {
    const { store, read } = await goLive({ endStream: () => toSummary() });
    store.dispatch(studio.levelWanted(() => undefined));
    store.dispatch(studio.endRequested());
    await settle();
    expect(read().phase).toBe('ended');
  } finally {
    Reflect.deleteProperty(window, 'AudioContext');
  }
});

it('closes devices and connections with the page', async () => {
  const { store, opened } = await goLive();
  store.dispatch(studio.studioLeft());
  expect(opened[0]?.stop).toHaveBeenCalled();
  expect(devices.tracks.map(({ readyState }) => readyState)).toEqual(['ended', 'ended']);
});
