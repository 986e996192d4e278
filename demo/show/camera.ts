import nodeDataChannel, { type PeerConnection, type Track } from 'node-datachannel';
import { PICTURES_PER_SECOND, type DemoFilm } from './film';
import { OPUS_RATE, OPUS_SAMPLES } from './opus';
import { packetizeH264, writeRtp } from './packets';

const H264 = 'profile-level-id=42e01f;packetization-mode=1;level-asymmetry-allowed=1';
const TYPES = { video: 106, audio: 111 } as const;
const SSRCS = { video: 77_001, audio: 77_002 } as const;
/** RTP clock rate of video. RFC 6184. */
const VIDEO_RATE = 90_000;

/** Sends a drawn video to the embedded engine, as a browser would send its camera. */
export class DemoCamera {
  readonly #film: DemoFilm;
  readonly #connection: PeerConnection;
  /** Keeps the tracks from being garbage-collected: native code calls them back. */
  readonly #video: Track;
  readonly #audio: Track;
  #timer: NodeJS.Timeout | undefined;
  #startedAt = 0;
  #sent = { pictures: 0, sounds: 0, videoPackets: 0 };

  constructor(film: DemoFilm, onLost: () => void) {
    this.#film = film;
    this.#connection = new nodeDataChannel.PeerConnection('demo', { iceServers: [] });
    this.#connection.onStateChange((state) => {
      if (state === 'disconnected' || state === 'failed' || state === 'closed') onLost();
    });
    const video = new nodeDataChannel.Video('0', 'SendOnly');
    video.addH264Codec(TYPES.video, H264);
    video.addSSRC(SSRCS.video, 'demo', 'demo', 'video');
    const audio = new nodeDataChannel.Audio('1', 'SendOnly');
    audio.addOpusCodec(TYPES.audio);
    audio.addSSRC(SSRCS.audio, 'demo', 'demo', 'audio');
    this.#video = this.#connection.addTrack(video);
    this.#audio = this.#connection.addTrack(audio);
    // Key frames are frequent, so requests for them can be ignored.
    for (const track of [this.#video, this.#audio]) track.onMessage(() => undefined);
    this.#video.onOpen(() => this.#start());
  }

  /** @param exchange sends the offer and returns the answer */
  async connect(exchange: (sdp: string) => Promise<string>): Promise<void> {
    const offer = await new Promise<string>((resolve) => {
      this.#connection.onGatheringStateChange((state) => {
        if (state === 'complete') resolve(this.#connection.localDescription()?.sdp ?? '');
      });
      this.#connection.setLocalDescription();
    });
    this.#connection.setRemoteDescription(await exchange(offer), 'answer');
  }

  close(): void {
    clearInterval(this.#timer);
    this.#connection.close();
  }

  #start(): void {
    this.#startedAt = performance.now();
    this.#timer = setInterval(() => this.#sendDue(), 5);
  }

  #sendDue(): void {
    if (!this.#video.isOpen()) return;
    const seconds = (performance.now() - this.#startedAt) / 1000;
    const sent = this.#sent;
    for (; sent.pictures / PICTURES_PER_SECOND <= seconds; sent.pictures += 1) this.#sendPicture();
    for (; (sent.sounds * OPUS_SAMPLES) / OPUS_RATE <= seconds; sent.sounds += 1) this.#sendSound();
  }

  #sendPicture(): void {
    const { pictures } = this.#film;
    const count = this.#sent.pictures;
    const payloads = packetizeH264(pictures[count % pictures.length]?.units ?? []);
    const timestamp = (count * VIDEO_RATE) / PICTURES_PER_SECOND;
    for (const [index, payload] of payloads.entries()) {
      const isMarked = index === payloads.length - 1;
      const sequence = this.#sent.videoPackets++;
      const header = { payloadType: TYPES.video, ssrc: SSRCS.video, sequence, timestamp, isMarked };
      this.#video.sendMessageBinary(writeRtp(header, payload));
    }
  }

  #sendSound(): void {
    const { sound } = this.#film;
    const sequence = this.#sent.sounds;
    const payload = sound[sequence % sound.length];
    if (!payload || !this.#audio.isOpen()) return;
    const timestamp = sequence * OPUS_SAMPLES;
    const header = { payloadType: TYPES.audio, ssrc: SSRCS.audio, sequence, timestamp, isMarked: false };
    this.#audio.sendMessageBinary(writeRtp(header, payload));
  }
}

/** Must be called at the end: native threads would keep the process alive. */
export const endCameras = (): void => nodeDataChannel.cleanup();
