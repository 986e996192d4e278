import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { BufferTarget, EncodedAudioPacketSource, EncodedPacket, Mp4OutputFormat, Output } from 'mediabunny';
import { buildRecording, buildUpload } from '../../../../tests/factories/media';
import { buildBareJpeg, buildMotionJpeg } from '../../../../tests/factories/motion-jpeg';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { createMediaWork } from '../../../media/media-process-pool';

let app: TestApp;
let ann: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
  ann = await buildPerformer(app);
});
afterAll(() => app.close());

const reread = async (id: string) => (await app.services.media.find([id]))[0]!;
const storeSound = async (content: Buffer, mimeType: string) => {
  const upload = await buildUpload(app, content, { kind: 'audio', mimeType });
  return app.services.media.store(upload, { ownerId: ann.id, type: 'feed-audio' });
};
const storeMotion = async (pictures: readonly Buffer[], rate: number) => {
  const film = buildMotionJpeg(pictures, { width: 64, height: 64, rate });
  const upload = await buildUpload(app, film, { kind: 'video', mimeType: 'video/vnd.avi' });
  return app.services.media.store(upload, { ownerId: ann.id, type: 'feed-video' });
};

async function buildAac(): Promise<Buffer> {
  const { id } = await storeSound(await buildRecording('tone.wav'), 'audio/wav');
  await app.services.media.process(id);
  const { variants } = await reread(id);
  return readFile(path.join(app.context.env.DATA_DIR, 'media', variants['audio']!.key));
}

/** Two minutes of silence in an MP4, in packets of 120 ms. */
async function buildOpus(): Promise<Buffer> {
  const source = new EncodedAudioPacketSource('opus');
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: 'in-memory' }), target });
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 };
  // Six frames of 20 ms, two bytes each.
  const packet = Uint8Array.from([0x08 | 3, 6, ...Array<number>(12).fill(0)]);
  for (let at = 0; at < 1_000; at += 1)
    await source.add(new EncodedPacket(packet, 'key', at * 0.12, 0.12), { decoderConfig });
  await output.finalize();
  return Buffer.from(target.buffer!);
}

describe('the estimate for a file', () => {
  it.each([0, 1])('uses the packets of audio if all their times are close to zero (%s)', async (delta) => {
    const sound = await buildAac();
    const times = sound.indexOf('stts') + 8;
    for (let entry = 0; entry < sound.readUInt32BE(times); entry += 1)
      sound.writeUInt32BE(delta, times + 4 + entry * 8 + 4);
    // Removes the edit list, which makes players skip the first packet.
    sound.write('free', sound.indexOf('edts'));
    expect((await storeSound(sound, 'audio/mp4')).duration).toBeCloseTo(2, 0);
  });

  it('uses the length that each Opus packet declares', async () => {
    const sound = await buildOpus();
    sound.fill(0, sound.indexOf('stts') + 16, sound.indexOf('stts') + 20);
    expect((await storeSound(sound, 'audio/mp4')).duration).toBeCloseTo(120, 0);
  });

  it('uses the frames of a video if an edit list skips all of them', async () => {
    const film = await buildRecording('clip.mp4');
    for (let at = film.indexOf('elst'); at >= 0; at = film.indexOf('elst', at + 4))
      // The box contains version and flags, count, duration, and the media time, which this changes.
      film.writeInt32BE(1_000_000, at + 16);
    const upload = await buildUpload(app, film, { kind: 'video', mimeType: 'video/mp4' });
    const { duration, workSeconds, id } = await app.services.media.store(upload, {
      ownerId: ann.id,
      type: 'feed-video',
    });
    expect(duration).toBeGreaterThan(1);
    expect(workSeconds).toBeGreaterThan(0.5);
    await app.services.media.process(id);
  });

  it('counts the scans in Motion JPEG frames', async () => {
    const [plain, fine] = [await buildBareJpeg(), await buildBareJpeg({ scans: 80 })];
    const work = createMediaWork();
    const countFrames = async (picture: Buffer) => {
      const film = buildMotionJpeg(Array<Buffer>(30).fill(picture), { width: 64, height: 64, rate: 30 });
      const mimeType = 'video/vnd.avi';
      const { tmpPath } = await buildUpload(app, film, { kind: 'video', mimeType });
      return (await work.inspectFilm({ path: tmpPath, mimeType }, { account: ann.id, pace: 'look' })).frames;
    };
    expect(await countFrames(plain)).toBe(30);
    expect(await countFrames(fine)).toBeGreaterThan(240);
    work.close();
  });

  it('rejects a video that has too many scans per frame', async () => {
    await expect(storeMotion([await buildBareJpeg({ scans: 200 })], 5)).rejects.toMatchObject({
      message: expect.stringContaining('Its pictures are made of too many parts.'),
    });
  });
});

it('converts a video whose frames lack a pixel aspect ratio', async () => {
  const { id } = await storeMotion(Array<Buffer>(5).fill(await buildBareJpeg()), 5);
  await app.services.media.process(id);
  expect(await reread(id)).toMatchObject({ status: 'finished', failure: '', width: 64, height: 64 });
});
