import { CustomAudioEncoder, EncodedPacket, type AudioCodec, type AudioSample } from 'mediabunny';
import {
  AV_CHANNEL_LAYOUT_MONO,
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_AAC,
  AV_SAMPLE_FMT_FLTP,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from 'node-av';

/** Samples per channel in one AAC packet. */
const PACKET_SAMPLES = 1024;
const DEFAULT_BITRATE = 128_000;

/**
 * Replaces mediabunny's own AAC encoder. The codec needs a priming packet, which FFmpeg gives a time before zero. mediabunny
 * moves it to zero, which delays the audio by 21 ms at each conversion. Here it keeps its time, and the muxer writes the edit
 * list that makes players skip it.
 */
export class AacEncoder extends CustomAudioEncoder {
  #context: CodecContext | null = null;
  readonly #frame = new Frame();
  readonly #packet = new Packet();
  /** Samples of the next packet by channel, of which `#held` are filled. */
  #planes: Float32Array<ArrayBuffer>[] = [];
  #held = 0;
  /** Samples sent since time zero; null before the first. */
  #position: number | null = null;
  #isFirst = true;

  static override supports(codec: AudioCodec, { numberOfChannels }: AudioEncoderConfig): boolean {
    return codec === 'aac' && numberOfChannels <= 2;
  }

  override async init(): Promise<void> {
    this.#frame.alloc();
    this.#packet.alloc();
    const { numberOfChannels, sampleRate, bitrate = DEFAULT_BITRATE } = this.config;
    const codec = Codec.findEncoder(AV_CODEC_ID_AAC);
    if (!codec) throw new Error('FFmpeg has no AAC encoder');
    const context = new CodecContext();
    context.allocContext3(codec);
    context.sampleRate = sampleRate;
    context.channelLayout = numberOfChannels === 1 ? AV_CHANNEL_LAYOUT_MONO : AV_CHANNEL_LAYOUT_STEREO;
    context.sampleFormat = AV_SAMPLE_FMT_FLTP;
    context.timeBase = new Rational(1, sampleRate);
    context.bitRate = BigInt(bitrate);
    FFmpegError.throwIfError(await context.open2(codec), 'open the encoder');
    this.#context = context;
    this.#planes = Array.from({ length: numberOfChannels }, () => new Float32Array(PACKET_SAMPLES));
  }

  override async encode(sample: AudioSample): Promise<void> {
    this.#position ??= Math.round(sample.timestamp * this.config.sampleRate);
    let taken = 0;
    while (taken < sample.numberOfFrames) {
      const count = Math.min(sample.numberOfFrames - taken, PACKET_SAMPLES - this.#held);
      for (const [planeIndex, plane] of this.#planes.entries()) {
        const options = { planeIndex, format: 'f32-planar', frameOffset: taken, frameCount: count } as const;
        sample.copyTo(plane.subarray(this.#held, this.#held + count), options);
      }
      taken += count;
      this.#held += count;
      if (this.#held === PACKET_SAMPLES) await this.#send();
    }
  }

  override async flush(): Promise<void> {
    if (!this.#context || this.#position === null) return;
    if (this.#held > 0) await this.#send();
    FFmpegError.throwIfError(await this.#context.sendFrame(null), 'end the sound');
    await this.#take(this.#context);
  }

  override close(): void {
    this.#context?.freeContext();
    this.#frame.free();
    this.#packet.free();
  }

  /** Only the last packet may be short. */
  async #send(): Promise<void> {
    const [context, frame] = [this.#context, this.#frame];
    if (!context) throw new Error('the encoder is not open');
    frame.unref();
    frame.format = AV_SAMPLE_FMT_FLTP;
    frame.nbSamples = this.#held;
    frame.sampleRate = this.config.sampleRate;
    frame.channelLayout = context.channelLayout;
    FFmpegError.throwIfError(frame.allocBuffer(), 'hold samples');
    for (const [index, plane] of this.#planes.entries())
      frame.data?.[index]?.set(new Uint8Array(plane.buffer, 0, this.#held * plane.BYTES_PER_ELEMENT));
    frame.pts = BigInt(this.#position ?? 0);
    this.#position = (this.#position ?? 0) + this.#held;
    this.#held = 0;
    FFmpegError.throwIfError(await context.sendFrame(frame), 'encode sound');
    await this.#take(context);
  }

  async #take(context: CodecContext): Promise<void> {
    for (;;) {
      const code = await context.receivePacket(this.#packet);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      FFmpegError.throwIfError(code, 'take a packet');
      this.#hand(this.#packet, context);
      this.#packet.unref();
    }
  }

  #hand({ data, pts, duration }: Packet, { extraData }: CodecContext): void {
    if (!data) return;
    const { codec, sampleRate, numberOfChannels } = this.config;
    const seconds = Number(pts) / sampleRate;
    const packet = new EncodedPacket(new Uint8Array(data), 'key', seconds, Number(duration) / sampleRate);
    const description = extraData ? { description: new Uint8Array(extraData) } : {};
    const meta = this.#isFirst ? { decoderConfig: { codec, sampleRate, numberOfChannels, ...description } } : {};
    this.#isFirst = false;
    this.onPacket(packet, meta);
  }
}
