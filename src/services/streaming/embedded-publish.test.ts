import { FakeTrack } from '../../../tests/harness/fake-devices';
import { publishStream } from './publish-stream';
import type { PublishHandlers, PublishState, StreamPublication } from './stream-publication';
import type { StreamAccess } from './stream-watch';

class FakeSender {
  replaced: unknown[] = [];
  replaceTrack = (track: unknown) => {
    this.replaced.push(track);
    return Promise.resolve();
  };
}

interface FakeTransceiver {
  sender: FakeSender;
  sent: unknown;
  init: RTCRtpTransceiverInit;
  preferred: RTCRtpCodec[];
  setCodecPreferences(codecs: RTCRtpCodec[]): void;
}

class FakePeer extends EventTarget {
  static last: FakePeer | null = null;
  connectionState = 'new';
  iceGatheringState = 'complete';
  localDescription: { sdp: string } | null = null;
  remote: unknown = null;
  transceivers: FakeTransceiver[] = [];
  isClosed = false;
  constructor() {
    super();
    FakePeer.last = this;
  }
  addTransceiver(sent: unknown, init: RTCRtpTransceiverInit) {
    const transceiver: FakeTransceiver = {
      sender: new FakeSender(),
      sent,
      init,
      preferred: [],
      setCodecPreferences: (codecs) => void (transceiver.preferred = codecs),
    };
    this.transceivers.push(transceiver);
    return transceiver;
  }
  createOffer = () => Promise.resolve({ type: 'offer', sdp: 'offer' });
  setLocalDescription() {
    this.localDescription = { sdp: 'full offer' };
    return Promise.resolve();
  }
  setRemoteDescription(answer: unknown) {
    this.remote = answer;
    return Promise.resolve();
  }
  become(state: string) {
    this.connectionState = state;
    this.dispatchEvent(new Event('connectionstatechange'));
  }
  close() {
    this.isClosed = true;
  }
}

const codec = (mimeType: string, sdpFmtpLine = '') => ({ mimeType, sdpFmtpLine, clockRate: 90_000 });
const baseline = codec('video/H264', 'level-asymmetry-allowed=1;packetization-mode=1;profile-level-id=42e01f');
const high = codec('video/H264', 'packetization-mode=1;profile-level-id=640032');
const mode0 = codec('video/H264', 'packetization-mode=0;profile-level-id=42e01f');
const [vp8, vp9, rtx] = [codec('video/VP8'), codec('video/VP9'), codec('video/rtx')];

const access: Extract<StreamAccess, { engine: 'embedded' }> = {
  engine: 'embedded',
  ticket: 'once',
  iceServers: [],
  hls: null,
  isFull: false,
};

let publication: StreamPublication | null = null;

async function start({ exchange = () => Promise.resolve('answer') }: { exchange?: PublishHandlers['exchange'] } = {}) {
  const states: PublishState[] = [];
  const offers: object[] = [];
  const video = new FakeTrack('video') as unknown as MediaStreamTrack;
  publication = await publishStream(
    access,
    { video, audio: null },
    {
      onState: (state) => void states.push(state),
      onStale: () => undefined,
      exchange: (offer) => {
        offers.push(offer);
        return exchange(offer);
      },
    },
  );
  const peer = FakePeer.last!;
  const [videoTransceiver, audioTransceiver] = peer.transceivers;
  return { states, offers, peer, video, videoTransceiver: videoTransceiver!, audioTransceiver: audioTransceiver! };
}

beforeEach(() => {
  vi.useFakeTimers();
  FakePeer.last = null;
  const RTCRtpSender = { getCapabilities: () => ({ codecs: [vp8, vp9, high, mode0, baseline, rtx] }) };
  Object.assign(window, { RTCPeerConnection: FakePeer, RTCRtpSender });
});
afterEach(() => {
  publication?.stop();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

describe('publishing to the embedded engine', () => {
  it('offers only H264 baseline and VP8, in this order, and limits the bitrate', async () => {
    const { offers, peer, video, videoTransceiver, audioTransceiver } = await start();
    await wait(0);
    expect(videoTransceiver.preferred).toEqual([baseline, vp8, rtx]);
    expect(videoTransceiver.sent).toBe(video);
    expect(videoTransceiver.init).toMatchObject({
      direction: 'sendonly',
      sendEncodings: [{ maxBitrate: 2_200_000, maxFramerate: 30 }],
    });
    // The microphone can be turned on later without a new connection.
    expect(audioTransceiver.sent).toBe('audio');
    expect(offers).toEqual([{ ticket: 'once', sdp: 'full offer' }]);
    expect(peer.remote).toEqual({ type: 'answer', sdp: 'answer' });
  });

  it('keeps the default codecs in browsers that do not list theirs', async () => {
    Object.assign(window, { RTCRtpSender: {} });
    const { videoTransceiver } = await start();
    expect(videoTransceiver.preferred).toEqual([]);
  });

  it('reports the state live once connected, and replaces tracks without a new connection', async () => {
    const { states, peer, videoTransceiver, audioTransceiver } = await start();
    await wait(0);
    peer.become('connected');
    expect(states).toEqual(['starting', 'live']);
    const screen = new FakeTrack('video') as unknown as MediaStreamTrack;
    publication!.replaceVideo(screen);
    publication!.replaceAudio(null);
    expect(videoTransceiver.sender.replaced).toEqual([screen]);
    expect(audioTransceiver.sender.replaced).toEqual([null]);
    expect(FakePeer.last).toBe(peer);
  });

  it('ignores a short disconnect, and reports the state lost after a long one', async () => {
    const { states, peer } = await start();
    await wait(0);
    peer.become('connected');
    peer.become('disconnected');
    await wait(3_000);
    peer.become('connected');
    await wait(10_000);
    expect(states).toEqual(['starting', 'live', 'live']);
    peer.become('disconnected');
    await wait(4_100);
    expect(states.at(-1)).toBe('lost');
    expect(peer.isClosed).toBe(true);
  });

  it('reports the state lost if connecting times out or the engine rejects the offer', async () => {
    const { states } = await start();
    await wait(10_100);
    expect(states).toEqual(['starting', 'lost']);
    const refused = await start({ exchange: () => Promise.reject(new Error('no')) });
    await wait(0);
    expect(refused.states).toEqual(['starting', 'lost']);
  });

  it('reports nothing after it was stopped', async () => {
    const { states, peer } = await start();
    await wait(0);
    publication!.stop();
    peer.become('failed');
    expect(states).toEqual(['starting']);
  });
});
