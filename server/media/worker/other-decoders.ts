import { AvFrameAudioSampleResource, AvFrameVideoSampleResource } from '@mediabunny/server';
import { AudioSample, AudioSampleSource, type Output, Quality, VideoSample, VideoSampleSource } from 'mediabunny';
import {
  AV_NOPTS_VALUE,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  type Codec,
  CodecContext,
  FFmpegError,
  Frame,
  type Packet,
  Rational,
  type Stream,
} from 'node-av';
import { UnreadableMedia } from '../media-tasks';
import { ColourMapper } from './colours';

export interface OtherTrack {
  stream: Stream;
  codec: Codec | null;
}

export interface Decoder {
  /** @param packet null after the last packet */
  decode(packet: Packet | null): Promise<void>;
  close(): void;
}

/** @param take receives each frame with its time in seconds, and owns the frame */
async function openDecoder(
  { stream, codec }: OtherTrack,
  take: (frame: Frame, at: number) => Promise<void>,
): Promise<Decoder> {
  const { codecpar, timeBase } = stream;
  const [context, frame] = [new CodecContext(), new Frame()];
  context.allocContext3(codec);
  FFmpegError.throwIfError(context.parametersToContext(codecpar), 'set up a decoder');
  context.pktTimebase = timeBase;
  FFmpegError.throwIfError(await context.open2(codec), 'open a decoder');
  frame.alloc();
  return {
    async decode(packet) {
      const sent = await context.sendPacket(packet);
      FFmpegError.throwIfError(sent, 'decode');
      for (;;) {
        const code = await context.receiveFrame(frame);
        if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return;
        FFmpegError.throwIfError(code, 'decode');
        const at = frame.bestEffortTimestamp === AV_NOPTS_VALUE ? frame.pts : frame.bestEffortTimestamp;
        const own = frame.clone();
        if (own) await take(own, (Number(at) * timeBase.num) / timeBase.den);
        frame.unref();
      }
    },
    close() {
      context.freeContext();
      frame.free();
    },
  };
}

export async function openPictures(track: OtherTrack, output: Output): Promise<Decoder> {
  const source = new VideoSampleSource({ codec: 'avc', quality: new Quality('high') });
  output.addVideoTrack(source);
  const { codecpar, avgFrameRate } = track.stream;
  const colours = new ColourMapper({ colours: {}, width: codecpar.width, height: codecpar.height }, null);
  const duration = avgFrameRate.num > 0 ? avgFrameRate.den / avgFrameRate.num : 1 / 30;
  const decoder = await openDecoder(track, async (frame, at) => {
    // If a frame does not declare the shape of its pixels, they are square.
    const { num, den } = frame.sampleAspectRatio;
    if (num <= 0 || den <= 0) frame.sampleAspectRatio = new Rational(1, 1);
    const sample = new VideoSample(new AvFrameVideoSampleResource(frame), { timestamp: at, duration });
    const mapped = await colours.map(sample);
    await source.add(mapped);
    mapped.close();
    if (mapped !== sample) sample.close();
  });
  const close = () => {
    decoder.close();
    colours.close();
  };
  return { ...decoder, close };
}

/** @param most maximum number of seconds that it may play */
export async function openSound(track: OtherTrack, output: Output, most: number): Promise<Decoder> {
  const source = new AudioSampleSource({ codec: 'pcm-s16' });
  output.addAudioTrack(source);
  let seconds = 0;
  return openDecoder(track, async (frame, at) => {
    seconds += frame.nbSamples / frame.sampleRate;
    if (seconds > most) throw new UnreadableMedia('It plays longer than it says.');
    frame.timeBase = new Rational(1, frame.sampleRate);
    frame.pts = BigInt(Math.round(at * frame.sampleRate));
    const sample = new AudioSample(new AvFrameAudioSampleResource(frame));
    await source.add(sample);
    sample.close();
  });
}
