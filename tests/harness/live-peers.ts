import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel';
import { opusFrame, packetizeH264, PICTURES_PER_SECOND, writeRtp, type EncodedPicture } from './live-media';

/** Native code calls back into these connections, so garbage collection of one would crash the process. */
const kept = new Set<unknown>();

/** Call it after closing all peers. Otherwise native threads keep the process alive. */
export const endLivePeers = (): void => nodeDataChannel.cleanup();

abstract class LivePeer {
  protected readonly connection: PeerConnection;
  state = 'new';

  constructor() {
    this.connection = new nodeDataChannel.PeerConnection('test', { iceServers: [] });
    this.connection.onStateChange((state) => (this.state = state));
    kept.add(this);
  }

  offer(): Promise<string> {
    return new Promise((resolve) => {
      this.connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve(this.connection.localDescription()?.sdp ?? '');
      });
      this.connection.setLocalDescription();
    });
  }

  async connect(exchange: (sdp: string) => Promise<string>): Promise<void> {
    this.connection.setRemoteDescription(await exchange(await this.offer()), 'answer');
  }

  close(): void {
    this.connection.close();
  }
}

const H264 = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';

export interface HostOptions {
  pictures: readonly EncodedPicture[];
  /** RTP payload types that this browser offers and sends. */
  payloadTypes?: { h264: number; opus: number };
  ssrc?: number;
  /** After the first key frame, sends others only on request, as browsers do. */
  isOnDemand?: boolean;
  withAudio?: boolean;
  /** Which packets are not sent until they are requested again. */
  isHolding?: (sequence: number) => boolean;
  /** Overwrites the last bytes of each packet with `performance.now()`. */
  isStamped?: boolean;
}

export class LiveHost extends LivePeer {
  readonly #options: Required<HostOptions>;
  readonly #video: Track;
  readonly #audio: Track | null;
  #timer: NodeJS.Timeout | undefined;
  #index = 0;
  #sequences = { video: 65_000, audio: 10 };
  #timestamps = { video: 4_294_900_000, audio: 123 };
  #soundUntil = 0;
  #startedAt = 0;
  readonly #held = new Map<number, Buffer>();
  resent = 0;
  sent = 0;
  keyframeRequests = 0;
  bitrateLimits = 0;
  reports = 0;

