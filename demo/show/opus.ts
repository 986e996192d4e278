import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_ID_OPUS,
  AV_SAMPLE_FMT_FLT,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  Codec,
  CodecContext,
  FFmpegError,
  Frame,
  Packet,
  Rational,
} from 'node-av';

/** Hertz, and samples per channel in a packet of 20 ms, which is what browsers send. */
export const OPUS_RATE = 48_000;
export const OPUS_SAMPLES = 960;

/** @param samples interleaved stereo, -1..1; an incomplete last packet is dropped */
export async function encodeOpus(samples: Float32Array<ArrayBuffer>): Promise<Buffer[]> {
  const codec = Codec.findEncoder(AV_CODEC_ID_OPUS);
  if (!codec) throw new Error('FFmpeg has no Opus encoder');
  const [context, frame, packet] = [new CodecContext(), new Frame(), new Packet()];
  context.allocContext3(codec);
  context.sampleRate = OPUS_RATE;
  context.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
  context.sampleFormat = AV_SAMPLE_FMT_FLT;
  context.timeBase = new Rational(1, OPUS_RATE);
  context.bitRate = 64_000n;
  FFmpegError.throwIfError(await context.open2(codec), 'open the encoder');
  frame.alloc();
  packet.alloc();
  const packets: Buffer[] = [];
  const take = async () => {
    for (;;) {
      const code = await context.receivePacket(packet);
      if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
      FFmpegError.throwIfError(code, 'take a packet');
      if (packet.data) packets.push(Buffer.from(packet.data));
      packet.unref();
    }
  };
  for (let at = 0; at + OPUS_SAMPLES * 2 <= samples.length; at += OPUS_SAMPLES * 2) {
    frame.unref();
    frame.format = AV_SAMPLE_FMT_FLT;
    frame.nbSamples = OPUS_SAMPLES;
    frame.sampleRate = OPUS_RATE;
    frame.channelLayout = AV_CHANNEL_LAYOUT_STEREO;
    FFmpegError.throwIfError(frame.allocBuffer(), 'hold samples');
    frame.data?.[0]?.set(new Uint8Array(samples.buffer, samples.byteOffset + at * 4, OPUS_SAMPLES * 2 * 4));
    frame.pts = BigInt(at / 2);
    FFmpegError.throwIfError(await context.sendFrame(frame), 'encode sound');
    await take();
  }
  FFmpegError.throwIfError(await context.sendFrame(null), 'end the sound');
  await take();
  context.freeContext();
  frame.free();
  packet.free();
  return packets;
}
