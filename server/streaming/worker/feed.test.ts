import { mkdtemp, open, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';
import { encodePictures, measureFilms } from '../../../tests/factories/media';
import { opusFrame, packetizeH264, writeRtp, type EncodedPicture } from '../../../tests/harness/live-media';
import { PLAYLIST } from '../hls-names';
import { finishRecording } from '../recorded-show';
import { Feed } from './feed';
import { readRtp, type RtpPacket } from './rtp';

let pictures: EncodedPicture[];
let dir: string;
let errors: unknown[];
let hasRoom: boolean;
beforeAll(async () => {
  pictures = await encodePictures({ count: 240, keyEvery: 60 });
});
beforeEach(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'feed-'));
  [errors, hasRoom] = [[], true];
});
afterEach(async () => {
  await rm(dir, { recursive: true });
  expect(errors).toEqual([]);
});

const openFeed = (): Promise<Feed> =>
  Feed.open({
    codec: 'h264',
    hlsFolder: path.join(dir, 'live'),
    recordingFolder: path.join(dir, 'recording'),
    takeRoom: () => hasRoom,
    onError: (error) => errors.push(error),
  });

const build = (sequence: number, timestamp: number, payload: Buffer, isMarked = true): RtpPacket =>
  readRtp(writeRtp({ payloadType: 96, sequence, timestamp, ssrc: 1, isMarked }, payload))!;

interface Sent {
  /** The frames to send: indexes into `pictures`, without `to`. */
  from: number;
  to: number;
  withSound?: boolean;
  withPicture?: (index: number) => boolean;
  /** Indexes of frames that lose a packet. */
  lost?: readonly number[];
}

let sequence = 65_500;
/** Sends video and audio from one source, each packet at its time. */
function send(feed: Feed, { from, to, withSound = true, withPicture = () => true, lost = [] }: Sent): void {
  const start = 4_294_900_000;
  for (let index = from; index < to; index++) {
    const atMs = 1_000_000 + ((index - from) / 30) * 1000;
    const picture = withPicture(index) ? pictures[index] : undefined;
    const payloads = packetizeH264(picture?.units ?? []);
    for (const [part, payload] of payloads.entries()) {
      const packet = build(sequence++ & 0xffff, start + (index - from) * 3_000, payload, part === payloads.length - 1);
      if (part > 0 || !lost.includes(index)) feed.add('video', packet, atMs);
    }
    // Five audio packets for every three pictures.
    const sounds = withSound ? ((index - from + 1) * 5) / 3 : 0;
    for (let sound = Math.ceil(((index - from) * 5) / 3); sound < sounds; sound++)
      feed.add('audio', build(sound & 0xffff, 500 + sound * 960, opusFrame), atMs);
  }
}

async function probe(file: string) {
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) });
  const read = async (track: Awaited<ReturnType<Input['getPrimaryVideoTrack' | 'getPrimaryAudioTrack']>>) => {
    const packets: { at: number; isKey: boolean }[] = [];
    if (track)
      for await (const { timestamp, type } of new EncodedPacketSink(track).packets())
        packets.push({ at: timestamp, isKey: type === 'key' });
    return packets;
  };
  const [video, audio] = [
    await read(await input.getPrimaryVideoTrack()),
    await read(await input.getPrimaryAudioTrack()),
  ];
  return { video, audio, duration: await input.computeDuration() };
}

const longestGap = (packets: readonly { at: number }[]): number =>
  packets.reduce((most, { at }, index) => Math.max(most, at - (packets[index - 1]?.at ?? at)), 0);

/** Joins the segments of the live stream into one file, as a player does. */
async function joinSegments(): Promise<{ list: string; file: string }> {
  const folder = path.join(dir, 'live');
  const list = await readFile(path.join(folder, PLAYLIST), 'utf8');
  const names = [...list.matchAll(/URI="([^"]+)"|^(\d+[.]m4s)$/gm)].map(([, head, segment]) => head ?? segment!);
  const file = path.join(dir, 'joined.mp4');
  await writeFile(file, Buffer.concat(await Promise.all(names.map((name) => readFile(path.join(folder, name))))));
  return { list, file };
}

