import AgoraRTC from 'agora-rtc-sdk-ng';
import { fakeTrack, installFakeMedia, listShown, showFrame } from '../../../tests/harness/fake-media';
import { publishAgora } from './agora-publish';
import type { StreamPublication } from './stream-publication';
import type { StreamAccess, StreamWatch, WatchHandlers } from './stream-watch';
import { watchStream } from './watch-stream';

vi.mock('agora-rtc-sdk-ng', () => ({
  __esModule: true,
  default: {
    setLogLevel: vi.fn(),
    createClient: vi.fn(),
    createCustomVideoTrack: vi.fn(),
    createCustomAudioTrack: vi.fn(),
  },
}));

type Listener = (...values: never[]) => void;

class FakeClient {
  listeners = new Map<string, Listener>();
  calls: unknown[][] = [];
  audioPackets = 0;
  videoPackets = 0;
  joins: Promise<unknown> = Promise.resolve(7);
  on = (event: string, listener: Listener) => void this.listeners.set(event, listener);
  emit = (event: string, ...values: unknown[]) => (this.listeners.get(event) as (...all: unknown[]) => void)(...values);
  join = (...given: unknown[]) => this.note('join', ...given).then(() => this.joins);
  leave = () => this.note('leave');
  subscribe = ({ uid }: { uid: number }, kind: 'video' | 'audio') =>
    this.note('subscribe', uid, kind).then(() => ({ getMediaStreamTrack: () => fakeTrack(kind, `${kind} of ${uid}`) }));
  publish = (track: { id: string }) => this.note('publish', track.id);
  unpublish = (track: { id: string }) => this.note('unpublish', track.id);
  renewToken = (token: string) => this.note('renewToken', token);
  getRemoteAudioStats = () => ({ 1: { receivePackets: this.audioPackets } });
  getRemoteVideoStats = () => ({ 1: { receivePackets: this.videoPackets } });
  note(...call: unknown[]): Promise<void> {
    this.calls.push(call);
    return Promise.resolve();
  }
}

const access: Extract<StreamAccess, { engine: 'agora' }> = {
  engine: 'agora',
  appId: 'app',
  channel: 'session',
  uid: 7,
  hostUid: 1,
  token: 'first token',
  expiresAt: '2026-11-18T10:22:00.000Z',
};
const host = { uid: 1 };

let client: FakeClient;
let opened: StreamWatch | StreamPublication | null = null;
let states: string[];
const onStale = vi.fn();
beforeEach(() => {
  vi.useFakeTimers();
  installFakeMedia();
  [client, states] = [new FakeClient(), []];
  vi.mocked(AgoraRTC.createClient).mockReturnValue(client as never);
  vi.mocked(AgoraRTC.createCustomVideoTrack).mockImplementation(({ mediaStreamTrack: { id } }) => wrap(id) as never);
  vi.mocked(AgoraRTC.createCustomAudioTrack).mockImplementation(({ mediaStreamTrack: { id } }) => wrap(id) as never);
});
afterEach(() => {
  opened?.stop();
  opened = null;
  vi.useRealTimers();
});

const wrap = (id: string) => ({
  id,
  replaceTrack: ({ id: next }: MediaStreamTrack, stopsOld: boolean) => client.note('replaceTrack', next, stopsOld),
});

const wait = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const listCalls = (name: string) => client.calls.filter(([called]) => called === name);

