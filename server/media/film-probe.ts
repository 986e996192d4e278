import { UnreadableMedia, type Ffmpeg } from './ffmpeg';

/** What a file of sound or moving pictures holds. */
export interface FilmFacts {
  /** Seconds; null when the container does not say (recordings made by browsers). */
  duration: number | null;
  /** Null when there is no picture. */
  video: { width: number; height: number } | null;
  hasAudio: boolean;
}

/**
 * The demuxer for each type the bytes may be of. It is named to ffmpeg instead of letting it guess: a guess could find a
 * playlist, which would make it read other files of this machine.
 */
const demuxers: Record<string, string> = {
  'video/mp4': 'mov',
  'video/quicktime': 'mov',
  'video/x-m4v': 'mov',
  'video/webm': 'matroska',
  'video/matroska': 'matroska',
  'video/x-matroska': 'matroska',
  'video/mpeg': 'mpeg',
  'video/vnd.avi': 'avi',
  'audio/mpeg': 'mp3',
  'audio/mp4': 'mov',
  'audio/x-m4a': 'mov',
  'audio/aac': 'aac',
  'audio/ogg': 'ogg',
  'audio/ogg; codecs=opus': 'ogg',
  'audio/wav': 'wav',
  'audio/flac': 'flac',
  'audio/x-flac': 'flac',
  'audio/webm': 'matroska',
};

/**
 * ffmpeg's arguments that open a file of a known type and nothing else.
 *
 * @throws UnreadableMedia for a type that is neither sound nor moving pictures.
 */
export function readFrom(file: string, mimeType: string): string[] {
  const demuxer = demuxers[mimeType];
  if (!demuxer) throw new UnreadableMedia(`no demuxer for ${mimeType}`);
  return ['-protocol_whitelist', 'file', '-f', demuxer, '-i', file];
}

/**
 * Reads what ffmpeg prints of a file. ffprobe would say the same as JSON, but does not come with every ffmpeg.
 *
 * @throws UnreadableMedia when nothing in it can be played.
 */
export async function probeFilm(ffmpeg: Ffmpeg, file: string, mimeType: string): Promise<FilmFacts> {
  const facts = readFacts(await ffmpeg.describe(readFrom(file, mimeType)));
  if (!facts.video && !facts.hasAudio) throw new UnreadableMedia('no stream found');
  return facts;
}

/** @param text ffmpeg's description of its input, or empty. */
function readFacts(text: string): FilmFacts {
  const [, hours, minutes, seconds] = /Duration: (\d+):(\d\d):(\d\d(?:\.\d+)?)/.exec(text) ?? [];
  const duration = hours === undefined ? null : Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds);
  // Covers of songs are streams of pictures too, marked as attached.
  const videoLine = text
    .split('\n')
    .find((line) => /Stream #.*: Video: /.test(line) && !line.includes('(attached pic)'));
  const [, width, height] = /\s(\d{2,5})x(\d{2,5})[\s,]/.exec(videoLine ?? '') ?? [];
  return {
    duration,
    video: width === undefined ? null : { width: Number(width), height: Number(height) },
    hasAudio: /Stream #.*: Audio: /.test(text),
  };
}
