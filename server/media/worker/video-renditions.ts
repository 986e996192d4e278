import path from 'node:path';
import { EncodedPacketSink, FilePathTarget, Mp4OutputFormat, Output, VideoSampleSink, type Input } from 'mediabunny';
import sharp from 'sharp';
import type { MadePreviews, MadeRung, RungSource } from '../media-tasks';
import { getPictures, getSize, withInput } from './media-input';
import { fitInto, KEY_SECONDS } from './rendition-format';
import { toReadable } from './video-probe';
import { convertFilm, toH264, toPicture } from './video-transcoder';
import { packFragments, type Fragment } from './fragments';

/** Minimum length of a segment. Less than the key frame interval, because segments can only start at key frames. */
const LEAST_SEGMENT = KEY_SECONDS - 0.5;
/** Longer side of a preview frame in pixels, the maximum number of frames, and frames per row. */
const PREVIEW_SIDE = 160;
const MOST_PREVIEWS = 100;
const PREVIEW_COLUMNS = 10;

/**
 * Creates one rendition of a video: MP4 fragments in one file, each accessible by its byte range. All renditions have their key
 * frames at the same times, so that players can switch between them anywhere.
 *
 * @throws UnreadableMedia if there is no video track, or it is broken
 */
export async function makeRung(source: RungSource, onAlive: () => void): Promise<MadeRung> {
  const target = path.join(source.workDir, 'rung.mp4');
  const whole = source.shortSide === null ? source.path : await convertRung(source, source.shortSide, onAlive);
  const pictureTimes = await withInput({ path: whole, mimeType: 'video/mp4' }, listPictureTimes);
  const packing = { from: whole, to: target, minSeconds: LEAST_SEGMENT, pictureTimes };
  const { fragments, size } = await packFragments(packing, onAlive);
  return { path: target, ...(await describe(whole, fragments, size)) };
}

async function listPictureTimes(input: Input): Promise<number[]> {
  const times: number[] = [];
  const sink = new EncodedPacketSink(await getPictures(input));
  for await (const { timestamp } of sink.packets(undefined, undefined, { metadataOnly: true })) times.push(timestamp);
  return times;
}

async function convertRung(source: RungSource, shortSide: number, onAlive: () => void): Promise<string> {
  const target = path.join(source.workDir, 'whole.mp4');
  await withInput(await toReadable(source, onAlive), async (input) => {
    const size = fitInto(await getSize(await getPictures(input)), shortSide);
    const output = new Output({
      format: new Mp4OutputFormat({ fastStart: false }),
      target: new FilePathTarget(target),
    });
    await convertFilm(input, output, toH264(size), onAlive);
  });
  return target;
}

/** @param whole the same video in one piece @param fragments with offsets in the fragmented file of `size` bytes */
const describe = (whole: string, fragments: readonly Fragment[], size: number) =>
  withInput({ path: whole, mimeType: 'video/mp4' }, async (input) => {
    const [duration, track] = [await input.computeDuration(), await getPictures(input)];
    const tracks = [track, await input.getPrimaryAudioTrack()];
    const codecs = await Promise.all(tracks.map(async (one) => one && (await one.getCodecParameterString())));
    const segments = fragments.map(({ at, position }, index) => {
      const next = fragments[index + 1] ?? { at: Math.max(at, duration), position: size };
      return { seconds: next.at - at, bytes: next.position - position };
    });
    const initBytes = fragments[0]?.position ?? 0;
    const rates = segments.map(({ seconds, bytes }) => (bytes * 8) / Math.max(seconds, 0.1));
    const { averagePacketRate } = await track.computePacketStats();
    return {
      ...(await getSize(track)),
      codecs: codecs.filter(Boolean).join(','),
      frameRate: Math.round(averagePacketRate * 1000) / 1000,
      bandwidth: Math.ceil(Math.max(...rates)),
      averageBandwidth: Math.ceil(((size - initBytes) * 8) / Math.max(duration, 0.1)),
      initBytes,
      segments,
    };
  });

export const makePreviews = ({ path }: { path: string }, onAlive: () => void): Promise<MadePreviews> =>
  withInput({ path, mimeType: 'video/mp4' }, async (input) => {
    const track = await getPictures(input);
    const [duration, film] = [await input.computeDuration(), await getSize(track)];
    const scale = PREVIEW_SIDE / Math.max(film.width, film.height);
    const [width, height] = [Math.round(film.width * scale), Math.round(film.height * scale)];
    const every = Math.max(1, Math.ceil(duration / MOST_PREVIEWS));
    const count = Math.max(1, Math.ceil(duration / every));
    const columns = Math.min(count, PREVIEW_COLUMNS);
    const first = await track.getFirstTimestamp();
    const times = Array.from(
      { length: count },
      (_, index) => first + Math.min((index + 0.5) * every, (index * every + duration) / 2),
    );
    const tiles: { input: Buffer; raw: { width: number; height: number; channels: 3 }; left: number; top: number }[] =
      [];
    let index = 0;
    for await (const sample of new VideoSampleSink(track).samplesAtTimestamps(times)) {
      const place = { left: (index % columns) * width, top: Math.floor(index / columns) * height };
      index += 1;
      if (!sample) continue;
      const frame = (await toPicture(sample, track)).resize({ width, height, fit: 'fill' });
      tiles.push({ input: await frame.raw().toBuffer(), raw: { width, height, channels: 3 }, ...place });
      onAlive();
    }
    const whole = { width: columns * width, height: Math.ceil(count / columns) * height };
    const data = await sharp({ create: { ...whole, channels: 3, background: '#000000' } })
      .composite(tiles)
      .jpeg({ quality: 70 })
      .toBuffer();
    return { sprite: { name: 'sprite', data, ...whole }, previews: { every, count, columns, width, height } };
  });
