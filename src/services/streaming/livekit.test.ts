import { Room } from 'livekit-client';
import { fakeTrack, installFakeMedia, listShown, showFrame } from '../../../tests/harness/fake-media';
import { publishLivekit } from './livekit-publish';
import type { StreamPublication } from './stream-publication';
import type { StreamAccess, StreamWatch, WatchHandlers } from './stream-watch';
import { watchStream } from './watch-stream';

vi.mock('livekit-client', () => ({
  Room: vi.fn(),
  RoomEvent: {
    TrackSubscribed: 'trackSubscribed',
    TrackUnsubscribed: 'trackUnsubscribed',
    Reconnecting: 'reconnecting',
    Disconnected: 'disconnected',
  },
  Track: { Source: { Camera: 'camera', Microphone: 'microphone' } },
}));

class FakeRoom {
  listeners = new Map<string, (value?: unknown) => void>();
  calls: unknown[][] = [];
  connects: Promise<void> = Promise.resolve();
  on = (event: string, listener: (value?: unknown) => void) => void this.listeners.set(event, listener);
  emit = (event: string, value?: unknown) => this.listeners.get(event)?.(value);
  connect = (url: string, token: string) => this.note('connect', url, token).then(() => this.connects);
  disconnect = (...given: unknown[]) => this.note('disconnect', ...given);
  localParticipant = {
    publishTrack: ({ id }: MediaStreamTrack, { source }: { source: string }) =>
      this.note('publish', id, source).then(() => ({ track: this.wrap(id) })),
    unpublishTrack: ({ id }: { id: string }, stops: boolean) => this.note('unpublish', id, stops),
  };
  wrap = (id: string) => ({
    id,
    replaceTrack: ({ id: next }: MediaStreamTrack, isOfCaller: boolean) => this.note('replaceTrack', next, isOfCaller),
  });
  note(...call: unknown[]): Promise<void> {
    this.calls.push(call);
    return Promise.resolve();
  }
}

function remoteTrack(kind: 'video' | 'audio', id: string = kind) {
  const counts = { framesDecoded: 0, packetsReceived: 0 };
  return {
    counts,
    mediaStreamTrack: fakeTrack(kind, id),
    getRTCStatsReport: () => Promise.resolve(new Map([['r', { type: 'inbound-rtp', kind, ...counts }]])),
  };
}

const access: Extract<StreamAccess, { engine: 'livekit' }> = {
  engine: 'livekit',
  url: 'wss://livekit.test',
  token: 'token',
  expiresAt: '2026-11-18T10:22:00.000Z',
};

let room: FakeRoom;
let opened: StreamWatch | StreamPublication | null = null;
let states: string[];
beforeEach(() => {
  vi.useFakeTimers();
  installFakeMedia();
  [room, states] = [new FakeRoom(), []];
  vi.mocked(Room).mockImplementation(function Room() {
    return room as never;
  });
});
afterEach(() => {
  opened?.stop();
  opened = null;
  vi.useRealTimers();
});

const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const listCalls = (name: string) => room.calls.filter(([called]) => called === name);

