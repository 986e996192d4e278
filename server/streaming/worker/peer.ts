import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel';
import { readOffer, removeCandidates, replaceHostAddress, videoCodecs, type Offer, type VideoCodecName } from './offer';
import type { TrackKind } from './timeline';

/** SSRCs of the streams to viewers, the same for all viewers. */
export const outgoingSources = { audio: 1001, video: 1002 } as const;
/** Bits per second that a host may send: 720p at 30 frames per second. */
export const MAX_VIDEO_BITRATE = 2_500_000;
/** Kilobits per second that a host starts with. By itself, Chrome would take twenty seconds to get there. */
const START_KILOBITS = 1_000;
/** Time limits for finding our own addresses, and for a browser to connect. */
const GATHERING_MS = 3_000;
const CONNECTING_MS = 20_000;
/** Time in which a broken connection can recover by itself. */
const DISCONNECTED_MS = 12_000;

export interface PeerOptions {
  sdp: string;
  role: 'host' | 'viewer';
  /** The codec to use if a host offers both. */
  preferredCodec: VideoCodecName;
  port: number;
  publicIp: string | null;
  onPacket(kind: TrackKind, packet: Buffer): void;
  onOpen(kind: TrackKind): void;
  onError(error: unknown): void;
  /** Called once. */
  onClosed(): void;
}

/** Keeps peers referenced until they are closed: otherwise, objects that native code calls back could be garbage collected. */
const open = new Set<Peer>();

export class Peer {
  /** Payload types that a host sends, or that a viewer accepts. */
  readonly payloadTypes: Partial<Record<VideoCodecName, number>> = {};
  readonly audioPayloadType: number | null;
  /** The codec that a host sends; unused for viewers. */
  readonly codec: VideoCodecName;
  readonly #connection: PeerConnection;
  readonly #tracks = new Map<TrackKind, Track>();
  readonly #options: PeerOptions;
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  private constructor(options: PeerOptions, offer: Offer) {
    this.#options = options;
    const { formats } = offer.video;
    const { preferredCodec } = options;
    this.codec = formats[preferredCodec] ? preferredCodec : formats.h264 ? 'h264' : 'vp8';
    this.audioPayloadType = offer.audio?.payloadType ?? null;
    const { port } = options;
    this.#connection = new nodeDataChannel.PeerConnection('browser', {
      iceServers: [],
      enableIceUdpMux: true,
      portRangeBegin: port,
      portRangeEnd: port,
      disableAutoNegotiation: true,
    });
    open.add(this);
    this.#connection.onStateChange((state) => this.#handleState(state));
    this.#addVideo(offer);
    if (offer.audio) this.#addAudio(offer.audio);
  }

  /** @throws UnusableOffer, or a plain error from native code for an offer that it cannot parse. */
  static async answer(options: PeerOptions): Promise<{ peer: Peer; sdp: string }> {
    const peer = new Peer(options, readOffer(options.sdp));
    try {
      return { peer, sdp: replaceHostAddress(await peer.#answer(removeCandidates(options.sdp)), options.publicIp) };
    } catch (error) {
      peer.close();
      throw error;
    }
  }

  #addVideo({ video: { mid, formats } }: Offer): void {
    const isHost = this.#options.role === 'host';
    const video = new nodeDataChannel.Video(mid, isHost ? 'RecvOnly' : 'SendOnly');
    for (const codec of videoCodecs) {
      const format = formats[codec];
      if (!format || (isHost && codec !== this.codec)) continue;
      this.payloadTypes[codec] = format.payloadType;
      const start = isHost ? `;x-google-start-bitrate=${START_KILOBITS}` : '';
      if (codec === 'h264') video.addH264Codec(format.payloadType, `${format.parameters}${start}`);
      else video.addVP8Codec(format.payloadType);
    }
    if (isHost) video.setBitrate(MAX_VIDEO_BITRATE / 1000);
    this.#add('video', video);
  }

  #addAudio({ mid, payloadType }: NonNullable<Offer['audio']>): void {
    const audio = new nodeDataChannel.Audio(mid, this.#options.role === 'host' ? 'RecvOnly' : 'SendOnly');
    audio.addOpusCodec(payloadType);
    this.#add('audio', audio);
  }

  #add(kind: TrackKind, media: InstanceType<typeof nodeDataChannel.Video | typeof nodeDataChannel.Audio>): void {
    // One stream for both, so that players synchronize audio and video.
    if (this.#options.role === 'viewer') media.addSSRC(outgoingSources[kind], 'show', 'show', kind);
    // No media handler is set, so that the track passes RTCP to us and sends ours.
    const track = this.#connection.addTrack(media);
    track.onMessage((packet) => {
      if (!this.#isClosed) this.#options.onPacket(kind, packet);
    });
    track.onOpen(() => {
      if (!this.#isClosed) this.#options.onOpen(kind);
    });
    this.#tracks.set(kind, track);
  }

  #answer(offer: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const give = () => {
        clearTimeout(timer);
        const description = this.#connection.localDescription();
        if (description) resolve(description.sdp);
        else reject(new Error('node-datachannel created no SDP answer to the browser’s offer'));
      };
      const timer = setTimeout(give, GATHERING_MS);
      this.#connection.onGatheringStateChange((state) => {
        if (state === 'complete') give();
      });
      this.#timer = setTimeout(() => this.close(), CONNECTING_MS);
      try {
        this.#connection.setRemoteDescription(offer, 'offer');
        this.#connection.setLocalDescription('answer');
      } catch (error) {
        clearTimeout(timer);
        throw error;
      }
    });
  }

  #handleState(state: string): void {
    if (this.#isClosed) return;
    clearTimeout(this.#timer);
    if (state === 'connecting') this.#timer = setTimeout(() => this.close(), CONNECTING_MS);
    if (state === 'disconnected') this.#timer = setTimeout(() => this.close(), DISCONNECTED_MS);
    // Deferred, because this runs in a callback of the object that closing frees.
    if (state === 'failed' || state === 'closed') setImmediate(() => this.close());
  }

  /** Sends RTP or RTCP; drops it if the track is not open. */
  send(kind: TrackKind, packet: Buffer): void {
    const track = this.#tracks.get(kind);
    if (this.#isClosed || !track?.isOpen()) return;
    try {
      track.sendMessageBinary(packet);
    } catch (error) {
      // The track is closed in another thread, perhaps just now.
      if (track.isOpen()) this.#options.onError(error);
    }
  }

  close(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    clearTimeout(this.#timer);
    this.#connection.close();
    this.#options.onClosed();
    // Callbacks still arrive after closing.
    setTimeout(() => open.delete(this), GATHERING_MS).unref();
  }
}
