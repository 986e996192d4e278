import path from 'node:path';
import type { Ffmpeg } from './ffmpeg';
import { probeFilm, readFrom } from './film-probe';

/** Pixels of the longer and the shorter side of what is served: 720p, lying or standing. */
const LONG_SIDE = 1280;
const SHORT_SIDE = 720;
/** Seconds into a film for its still, when it is long enough. */
const STILL_AT = 1;

/** Fits the box without enlarging; even sides, which the codec asks for. */
const scale = [
  `scale=w='if(gte(iw,ih),min(iw,${LONG_SIDE}),min(iw,${SHORT_SIDE}))'`,
  `h='if(gte(iw,ih),min(ih,${SHORT_SIDE}),min(ih,${LONG_SIDE}))'`,
  'force_original_aspect_ratio=decrease:force_divisible_by=2',
].join(':');
const toH264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '23', '-profile:v', 'high', '-pix_fmt', 'yuv420p'];
const toAac = ['-c:a', 'aac', '-b:a', '128k', '-ac', '2'];
const toMp4 = ['-movflags', '+faststart', '-f', 'mp4', '-y'];
const toOnePng = ['-frames:v', '1', '-f', 'image2pipe', '-c:v', 'png', '-'];
/** Neither place nor device nor chapters go along. */
const withoutMetadata = ['-map_metadata', '-1', '-map_chapters', '-1'];
const drawnWave = 'aformat=channel_layouts=mono,showwavespic=s=1200x300:colors=0x8a7f72';

export interface ConvertedFilm {
  /** In the work folder. */
  path: string;
  width: number;
  height: number;
  /** Seconds. */
  duration: number;
  /** One frame as PNG. */
  still: Buffer;
}

export interface ConvertedSound {
  path: string;
  mimeType: 'audio/mp4' | 'audio/mpeg';
  duration: number;
  /** The wave form drawn as PNG, transparent. */
  still: Buffer;
}

export interface FilmSource {
  path: string;
  mimeType: string;
  /** Empty folder that the caller removes. */
  workDir: string;
}

/**
 * Converts moving pictures to H.264 and AAC in MP4 that starts to play before it is loaded: what every browser shows.
 *
 * @throws UnreadableMedia when there is no picture or it is broken.
 */
export async function convertFilm(ffmpeg: Ffmpeg, source: FilmSource): Promise<ConvertedFilm> {
  const target = path.join(source.workDir, 'film.mp4');
  const streams = ['-map', '0:v:0', '-map', '0:a:0?'];
  await ffmpeg.run([
    ...readFrom(source.path, source.mimeType),
    ...streams,
    ...withoutMetadata,
    '-vf',
    scale,
    ...toH264,
    ...toAac,
    ...toMp4,
    target,
  ]);
  const facts = await probeFilm(ffmpeg, target, 'video/mp4');
  const duration = facts.duration ?? 0;
  const at = String(Math.min(STILL_AT, duration / 3));
  const still = await ffmpeg.run(['-ss', at, ...readFrom(target, 'video/mp4'), ...toOnePng]);
  return { path: target, width: facts.video?.width ?? 0, height: facts.video?.height ?? 0, duration, still };
}

/**
 * Converts sound to AAC in MP4; MP3 is kept as it is, since every browser plays it. Covers and tags are dropped.
 *
 * @throws UnreadableMedia when there is no sound or it is broken.
 */
export async function convertSound(ffmpeg: Ffmpeg, source: FilmSource): Promise<ConvertedSound> {
  const keep = source.mimeType === 'audio/mpeg';
  const mimeType = keep ? 'audio/mpeg' : 'audio/mp4';
  const target = path.join(source.workDir, keep ? 'sound.mp3' : 'sound.m4a');
  const format = keep ? ['-c:a', 'copy', '-f', 'mp3', '-y'] : [...toAac, ...toMp4];
  await ffmpeg.run([...readFrom(source.path, source.mimeType), '-map', '0:a:0', ...withoutMetadata, ...format, target]);
  const { duration } = await probeFilm(ffmpeg, target, mimeType);
  const still = await ffmpeg.run([...readFrom(target, mimeType), '-filter_complex', drawnWave, ...toOnePng]);
  return { path: target, mimeType, duration: duration ?? 0, still };
}