  constructor(options: HostOptions) {
    super();
    this.#options = {
      payloadTypes: { h264: 106, opus: 111 },
      ssrc: 77_001,
      isOnDemand: false,
      withAudio: true,
      isHolding: () => false,
      isStamped: false,
      ...options,
    };
    const { payloadTypes, ssrc, withAudio } = this.#options;
    const video = new nodeDataChannel.Video('0', 'SendOnly');
    video.addH264Codec(payloadTypes.h264, H264);
    video.addSSRC(ssrc, 'host', 'host', 'video');
    this.#video = this.connection.addTrack(video);
    this.#video.onMessage((packet) => this.#hear(packet));
    this.#audio = withAudio ? this.#addAudio() : null;
    this.#video.onOpen(() => this.#start());
  }

  #addAudio(): Track {
    const audio = new nodeDataChannel.Audio('1', 'SendOnly');
    audio.addOpusCodec(this.#options.payloadTypes.opus);
    audio.addSSRC(this.#options.ssrc + 1, 'host', 'host', 'audio');
    const track = this.connection.addTrack(audio);
    track.onMessage(() => undefined);
    return track;
  }

  #hear(packet: Buffer): void {
    const [format, type] = [packet[0]! & 0x1f, packet[1]!];
    if (type === 201) this.reports += 1;
    if (type === 206 && format === 1) this.keyframeRequests += 1;
    if (type === 206 && format === 15) this.bitrateLimits += 1;
    if (type !== 205) return;
    for (let at = 12; at + 4 <= packet.length; at += 4) this.#resend(packet.readUInt16BE(at));
  }

  #resend(sequence: number): void {
    const held = this.#held.get(sequence);
    if (!held) return;
    this.#held.delete(sequence);
    this.resent += 1;
    this.#video.sendMessageBinary(held);
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setInterval(() => this.#send(), 5);
  }

  #send(): void {
    if (!this.#video.isOpen()) return;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    for (; this.#index / PICTURES_PER_SECOND <= seconds; this.#index++) this.#sendPicture();
    for (; this.#audio && this.#soundUntil <= seconds; this.#soundUntil += 0.02) this.#sendSound(this.#audio);
  }

  #served = 0;
  #source = 0;

  #sendPicture(): void {
    const { pictures, payloadTypes, ssrc, isOnDemand, isHolding } = this.#options;
    let picture = pictures[this.#source % pictures.length];
    if (isOnDemand && picture?.isKey && this.#index > 0) {
      // The picture freezes until the key frame that was requested.
      if (this.#served === this.keyframeRequests) picture = undefined;
      this.#served = this.keyframeRequests;
    }
    this.#timestamps.video += 90_000 / PICTURES_PER_SECOND;
    if (!picture) return;
    this.#source += 1;
    const payloads = packetizeH264(picture.units);
    for (const [index, payload] of payloads.entries()) {
      const isMarked = index === payloads.length - 1;
      const sequence = this.#sequences.video++;
      const timestamp = this.#timestamps.video;
      const packet = writeRtp({ payloadType: payloadTypes.h264, sequence, timestamp, ssrc, isMarked }, payload);
      if (this.#options.isStamped) packet.writeDoubleBE(performance.now(), packet.length - 8);
      this.sent += 1;
      if (isHolding(sequence & 0xffff)) this.#held.set(sequence & 0xffff, packet);
      else this.#video.sendMessageBinary(packet);
    }
  }

  #sendSound(track: Track): void {
    const { payloadTypes, ssrc } = this.#options;
    const header = { payloadType: payloadTypes.opus, ssrc: ssrc + 1, isMarked: false };
    this.#timestamps.audio += 960;
    const [sequence, timestamp] = [this.#sequences.audio++, this.#timestamps.audio];
    track.sendMessageBinary(writeRtp({ ...header, sequence, timestamp }, opusFrame));
  }

  fallSilent(): void {
    clearInterval(this.#timer);
  }

  override close(): void {
    this.fallSilent();
    super.close();
  }
}

export class LiveViewer extends LivePeer {
  readonly #tracks: Track[] = [];
  readonly packets: Record<'video' | 'audio', Buffer[]> = { video: [], audio: [] };
  /** Time of the first key frame by `performance.now()`. */
  keyframeAt: number | null = null;
  readonly #onPacket: ((kind: 'video' | 'audio', packet: Buffer) => void) | undefined;

  constructor({
    payloadTypes = { h264: 102, opus: 109 },
    onPacket,
  }: {
    payloadTypes?: { h264: number; opus: number };
    onPacket?: (kind: 'video' | 'audio', packet: Buffer) => void;
  } = {}) {
    super();
    this.#onPacket = onPacket;
    const video = new nodeDataChannel.Video('0', 'RecvOnly');
    video.addH264Codec(payloadTypes.h264, H264);
    const audio = new nodeDataChannel.Audio('1', 'RecvOnly');
    audio.addOpusCodec(payloadTypes.opus);
    for (const [kind, media] of [['video', video] as const, ['audio', audio] as const]) {
      const track = this.connection.addTrack(media);
      track.onMessage((packet) => this.#take(kind, packet));
      this.#tracks.push(track);
    }
  }

  #take(kind: 'video' | 'audio', packet: Buffer): void {
    if (packet[1]! >= 192 && packet[1]! <= 223) return;
    if (this.#onPacket) {
      this.#onPacket(kind, packet);
      return;
    }
    this.packets[kind].push(packet);
    const [first, second] = [packet[12]! & 0x1f, packet[13]! & 0x1f];
    const isKey = first === 5 || (first === 28 && second === 5);
    if (kind === 'video' && isKey) this.keyframeAt ??= performance.now();
  }

  /** Sends RTCP feedback, such as a request for a key frame or for missing packets. */
  send(packet: Buffer): void {
    this.#tracks[0]?.sendMessageBinary(packet);
  }
}
