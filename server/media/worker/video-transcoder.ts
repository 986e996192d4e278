import path from 'node:path';
import {
  AudioSampleSink,
  Conversion,
  FilePathTarget,
  type Input,
  Mp3OutputFormat,
  Mp4OutputFormat,
  Output,
  Quality,
  VideoSampleSink,
  type AudioSource,
  type AudioTrackMetadata,
  type InputAudioTrack,
  type InputVideoTrack,
  type VideoSample,
  type VideoSource,
  type VideoTrackMetadata,
} from 'mediabunny';
import sharp, { type Sharp } from 'sharp';
import { UnreadableMedia, type FilmSource, type MadeFilm, type MadeSound } from '../media-tasks';
import { assertNotTooLong } from './media-bounds';
import { computeLength, findTracks, getPictures, getSize, withInput } from './media-input';
import { FILM_SIDE, fitInto, KEY_SECONDS } from './rendition-format';
import { toReadable } from './video-probe';
import { ColourMapper, readPixels } from './colours';
import { renderStill } from './image-work';

/** Time of the still in seconds, if the video is long enough. */
const STILL_AT = 1;
/** Hertz, and samples per channel in one AAC packet. */
const SAMPLE_RATE = 48_000;
const AAC_FRAMES = 1024;
/** Packets reserved in the index in addition to the expected number. */
const SPARE_PACKETS = 64;
/** Size in pixels and color of the drawn waveform. Each column is one bar. */
const WAVE = { width: 1200, height: 300, colour: '#8a7f72' } as const;
/** Number of loudness values for players. The number of columns must be a multiple of it. */
const WAVE_POINTS = 200;

/** Audio that all players support. */
export const toAac = {
  codec: 'aac',
  numberOfChannels: 2,
  sampleRate: SAMPLE_RATE,
  quality: new Quality({ bitrate: 128_000 }),
  forceTranscode: true,
} as const;

/** Upright video in a format that all players support. */
export const toH264 = (size: { width: number; height: number }) =>
  ({
    codec: 'avc',
    ...size,
    fit: 'fill',
    forceTranscode: true,
    allowTransformationMetadata: false,
    keyFrameInterval: KEY_SECONDS,
  }) as const;

/**
 * Converts a video to H.264 and AAC in an MP4 that plays before it is fully loaded, which all browsers support. Removes place,
 * device and chapters.
 *
 * @throws UnreadableMedia if there is no video track, or it is broken
 */
export async function transcodeVideo(source: FilmSource, onAlive: () => void): Promise<MadeFilm> {
  const target = path.join(source.workDir, 'film.mp4');
  await withInput(await toReadable(source, onAlive), async (input) => {
    const { video } = await findTracks(input);
    if (!video) throw new UnreadableMedia('There is no picture in it.');
    const output = await openMp4(input, target, video);
    const toServed = toH264(fitInto(await getSize(video), FILM_SIDE));
    await convertFilm(input, output, toServed, onAlive);
  });
  return { path: target, ...(await inspectVideo(target, source.withBlurred)) };
}

/**
 * Converts audio to AAC in MP4. Keeps MP3, because all browsers play it. Removes cover images and tags.
 *
 * @throws UnreadableMedia if there is no audio track, or it is broken
 */
export async function makeSound(source: FilmSource, onAlive: () => void): Promise<MadeSound> {
  const isKept = source.mimeType === 'audio/mpeg';
  const mimeType = isKept ? 'audio/mpeg' : 'audio/mp4';
  const target = path.join(source.workDir, isKept ? 'sound.mp3' : 'sound.m4a');
  await withInput(await toReadable(source, onAlive), async (input) => {
    if (!(await findTracks(input)).audio) throw new UnreadableMedia('There is no sound in it.');
    const output = isKept
      ? new Output({ format: new Mp3OutputFormat(), target: new FilePathTarget(target) })
      : await openMp4(input, target, null);
    const video = { discard: true };
    await convert({ input, output, tracks: 'primary', video, audio: isKept ? {} : toAac }, onAlive);
  });
  return { path: target, mimeType, ...(await lookAtSound(target, mimeType, source.withBlurred, onAlive)) };
}

export const lookAtSound = (
  path: string,
  mimeType: string,
  withBlurred: boolean,
  onAlive: () => void = () => undefined,
): Promise<Pick<MadeSound, 'duration' | 'stills' | 'waveform'>> =>
  withInput({ path, mimeType }, async (input) => {
    const track = await input.getPrimaryAudioTrack();
    if (!track) throw new UnreadableMedia('There is no sound in it.');
    const duration = await input.computeDuration();
    const peaks = await findPeaks(track, duration, onAlive);
    const { pictures: stills } = await renderStill(drawWave(peaks), withBlurred);
    return { duration, stills, waveform: summarise(peaks) };
  });

/** @throws UnreadableMedia */
export async function convert(options: Parameters<typeof Conversion.init>[0], onAlive: () => void): Promise<void> {
  const conversion = await Conversion.init({ ...options, tags: {}, showWarnings: false });
  if (!conversion.isValid) {
    const reasons = conversion.discardedTracks.map(({ reason }) => reason);
    throw new UnreadableMedia(`It can't be converted: ${reasons.join(', ')}.`);
  }
  conversion.onProgress = onAlive;
  await conversion.execute();
}

