import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  NullTarget,
  Output,
  WebMOutputFormat,
  type AudioCodec,
} from 'mediabunny';
import type { VideoConfig } from './depacketizer';
import { declareSize } from './recording-head';

export interface Sample {
  data: Uint8Array;
  /** Seconds since the start of the show. */
  seconds: number;
  duration: number;
  isKey: boolean;
}

export interface Fragment {
  /** Comes before the first fragment; equal for all fragments with the same video configuration. */
  head: Buffer;
  body: Buffer;
  width: number;
  height: number;
  /** Seconds since the start of the show. */
  start: number;
  end: number;
}

/** Seconds. So long that the muxer never starts another fragment by itself. */
const ENDLESS = 1e9;
/** Byte offset of the sequence number in a movie fragment: after the headers of `moof` and `mfhd`. */
const SEQUENCE_AT = 20;

/** The smallest number that takes two bytes. */
const TWO_BYTES = 256;

/** RFC 7845, 5.1: two channels at 48 kHz, no pre-skip. */
const opusHead = Buffer.from([...Buffer.from('OpusHead'), 1, 2, 0, 0, 0x80, 0xbb, 0, 0, 0, 0, 0]);
const opusConfig = { codec: 'opus', sampleRate: 48_000, numberOfChannels: 2, description: opusHead };

/**
 * Packs samples as one MP4 fragment (for H.264) or one WebM cluster. Each gets a new muxer, because a reused one would remember
 * everything it wrote, and wait for a track that pauses.
 *
 * @param number of the fragment, starting at 1.
 */
export async function packFragment(
  {
    video,
    audio,
    start,
    end,
    number,
  }: { video: Sample[]; audio: Sample[]; start: number; end: number; number: number },
  config: VideoConfig,
): Promise<Fragment> {
  const head: Uint8Array[] = [];
  const body: Uint8Array[] = [];
  const keep = (parts: Uint8Array[]) => (data: Uint8Array) => void parts.push(data.slice());
  const format =
    config.codec === 'avc'
      ? new Mp4OutputFormat({
          fastStart: 'fragmented',
          minimumFragmentDuration: ENDLESS,
          onFtyp: keep(head),
          onMoov: keep(head),
          onMoof: keep(body),
          onMdat: keep(body),
        })
      : new WebMOutputFormat({
          appendOnly: true,
          minimumClusterDuration: ENDLESS,
          onEbmlHeader: keep(head),
          onSegmentHeader: keep(head),
          onCluster: keep(body),
        });
  const output = new Output({ format, target: new NullTarget() });
  const [pictures, sound] = [
    new EncodedVideoPacketSource(config.codec),
    new EncodedAudioPacketSource('opus' satisfies AudioCodec),
  ];
  output.addVideoTrack(pictures);
  output.addAudioTrack(sound);
  await output.start();
  const { codecString: codec, width, height, description } = config;
  // WebM stores a size below 256 in one byte, which `declareSize` could not replace by a larger one.
  const [codedWidth, codedHeight] = [Math.max(width, TWO_BYTES), Math.max(height, TWO_BYTES)];
  const pictureMeta = { decoderConfig: { codec, codedWidth, codedHeight, ...(description && { description }) } };
  // Added concurrently, since the muxer writes nothing before it knows both tracks.
  const all = [
    ...video.map((sample) => pictures.add(toPacket(sample), pictureMeta)),
    ...audio.map((sample) => sound.add(toPacket(sample), { decoderConfig: opusConfig })),
  ];
  await Promise.all(all);
  await output.finalize();
  const packed = Buffer.concat(body);
  if (config.codec === 'avc') packed.writeUInt32BE(number, SEQUENCE_AT);
  const whole = Buffer.concat(head);
  declareSize(whole, config.codec, { width, height });
  return { head: whole, body: packed, width, height, start, end };
}

const toPacket = ({ data, isKey, seconds, duration }: Sample): EncodedPacket =>
  new EncodedPacket(data, isKey ? 'key' : 'delta', seconds, duration);