describe('watching over Agora', () => {
  async function watch(given: Partial<typeof access> = {}) {
    const video = document.createElement('video');
    const delays: boolean[] = [];
    const handlers = {
      onState: (state: string) => void states.push(state),
      onDelayed: (isDelayed: boolean) => void delays.push(isDelayed),
      onStale,
    } as Partial<WatchHandlers> as WatchHandlers;
    const watching = await watchStream({ ...access, ...given }, video, handlers);
    opened = watching;
    await wait();
    return { video, watching, delays };
  }

  async function publish(kind: 'video' | 'audio', user = host) {
    client.emit('user-published', user, kind);
    await wait();
  }

  it('joins as audience with low latency', async () => {
    const { delays } = await watch();
    expect(AgoraRTC.createClient).toHaveBeenCalledWith(
      expect.objectContaining({ mode: 'live', role: 'audience', clientRoleOptions: { level: 1 } }),
    );
    expect(client.calls).toEqual([['join', 'app', 'session', 'first token', 7]]);
    expect(delays).toEqual([false]);
  });

  it('lets Agora assign the uid if the token is valid for any uid', async () => {
    await watch({ uid: 0 });
    expect(client.calls).toEqual([['join', 'app', 'session', 'first token', null]]);
  });

  it('plays once the first frame arrives', async () => {
    const { video } = await watch();
    await publish('audio');
    await publish('video');
    expect(listShown(video)).toEqual(['audio of 1', 'video of 1']);
    client.videoPackets = 20;
    await wait(1_000);
    expect(states).toEqual([]);
    showFrame(video);
    await wait();
    expect(states).toEqual(['playing']);
  });

  it('plays the audio of a host without video', async () => {
    await watch();
    await publish('audio');
    client.audioPackets = 50;
    await wait(1_000);
    expect(states).toEqual(['playing']);
  });

  it('reports a stalled, a resumed and a lost stream', async () => {
    const { video } = await watch();
    await publish('video');
    client.videoPackets = 20;
    showFrame(video);
    await wait(5_000);
    expect(states.at(-1)).toBe('stalled');
    client.videoPackets = 21;
    await wait(1_000);
    expect(states.at(-1)).toBe('playing');
    await wait(14_000);
    expect(states.at(-1)).toBe('lost');
  });

  it('replaces the old video when the host returns', async () => {
    const { video } = await watch();
    await publish('video');
    client.emit('user-unpublished', host, 'video');
    client.emit('user-left', host);
    await publish('video');
    expect(listShown(video)).toEqual(['video of 1']);
    expect(listCalls('subscribe')).toHaveLength(2);
  });

  it('ignores a viewer who starts publishing after the host', async () => {
    const { video } = await watch();
    await publish('video');
    await publish('video', { uid: 99 });
    expect(listShown(video)).toEqual(['video of 1']);
  });

  it('switches to the host if a viewer published first', async () => {
    const { video } = await watch();
    await publish('video', { uid: 99 });
    await publish('video');
    expect(listShown(video)).toEqual(['video of 1']);
    await publish('audio', { uid: 99 });
    expect(listShown(video)).toEqual(['video of 1']);
  });

  it.each([
    ['RECONNECTING', undefined, 'stalled'],
    ['DISCONNECTED', 'NETWORK_ERROR', 'lost'],
    ['DISCONNECTED', 'UID_BANNED', 'lost'],
    ['DISCONNECTED', 'UID_CONFLICT', 'replaced'],
  ])('on %s %s, reports %s', async (connection, reason, state) => {
    await watch();
    client.emit('connection-state-change', connection, 'CONNECTED', reason);
    expect(states).toEqual([state]);
  });

  it('reports the state lost if joining fails', async () => {
    client.joins = Promise.reject(new Error('INVALID_TOKEN'));
    await watch();
    expect(states).toEqual(['lost']);
  });

  it('requests a new token before the old one expires, renews with it, and without one reports the state lost', async () => {
    const { watching } = await watch();
    client.emit('token-privilege-will-expire');
    expect(onStale).toHaveBeenCalled();
    watching.renew({ ...access, token: 'second token' });
    expect(client.calls.at(-1)).toEqual(['renewToken', 'second token']);
    client.emit('token-privilege-did-expire');
    expect(states).toEqual(['lost']);
  });

  it('leaves the channel on stop, and reports nothing afterwards', async () => {
    const { watching } = await watch();
    watching.stop();
    await wait();
    client.emit('connection-state-change', 'DISCONNECTED', 'CONNECTED', 'LEAVE');
    await wait(20_000);
    expect(listCalls('leave')).toHaveLength(1);
    expect(states).toEqual([]);
  });

  it('without WebRTC, reports the state unplayable', async () => {
    Reflect.deleteProperty(window, 'RTCPeerConnection');
    await watch();
    expect([states, client.calls]).toEqual([['unplayable'], []]);
  });
});