describe('Feed', () => {
  it('records every frame of a show and streams it in segments that decode', async () => {
    const feed = await openFeed();
    send(feed, { from: 0, to: 240 });
    await feed.close();
    const recorded = await finishRecording(path.join(dir, 'recording'));
    expect(recorded).toMatchObject({ mimeType: 'video/mp4', duration: expect.closeTo(8, 1) });
    const shown = await probe(recorded!.path);
    expect(shown.video.length).toBe(240);
    expect(shown.video.filter(({ isKey }) => isKey).length).toBe(4);
    expect(shown.video.map(({ at }, index) => Math.abs(at - index / 30)).every((off) => off < 0.001)).toBe(true);
    expect(longestGap(shown.audio)).toBeLessThan(0.03);
    const { list, file } = await joinSegments();
    expect(list.match(/#EXTINF:2[.]0/g)?.length).toBe(4);
    expect(list).toContain('#EXT-X-TARGETDURATION:2\n');
    expect(list).not.toContain('DISCONTINUITY\n');
    expect((await probe(file)).video.length).toBe(240);
    // FFmpeg decodes each frame, or throws.
    expect(await measureFilms([recorded!.path, file])).toHaveLength(2);
  });

  it('stops the clock while the host is away and continues without a gap', async () => {
    const feed = await openFeed();
    send(feed, { from: 0, to: 90 });
    await feed.pause();
    sequence += 5_000;
    send(feed, { from: 120, to: 180 });
    await feed.close();
    const recorded = await finishRecording(path.join(dir, 'recording'));
    const { video, audio } = await probe(recorded!.path);
    expect(video.length).toBe(150);
    expect([longestGap(video) < 0.1, longestGap(audio) < 0.1]).toEqual([true, true]);
    expect(recorded!.duration).toBeCloseTo(5, 1);
  });

  it('continues in the same file after its process was killed, without the unfinished fragment', async () => {
    const first = await openFeed();
    send(first, { from: 0, to: 150 });
    await first.pause();
    const folder = path.join(dir, 'recording');
    const whole = (await stat(path.join(folder, 'show.mp4'))).size;
    const handle = await open(path.join(folder, 'show.mp4'), 'a');
    await handle.write(Buffer.alloc(5_000, 7));
    await handle.close();
    const second = await openFeed();
    send(second, { from: 60, to: 120 });
    await second.close();
    const recorded = await finishRecording(folder);
    const { video } = await probe(recorded!.path);
    expect([video.length, longestGap(video) < 0.1]).toEqual([210, true]);
    expect((await readFile(recorded!.path)).subarray(whole, whole + 8).toString('latin1', 4)).toBe('moof');
    const { list } = await joinSegments();
    expect(list).toContain('#EXT-X-MEDIA-SEQUENCE:3\n');
    expect(await measureFilms([recorded!.path])).toHaveLength(1);
  });

  it('cuts off an unfinished fragment when the show ends after a crash', async () => {
    const feed = await openFeed();
    send(feed, { from: 0, to: 130 });
    await feed.close();
    const file = path.join(dir, 'recording/show.mp4');
    const whole = await readFile(file);
    await writeFile(file, Buffer.concat([whole, Buffer.alloc(999, 1)]));
    await finishRecording(path.join(dir, 'recording'));
    expect(await readFile(file)).toEqual(whole);
  });

  it('replaces missing audio by silence, and missing video by the last key frame', async () => {
    const feed = await openFeed();
    send(feed, { from: 0, to: 90, withSound: false });
    await feed.pause();
    send(feed, { from: 0, to: 200, withPicture: (index) => index < 10 });
    await feed.close();
    const { video, audio } = await probe((await finishRecording(path.join(dir, 'recording')))!.path);
    expect(longestGap(audio)).toBeLessThan(0.12);
    expect(audio.at(-1)!.at - video.at(-1)!.at).toBeLessThan(5);
    expect(video.at(-1)!.isKey).toBe(true);
    expect(audio.at(-1)!.at).toBeGreaterThan(9);
  });

  it('drops frames from a lost packet to the next key frame', async () => {
    const feed = await openFeed();
    send(feed, { from: 0, to: 240, lost: [70] });
    await feed.close();
    const { video } = await probe((await finishRecording(path.join(dir, 'recording')))!.path);
    // Packets after the lost one are held back while it is awaited, and then dropped as well.
    expect(video.length).toBe(240 - 50);
    expect(await measureFilms([path.join(dir, 'recording/show.mp4')])).toHaveLength(1);
  });

  it('declares the largest picture of a show whose camera grew, so that the replay can be made', async () => {
    const small = pictures;
    const feed = await openFeed();
    send(feed, { from: 0, to: 120 });
    await feed.pause();
    pictures = await encodePictures({ count: 120, keyEvery: 60, width: 640, height: 360 });
    send(feed, { from: 0, to: 120 });
    await feed.pause();
    pictures = small;
    send(feed, { from: 0, to: 60 });
    await feed.close();
    const { path: file } = (await finishRecording(path.join(dir, 'recording')))!;
    const track = await new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) }).getPrimaryVideoTrack();
    expect([await track?.getDisplayWidth(), await track?.getDisplayHeight()]).toEqual([640, 360]);
    expect((await probe(file)).video.length).toBe(300);
  });

  it('stops recording but keeps streaming when the disk is full', async () => {
    hasRoom = false;
    const feed = await openFeed();
    send(feed, { from: 0, to: 120 });
    await feed.pause();
    expect(await finishRecording(path.join(dir, 'recording'))).toBeNull();
    expect((await joinSegments()).list).toContain('1.m4s');
    hasRoom = true;
    send(feed, { from: 0, to: 60 });
    await feed.close();
    expect((await probe((await finishRecording(path.join(dir, 'recording')))!.path)).video.length).toBe(60);
  });

  it('deletes old segments and lists the newest', async () => {
    const feed = await openFeed();
    for (let round = 0; round < 5; round++) {
      send(feed, { from: 0, to: 240 });
      await feed.pause();
    }
    const { list } = await joinSegments();
    const files = await readdir(path.join(dir, 'live'));
    expect(list).toContain('#EXT-X-MEDIA-SEQUENCE:14\n');
    expect(files.filter((name) => name.endsWith('.m4s')).length).toBe(12);
    expect(files).toContain('init-0.mp4');
  });
});