describe('watching over LiveKit', () => {
  async function watch() {
    const video = document.createElement('video');
    const handlers = {
      onState: (state: string) => void states.push(state),
      onDelayed: () => undefined,
    } as Partial<WatchHandlers> as WatchHandlers;
    const watching = await watchStream(access, video, handlers);
    opened = watching;
    await wait();
    return { video, watching };
  }

  it('joins, and plays once the first frame arrives', async () => {
    const { video } = await watch();
    expect(room.calls).toEqual([['connect', 'wss://livekit.test', 'token']]);
    const [picture, sound] = [remoteTrack('video'), remoteTrack('audio')];
    for (const track of [sound, picture]) room.emit('trackSubscribed', track);
    expect(listShown(video)).toEqual(['audio', 'video']);
    picture.counts.framesDecoded = 1;
    showFrame(video);
    await wait();
    expect(states).toEqual(['playing']);
  });

  it('plays the audio of a host without video', async () => {
    await watch();
    const sound = remoteTrack('audio');
    room.emit('trackSubscribed', sound);
    sound.counts.packetsReceived = 50;
    await wait(1_000);
    expect(states).toEqual(['playing']);
  });

  it('reports when the stream stalls, resumes and is lost', async () => {
    await watch();
    const picture = remoteTrack('video');
    room.emit('trackSubscribed', picture);
    picture.counts.framesDecoded = 10;
    await wait(1_000);
    await wait(5_000);
    expect(states.at(-1)).toBe('stalled');
    picture.counts.framesDecoded = 11;
    await wait(1_000);
    expect(states.at(-1)).toBe('playing');
    await wait(14_000);
    expect(states.at(-1)).toBe('lost');
  });

  it('replaces the old video when the host returns', async () => {
    const { video } = await watch();
    const [before, after] = [remoteTrack('video', 'before'), remoteTrack('video', 'after')];
    room.emit('trackSubscribed', before);
    before.counts.framesDecoded = 500;
    await wait(1_000);
    room.emit('trackUnsubscribed', before);
    await wait(4_000);
    expect(states.at(-1)).toBe('stalled');
    room.emit('trackSubscribed', after);
    after.counts.framesDecoded = 5;
    await wait(1_000);
    expect(states.at(-1)).toBe('playing');
    expect(listShown(video)).toEqual(['after']);
  });

  it.each([
    ['reconnecting', 'stalled'],
    ['disconnected', 'lost'],
  ])('on %s, reports %s', async (event, state) => {
    await watch();
    room.emit(event);
    expect(states).toEqual([state]);
  });

  it('reports the state lost if joining fails', async () => {
    room.connects = Promise.reject(new Error('401'));
    await watch();
    expect(states).toEqual(['lost']);
  });

  it('leaves token renewal to LiveKit', async () => {
    const { watching } = await watch();
    watching.renew({ ...access, token: 'another' });
    expect(room.calls).toHaveLength(1);
  });

  it('leaves the room on stop, and reports nothing afterwards', async () => {
    const { watching } = await watch();
    watching.stop();
    room.emit('disconnected');
    await wait(20_000);
    expect(listCalls('disconnect')).toHaveLength(1);
    expect(states).toEqual([]);
  });
});

describe('sending over LiveKit', () => {
  async function send(
    media: Parameters<typeof publishLivekit>[1] = { video: fakeTrack('video'), audio: fakeTrack('audio') },
  ) {
    const publication = publishLivekit(access, media, {
      onState: (state) => void states.push(state),
      onStale: () => undefined,
      exchange: () => Promise.reject(new Error('Only the embedded engine calls exchange()')),
    });
    opened = publication;
    await wait();
    return publication;
  }

  it('joins with camera and microphone, and reports the state live', async () => {
    await send();
    expect(room.calls).toEqual([
      ['connect', 'wss://livekit.test', 'token'],
      ['publish', 'audio', 'microphone'],
      ['publish', 'video', 'camera'],
    ]);
    expect(states).toEqual(['starting', 'live']);
  });

  it('switches the camera without a gap, keeps the old track, and can go without a camera', async () => {
    const publication = await send();
    room.calls = [];
    publication.replaceVideo(fakeTrack('video', 'screen'));
    publication.replaceVideo(null);
    publication.replaceVideo(fakeTrack('video', 'other'));
    publication.replaceAudio(null);
    await wait();
    expect(room.calls).toEqual([
      ['replaceTrack', 'screen', true],
      ['unpublish', 'video', false],
      ['publish', 'other', 'camera'],
      ['unpublish', 'audio', false],
    ]);
  });

  it("reports the state lost once on a disconnect, and does not stop the caller's tracks", async () => {
    await send();
    room.emit('disconnected');
    room.emit('disconnected');
    await wait();
    expect(states).toEqual(['starting', 'live', 'lost']);
    expect(listCalls('disconnect')).toEqual([['disconnect', false]]);
  });

  it('reports the state lost if joining fails', async () => {
    room.connects = Promise.reject(new Error('401'));
    await send();
    expect(states).toEqual(['starting', 'lost']);
  });

  it('leaves the room on stop, and sends nothing afterwards', async () => {
    const publication = await send();
    publication.stop();
    publication.replaceVideo(fakeTrack('video', 'late'));
    room.emit('disconnected');
    await wait();
    expect(room.calls.flat()).not.toContain('late');
    expect(states).toEqual(['starting', 'live']);
  });
});
