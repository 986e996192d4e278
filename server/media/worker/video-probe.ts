import type { InputVideoTrack } from 'mediabunny';
import { UnreadableMedia, type FilmFacts } from '../media-tasks';
import { assertNotTooFast, assertNotTooFine, assertNotTooLarge, assertNotTooLong } from './media-bounds';
import { computeLength, findKnownTracks, getSize, isKnownType, withInput } from './media-input';
import { assertComplete, isListing } from './missing-end';
import { BYTES_PER_SAMPLE, inspectOther, isOtherContainer, makeReadable, READABLE_BYTES } from './other-codings';
import { measureFrames, measureListed } from './sound-length';

/** Any video with more frames is among the longest work anyway, so their exact number does not matter. */
const COUNTED_FRAMES = 50_000;

/**
 * Counts the frames of a video; estimates very large numbers from the first frames.
 *
 * @throws UnreadableMedia if there are too many per second
 */
async function countFrames(track: InputVideoTrack, duration: number): Promise<number> {
  const { packetCount, averagePacketRate } = await track.computePacketStats(COUNTED_FRAMES);
  assertNotTooFast(packetCount, averagePacketRate);
  return packetCount < COUNTED_FRAMES ? packetCount : Math.max(packetCount, averagePacketRate * duration);
}

interface Source {
  path: string;
  mimeType: string;
}

/**
 * Reads from its header what a video or audio file contains.
 *
 * @throws UnreadableMedia if nothing in it can be played
 */
export async function inspectFilm(source: Source): Promise<FilmFacts> {
  const facts = (await inspectKnown(source)) ?? (await inspectUnknown(source));
  assertNotTooLong(facts.duration);
  return facts;
}

/** @returns null if FFmpeg's demuxers have to read it */
async function inspectKnown(source: Source): Promise<FilmFacts | null> {
  if (!isKnownType(source.mimeType) && isOtherContainer(source.mimeType)) return null;
  return withInput(source, async (input) => {
    const tracks = await findKnownTracks(input);
    if (!tracks) return null;
    const { video, audio } = tracks;
    if (isListing(source.mimeType)) for (const track of [video, audio]) if (track) await assertComplete(track);
    const ofFrames = audio && (await measureFrames(source, await audio.getSampleRate()));
    const declared = ofFrames ?? (await computeLength(input));
    const duration = audio ? await measureListed(source, declared) : declared;
    const frames = video ? await countFrames(video, duration) : 0;
    const soundRate = audio ? (await audio.getSampleRate()) * (await audio.getNumberOfChannels()) : 0;
    assertNotTooFine(soundRate);
    return {
      duration,
      video: video && (await getSize(video)),
      frames,
      isProRes: (await video?.getCodec()) === 'prores',
      isHighRange: video !== null && (await video.hasHighDynamicRange()),
      hasAudio: audio !== null,
      soundRate,
      readableBytes: 0,
    };
  });
}

/** @throws UnreadableMedia that names the unsupported codec */
async function inspectUnknown(source: Source): Promise<FilmFacts> {
  const { duration, video, audio } = (await inspectOther(source)) ?? { duration: 0, video: null, audio: null };
  const isFilm = source.mimeType.startsWith('video/');
  if (!video && !audio) throw new UnreadableMedia('There is neither picture nor sound in it.');
  const uses = (coding: string | null) =>
    `uses ${coding ?? 'a coding'}${coding ? ',' : ''} ${coding ? 'which' : 'that'} can't be played here.`;
  if (video && !video.isTaken) throw new UnreadableMedia(`This video ${uses(video.coding)} Save it as MP4 with H.264.`);
  if (audio && !audio.isTaken)
    throw new UnreadableMedia(
      isFilm
        ? `The sound of this video ${uses(audio.coding)} Save it as MP4 with H.264 and AAC.`
        : `This audio file ${uses(audio.coding)} Save it as MP3.`,
    );
  if (video) assertNotTooLarge(video);
  if (video) assertNotTooFast(video.frames, video.rate);
  const soundRate = audio?.rate ?? 0;
  assertNotTooFine(soundRate);
  const readableBytes = Math.ceil(duration * soundRate * BYTES_PER_SAMPLE);
  if (readableBytes > READABLE_BYTES)
    throw new UnreadableMedia('Its sound takes too much room. Save it as AAC or MP3.');
  return {
    duration,
    frames: video?.frames ?? 0,
    video: video && { width: video.width, height: video.height },
    isProRes: false,
    isHighRange: false,
    hasAudio: audio !== null,
    soundRate,
    readableBytes,
  };
}

/**
 * @returns a file that `withInput` can read: the source itself, or a version rewritten in the work folder @throws
 * UnreadableMedia
 */
export async function toReadable<S extends Source & { workDir: string }>(source: S, onAlive: () => void): Promise<S> {
  if (await inspectKnown(source)) return source;
  const { duration: seconds } = await inspectUnknown(source);
  return { ...source, ...(await makeReadable(source, { workDir: source.workDir, seconds }, onAlive)) };
}