/** Converts the video, to BT.709, and the audio. @throws UnreadableMedia */
export async function convertFilm(
  input: Input,
  output: Output,
  toServed: ReturnType<typeof toH264>,
  onAlive: () => void,
): Promise<void> {
  const colours = await ColourMapper.for(await getPictures(input));
  try {
    const video = { ...toServed, process: colours.map };
    await convert({ input, output, tracks: 'primary', video, audio: toAac }, onAlive);
  } finally {
    colours.close();
  }
}

/** Reserves space for the index at the start of the file, based on the expected number of packets. */
class IndexedOutput extends Output<Mp4OutputFormat, FilePathTarget> {
  constructor(
    file: string,
    private readonly most: { video: number; audio: number },
  ) {
    super({ format: new Mp4OutputFormat({ fastStart: 'reserve' }), target: new FilePathTarget(file) });
  }

  override addVideoTrack(source: VideoSource, metadata?: VideoTrackMetadata) {
    return super.addVideoTrack(source, { ...metadata, maximumPacketCount: this.most.video });
  }

  override addAudioTrack(source: AudioSource, metadata?: AudioTrackMetadata) {
    return super.addAudioTrack(source, { ...metadata, maximumPacketCount: this.most.audio });
  }
}

/** @throws UnreadableMedia if it plays longer than allowed, whatever its header says */
async function openMp4(input: Input, file: string, video: InputVideoTrack | null): Promise<Output> {
  const length = await computeLength(input);
  assertNotTooLong(length);
  const pictures = video ? (await video.computePacketStats()).packetCount : 0;
  const most = {
    video: pictures + SPARE_PACKETS,
    audio: Math.ceil((length * SAMPLE_RATE) / AAC_FRAMES) + SPARE_PACKETS,
  };
  return new IndexedOutput(file, most);
}

/** Properties and a still of a video that we have transcoded. */
export const inspectVideo = (path: string, withBlurred: boolean): Promise<Omit<MadeFilm, 'path'>> =>
  withInput({ path, mimeType: 'video/mp4' }, async (input) => {
    const track = await getPictures(input);
    const duration = await input.computeDuration();
    const still = await takeStill(track, Math.min(STILL_AT, duration / 3));
    return { ...(await getSize(track)), duration, still: await renderStill(still, withBlurred) };
  });

async function takeStill(track: InputVideoTrack, at: number): Promise<Sharp> {
  const sample = await new VideoSampleSink(track).getSample((await track.getFirstTimestamp()) + at);
  if (!sample) throw new UnreadableMedia('There is no picture in it.');
  return toPicture(sample, track);
}

/** Frees the frame. */
export async function toPicture(sample: VideoSample, track: InputVideoTrack): Promise<Sharp> {
  try {
    const pixels = await readPixels(sample, await track.getColorSpace(), await track.getDisplayHeight());
    return sharp(pixels, { raw: { width: sample.codedWidth, height: sample.codedHeight, channels: 3 } });
  } finally {
    sample.close();
  }
}

async function findPeaks(track: InputAudioTrack, duration: number, onAlive: () => void): Promise<Float32Array> {
  const peaks = new Float32Array(WAVE.width);
  for await (const sample of new AudioSampleSink(track).samples()) {
    const samples = new Float32Array(sample.numberOfFrames);
    sample.copyTo(samples, { planeIndex: 0, format: 'f32-planar' });
    samples.forEach((value, index) => {
      const at = sample.timestamp + index / sample.sampleRate;
      const column = Math.min(WAVE.width - 1, Math.max(0, Math.floor((at / duration) * WAVE.width)));
      peaks[column] = Math.max(peaks[column] ?? 0, Math.abs(value));
    });
    sample.close();
    onAlive();
  }
  return peaks;
}

/** Reduces columns to their loudest value. Scaled, so that quiet audio fills the height as loud audio does. */
function summarise(peaks: Float32Array): number[] {
  const each = WAVE.width / WAVE_POINTS;
  const loudest = Array.from({ length: WAVE_POINTS }, (_, index) =>
    Math.max(...peaks.subarray(index * each, (index + 1) * each)),
  );
  const top = Math.max(...loudest);
  return loudest.map((peak) => (top > 0 ? Math.round((peak / top) * 100) : 0));
}

/** Draws the waveform and its mirror image on a transparent background. */
function drawWave(peaks: Float32Array): Sharp {
  const middle = WAVE.height / 2;
  const bars = Array.from(peaks, (peak, x) => {
    const reach = Math.max(1, Math.min(1, peak) * middle).toFixed(1);
    return `M${x} ${middle - Number(reach)}v${Number(reach) * 2}`;
  });
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WAVE.width}" height="${WAVE.height}"><path d="${bars.join('')}" stroke="${WAVE.colour}"/></svg>`;
  return sharp(Buffer.from(svg));
}
