import type { Rung } from '../../../db/schema/files';
import type { FileRow } from './media-repository';

/** HLS playlists of a film: its qualities, the segments of one, and its seek previews. */
export interface PlaylistText {
  mimeType: string;
  text: string;
}

const HLS = 'application/vnd.apple.mpegurl';
/** Name of the list of qualities in addresses. FFmpeg, and what is built on it, reads no list and no segment without such an ending. */
export const MASTER_PLAYLIST = 'hls.m3u8';
/** Ends the name of a list of segments: `hls720.m3u8` beside `hls720.mp4`, the bytes. */
const LIST = '.m3u8';
const BYTES = '.mp4';

/**
 * The part of a stream that an address names: `hls720` are bytes, `hls720list` is the list of their segments.
 *
 * @param name of a variant as addresses have it. Without endings, as before there were any, it stays.
 */
export const readStreamName = (name: string): string =>
  name.replace(/^(hls(?:\d+)?)[.](m3u8|mp4)$/, (_name, variant: string, ending: string) =>
    ending === 'm3u8' && variant !== 'hls' ? `${variant}list` : variant,
  );

/**
 * Which link opens a variant: one seal for all that a player asks for after the list of qualities, and one for small frames.
 * So a player that plays for longer than a link lives puts the new one in place of the old.
 */
export const sealedName = (variant: string): string => {
  if (/^hls\d/.test(variant)) return 'hls';
  return variant === 'sprite' ? 'previews' : variant;
};

/**
 * Writes a list, if that is what the variant is.
 *
 * @param query of the link that the list is asked for by; what it names opens by the same.
 * @returns null for a variant that is no list, or of a film that has none.
 */
export function writePlaylist(file: FileRow, variant: string, query: string): PlaylistText | null {
  if (variant === 'previews') return writePreviews(file, query);
  if (!file.ladder) return null;
  if (variant === 'hls') return { mimeType: HLS, text: writeMaster(file.ladder, query) };
  const rung = file.ladder.find((one) => `${one.variant}list` === variant);
  return rung ? { mimeType: HLS, text: writeSegments(rung, query) } : null;
}

const lines = (...all: string[]): string => `${all.join('\n')}\n`;

/** RFC 8216 4.3.4.2. */
function writeMaster(ladder: readonly Rung[], query: string): string {
  const rungs = ladder.flatMap(({ variant, width, height, bandwidth, averageBandwidth, codecs, frameRate }) => [
    [
      `#EXT-X-STREAM-INF:BANDWIDTH=${bandwidth},AVERAGE-BANDWIDTH=${averageBandwidth}`,
      `RESOLUTION=${width}x${height}`,
      ...(frameRate ? [`FRAME-RATE=${frameRate.toFixed(3)}`] : []),
      `CODECS="${codecs}"`,
    ].join(','),
    `${variant}${LIST}${query}`,
  ]);
  return lines('#EXTM3U', '#EXT-X-VERSION:7', '#EXT-X-INDEPENDENT-SEGMENTS', ...rungs);
}

/** RFC 8216 4.3.2 and 4.3.3. */
function writeSegments({ variant, initBytes, segments }: Rung, query: string): string {
  let at = initBytes;
  const entries = segments.flatMap(({ seconds, bytes }) => {
    const range = `${bytes}@${at}`;
    at += bytes;
    return [`#EXTINF:${seconds.toFixed(5)},`, `#EXT-X-BYTERANGE:${range}`, `${variant}${BYTES}${query}`];
  });
  return lines(
    '#EXTM3U',
    '#EXT-X-VERSION:7',
    `#EXT-X-TARGETDURATION:${Math.ceil(Math.max(...segments.map(({ seconds }) => seconds)))}`,
    '#EXT-X-PLAYLIST-TYPE:VOD',
    '#EXT-X-INDEPENDENT-SEGMENTS',
    `#EXT-X-MAP:URI="${variant}${BYTES}${query}",BYTERANGE="${initBytes}@0"`,
    ...entries,
    '#EXT-X-ENDLIST',
  );
}

/** Each cue names its part of the one picture, as media fragments do. */
function writePreviews({ previews, duration }: FileRow, query: string): PlaylistText | null {
  if (!previews) return null;
  const { every, count, columns, width, height } = previews;
  const cues = Array.from({ length: count }, (_, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    const end = Math.max(index * every + 0.001, Math.min((index + 1) * every, duration ?? Infinity));
    return `${timeOf(index * every)} --> ${timeOf(end)}\nsprite${query}#xywh=${x},${y},${width},${height}\n`;
  });
  return { mimeType: 'text/vtt; charset=utf-8', text: lines('WEBVTT', '', ...cues) };
}

/** `01:02:03.004`. */
const timeOf = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
