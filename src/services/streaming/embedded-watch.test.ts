import { watchStream } from './watch-stream';
import type { StreamAccess, StreamWatch, WatchHandlers, WatchState } from './stream-watch';

class FakePeer extends EventTarget {
  static last: FakePeer | null = null;
  connectionState = 'new';
  iceGatheringState = 'new';
  localDescription: { sdp: string } | null = null;
  remote: unknown = null;
  kinds: string[] = [];
  frames = 0;
  isClosed = false;
  constructor() {
    super();
    FakePeer.last = this;
  }
  addTransceiver(kind: string, { direction }: { direction: string }) {
    this.kinds.push(`${kind} ${direction}`);
  }
  createOffer = () => Promise.resolve({ type: 'offer', sdp: 'offer' });
  setLocalDescription() {
    this.localDescription = { sdp: 'offer without candidates' };
    return Promise.resolve();
  }
  gather() {
    this.localDescription = { sdp: 'offer with candidates' };
    this.iceGatheringState = 'complete';
    this.dispatchEvent(new Event('icegatheringstatechange'));
  }
  setRemoteDescription(answer: unknown) {
    this.remote = answer;
    return Promise.resolve();
  }
  become(state: string) {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
  getStats = () =>
    Promise.resolve(new Map([['v', { type: 'inbound-rtp', kind: 'video', framesDecoded: this.frames }]]));
  close() {
    this.isClosed = true;
  }
}

const access: Extract<StreamAccess, { engine: 'embedded' }> = {
  engine: 'embedded',
  ticket: 'once',
  iceServers: [],
  hls: 'https://api.test/live.m3u8?seal=1',
  isFull: false,
};

let watch: StreamWatch | null = null;

async function start(given: Partial<typeof access> = {}) {
  const states: WatchState[] = [];
  const delays: boolean[] = [];
  const offers: object[] = [];
  const renew = vi.fn();
  const close = vi.fn();
  let failHls = () => undefined as void;
  let readAddress = () => '';
  let stale = () => undefined as void;
  const isStale = vi.fn();
  const handlers: WatchHandlers = {
    onState: (state) => void states.push(state),
    onDelayed: (isDelayed) => void delays.push(isDelayed),
    onStale: isStale,
    exchange: (offer) => {
      offers.push(offer);
      return Promise.resolve('answer');
    },
    loadHlsPlayer: () =>
      Promise.resolve((_video, hls) => {
        failHls = hls.onFailed;
        readAddress = hls.address;
        stale = hls.onStale;
        return { renew, close };
      }),
  };
  const video = document.createElement('video');
  watch = await watchStream({ ...access, ...given }, video, handlers);
  return {
    states,
    delays,
    offers,
    renew,
    close,
    isStale,
    watch,
    video,
    fail: () => failHls(),
    getAddress: () => readAddress(),
    expire: () => stale(),
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakePeer.last = null;
  Object.assign(window, { RTCPeerConnection: FakePeer, MediaStream: EventTarget });
  HTMLMediaElement.prototype.play = () => Promise.resolve();
});
afterEach(() => {
  watch?.stop();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('watching by WebRTC', () => {
  it('sends one offer with all of its candidates', async () => {
    const { offers } = await start();
    await wait(0);
    expect(offers).toEqual([]);
    const peer = FakePeer.last!;
    peer.gather();
    await wait(0);
    expect(offers).toEqual([{ ticket: 'once', sdp: 'offer with candidates' }]);
    expect(peer.kinds).toEqual(['video recvonly', 'audio recvonly']);
    expect(peer.remote).toEqual({ type: 'answer', sdp: 'answer' });
  });

  it('waits at most a second and a half for candidates', async () => {
    const { offers } = await start();
    await wait(1_600);
    expect(offers).toEqual([{ ticket: 'once', sdp: 'offer without candidates' }]);
  });

  it('reports when the stream plays, stalls, resumes and is lost', async () => {
    const { states } = await start();
    const peer = FakePeer.last!;
    peer.become('connected');
    peer.frames = 10;
    await wait(1_000);
    expect(states.at(-1)).toBe('playing');
    await wait(5_000);
    expect(states.at(-1)).toBe('stalled');
    peer.frames = 11;
    await wait(1_000);
    expect(states.at(-1)).toBe('playing');
    await wait(14_000);
    expect(states.at(-1)).toBe('lost');
  });

  it('reports the state lost when the connection fails', async () => {
    const { states } = await start();
    FakePeer.last!.become('connected');
    FakePeer.last!.become('failed');
    expect(states.at(-1)).toBe('lost');
  });
});

describe('watching by HLS', () => {
  it('replaces WebRTC after five seconds without a connection', async () => {
    const { delays, getAddress } = await start();
    await wait(4_900);
    expect(delays).toEqual([false]);
    await wait(200);
    expect(delays).toEqual([false, true]);
    expect(FakePeer.last!.isClosed).toBe(true);
    expect(getAddress()).toBe(access.hls);
  });

  it('is used for guests, and if the engine is full', async () => {
    const { delays } = await start({ isFull: true });
    await wait(0);
    expect(FakePeer.last).toBeNull();
    expect(delays).toEqual([true]);
  });

  it('uses the new link after the old one has expired', async () => {
    const { watch: opened, expire, isStale, renew, getAddress } = await start({ isFull: true });
    await wait(0);
    expire();
    expect(isStale).toHaveBeenCalled();
    opened.renew({ ...access, hls: 'https://api.test/live.m3u8?seal=2' });
    expect(renew).toHaveBeenCalled();
    expect(getAddress()).toContain('seal=2');
  });

  it('reports the state lost on failure, and unplayable for guests without a playlist', async () => {
    const { states, fail } = await start({ isFull: true });
    await wait(0);
    fail();
    expect(states.at(-1)).toBe('lost');
    const none = await start({ isFull: true, hls: null, ticket: '' });
    expect(none.states).toEqual(['unplayable']);
  });

  it('reports the state lost if the engine is full and there is no playlist', async () => {
    const { states } = await start({ isFull: true, hls: null });
    expect(states).toEqual(['lost']);
  });

  it('closes the player on stop', async () => {
    const { close, watch: opened } = await start({ isFull: true });
    await wait(0);
    opened.stop();
    expect(close).toHaveBeenCalled();
  });
});