describe('sending over Agora', () => {
  async function send(
    media = { video: fakeTrack('video'), audio: fakeTrack('audio') } as Parameters<typeof publishAgora>[1],
  ) {
    const publication = publishAgora(access, media, {
      onState: (state) => void states.push(state),
      onStale,
      exchange: () => Promise.reject(new Error('Only the embedded engine calls exchange()')),
    });
    opened = publication;
    await wait();
    return publication;
  }

  it('joins as host with camera and microphone, and reports the state live', async () => {
    await send();
    expect(AgoraRTC.createClient).toHaveBeenCalledWith({ mode: 'live', codec: 'vp8', role: 'host' });
    expect(client.calls).toEqual([
      ['join', 'app', 'session', 'first token', 7],
      ['publish', 'audio'],
      ['publish', 'video'],
    ]);
    expect(states).toEqual(['starting', 'live']);
  });

  it('switches the camera without a gap, keeps the old track, and can go without a camera', async () => {
    const publication = await send();
    client.calls = [];
    publication.replaceVideo(fakeTrack('video', 'screen'));
    publication.replaceVideo(null);
    publication.replaceVideo(fakeTrack('video', 'camera'));
    await wait();
    expect(client.calls).toEqual([
      ['replaceTrack', 'screen', false],
      ['unpublish', 'video'],
      ['publish', 'camera'],
    ]);
  });

  it('switches the microphone', async () => {
    const publication = await send();
    client.calls = [];
    publication.replaceAudio(fakeTrack('audio', 'other'));
    publication.replaceAudio(null);
    await wait();
    expect(client.calls).toEqual([
      ['unpublish', 'audio'],
      ['publish', 'other'],
      ['unpublish', 'other'],
    ]);
  });

  it('goes live without a camera', async () => {
    await send({ video: null, audio: null });
    expect(listCalls('publish')).toEqual([]);
    expect(states.at(-1)).toBe('live');
  });

  it('renews the token', async () => {
    const publication = await send();
    client.emit('token-privilege-will-expire');
    expect(onStale).toHaveBeenCalled();
    publication.renew({ ...access, token: 'second token' });
    expect(client.calls.at(-1)).toEqual(['renewToken', 'second token']);
  });

  it.each([
    ['NETWORK_ERROR', 'lost'],
    ['UID_CONFLICT', 'replaced'],
  ])('on %s, reports %s once', async (reason, state) => {
    await send();
    client.emit('connection-state-change', 'DISCONNECTED', 'CONNECTED', reason);
    client.emit('token-privilege-did-expire');
    await wait();
    expect(states).toEqual(['starting', 'live', state]);
    expect(listCalls('leave')).toHaveLength(1);
  });

  it('waits ten seconds for a reconnect before it reports the state lost', async () => {
    await send();
    client.emit('connection-state-change', 'RECONNECTING', 'CONNECTED');
    await wait(9_000);
    client.emit('connection-state-change', 'CONNECTED', 'RECONNECTING');
    await wait(20_000);
    expect(states.at(-1)).toBe('live');
    client.emit('connection-state-change', 'RECONNECTING', 'CONNECTED');
    await wait(10_000);
    expect(states.at(-1)).toBe('lost');
  });

  it('reports the state lost if joining takes fifteen seconds', async () => {
    client.joins = new Promise(() => undefined);
    await send();
    await wait(14_000);
    expect(states).toEqual(['starting']);
    await wait(1_000);
    expect(states).toEqual(['starting', 'lost']);
  });

  it('reports the state lost if joining fails', async () => {
    client.joins = Promise.reject(new Error('INVALID_TOKEN'));
    await send();
    expect(states).toEqual(['starting', 'lost']);
  });

  it('leaves the channel on stop, and sends nothing afterwards', async () => {
    const publication = await send();
    publication.stop();
    publication.replaceVideo(fakeTrack('video', 'late'));
    await wait();
    expect(listCalls('leave')).toHaveLength(1);
    expect(client.calls.flat()).not.toContain('late');
    expect(states).toEqual(['starting', 'live']);
  });
});
