import type { Rung } from '../../../db/schema/files';
import type { FileRow } from './media-repository';

export interface PlaylistText {
  mimeType: string;
  text: string;
}

const HLS = 'application/vnd.apple.mpegurl';
/** Name of the list of qualities. Players based on FFmpeg reject playlists and segments without such an extension. */
export const MASTER_PLAYLIST = 'hls.m3u8';
/** `hls720.m3u8` lists the segments of `hls720.mp4`, which contains the bytes. */
const LIST = '.m3u8';
const BYTES = '.mp4';

/**
 * Maps a name in a URL to a part of a stream: `hls720` is the bytes, `hls720list` the list of their segments.
 *
 * @param name the variant in a URL; in older URLs without an extension
 */
export const readStreamName = (name: string): string =>
  name.replace(/^(hls(?:\d+)?)[.](m3u8|mp4)$/, (_name, variant: string, ending: string) =>
    ending === 'm3u8' && variant !== 'hls' ? `${variant}list` : variant,
  );

/**
 * The variant for which a link is signed. One signature opens the whole stream, and one opens all seek previews. So a player
 * that runs longer than its link is valid only has to replace the signature.
 */
export const getLinkScope = (variant: string): string => {
  if (/^hls\d/.test(variant)) return 'hls';
  return variant === 'sprite' ? 'previews' : variant;
};

/**
 * @param query of the link to the playlist, repeated in its entries
 * @returns null if the variant is not a playlist, or the video has none
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

/** Each cue names its part of the sprite in a media fragment. */
function writePreviews({ previews, duration }: FileRow, query: string): PlaylistText | null {
  if (!previews) return null;
  const { every, count, columns, width, height } = previews;
  const cues = Array.from({ length: count }, (_, index) => {
    const [x, y] = [(index % columns) * width, Math.floor(index / columns) * height];
    const end = Math.max(index * every + 0.001, Math.min((index + 1) * every, duration ?? Infinity));
    return `${formatTime(index * every)} --> ${formatTime(end)}\nsprite${query}#xywh=${x},${y},${width},${height}\n`;
  });
  return { mimeType: 'text/vtt; charset=utf-8', text: lines('WEBVTT', '', ...cues) };
}

const formatTime = (seconds: number): string => new Date(Math.round(seconds * 1000)).toISOString().slice(11, 23);
