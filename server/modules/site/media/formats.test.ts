import path from 'node:path';
import sharp from 'sharp';
import {
  buildFlatPng,
  buildPackedText,
  buildScans,
  buildWebpFrames,
} from '../../../../tests/factories/costly-pictures';
import { buildHeicGrid } from '../../../../tests/factories/heic-grid';
import { buildRecording, measureFilms } from '../../../../tests/factories/media';
import { buildFastStart } from '../../../../tests/factories/fast-start';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { storageKey } from './file-variants';

let app: TestApp;
let creator: BuiltPerson;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  [creator, fan] = [await buildPerformer(app), await buildUser(app)];
});
afterAll(() => app.close());

type UploadCall = 'uploadFeedPhoto' | 'uploadFeedVideo' | 'uploadFeedAudio';
const upload = async (call: UploadCall, content: Buffer, name = 'file') =>
  app.call(call, { as: creator.token, files: { file: { content, name } } });
const storedPath = (id: string, variant: string) =>
  path.join(app.context.env.DATA_DIR, 'media', storageKey(id, variant));
const reread = async (id: string) => (await app.services.media.find([id]))[0];
const getSize = async (id: string) => {
  const { width, height } = await sharp(storedPath(id, 'large')).metadata();
  return [width, height];
};
const grainy = (width = 600, height = 400) => {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, at) => (at * 7919) % 251));
  return sharp(pixels, { raw: { width, height, channels: 3 } });
};

describe('uploading photos', () => {
  it.each([
    ['an APNG by its first frame', 'moving.png', [200, 150]],
    ['an animated AVIF by its first frame', 'moving.avif', [200, 150]],
    ['a JPEG without its end marker', 'jpeg-without-end.jpg', [400, 200]],
  ] as const)('accepts and displays %s', async (_what, name, size) => {
    const sent = await upload('uploadFeedPhoto', await buildRecording(name), name);
    expect(sent.body).toMatchObject({ status: 0 });
    expect(await getSize(sent.data._id)).toEqual(size);
  });

  it.each([
    ['CMYK', () => grainy().toColourspace('cmyk').jpeg().toBuffer()],
    ['16 bits per channel', () => grainy().toColourspace('rgb16').png().toBuffer()],
    ['a JPEG without its last bytes', async () => (await grainy().jpeg().toBuffer()).subarray(0, -40)],
    ['a GIF without its last bytes', async () => (await grainy().gif().toBuffer()).subarray(0, -40)],
  ])('accepts and displays %s', async (_what, build) => {
    const sent = await upload('uploadFeedPhoto', await build());
    expect(sent.body).toMatchObject({ status: 0 });
    expect(await getSize(sent.data._id)).toEqual([600, 400]);
  });

  it.each([
    ['jpeg', () => grainy().jpeg().toBuffer()],
    ['gif', () => grainy().gif().toBuffer()],
  ])('rejects a %s with a large missing part, and says so', async (_format, build) => {
    const whole = await build();
    const sent = await upload('uploadFeedPhoto', whole.subarray(0, whole.length / 2));
    expect(sent.body).toMatchObject({
      error: 'INVALID_IMAGE',
      message: 'The lower part of this photo is missing: the file ends too early. Choose a complete copy.',
    });
  });

  it.each([
    ['a WebP of 150,000 frames', () => buildWebpFrames(150_000), 'This picture has more than 1000 frames.'],
    ['a JPEG of 2,000 scans', () => buildScans(2_000), "We can't read this kind of photo."],
  ])('rejects %s without a long wait', async (_what, build, words) => {
    const sent = await upload('uploadFeedPhoto', await build());
    expect(sent.body).toMatchObject({ error: 'INVALID_IMAGE', message: expect.stringContaining(words) });
  });

  it('accepts an image with long texts, and removes these', async () => {
    const extra = Array.from({ length: 20 }, buildPackedText);
    const sent = await upload('uploadFeedPhoto', buildFlatPng(64, 48, { extra }));
    expect(sent.data.status).toBe('finished');
    expect(await getSize(sent.data._id)).toEqual([64, 48]);
  });

  it.each([
    ['of 100.9 megapixels', () => buildRecording('hundred-megapixels.png'), '100.9'],
    ['just above the limit', async () => buildFlatPng(10_001, 10_000), '100.1'],
  ])('rejects an image %s, and names the limit', async (_what, build, megapixels) => {
    const sent = await upload('uploadFeedPhoto', await build());
    expect(sent.body).toMatchObject({
      error: 'INVALID_IMAGE',
      message: `This photo has ${megapixels} megapixels. The limit is 100 megapixels: save it smaller and try again.`,
    });
  });

  it('accepts an image with exactly the maximum number of megapixels', async () => {
    const sent = await upload('uploadFeedPhoto', buildFlatPng(10_000, 10_000));
    expect(sent.body).toMatchObject({ status: 0 });
    await app.jobs.drain();
    expect(await reread(sent.data._id)).toMatchObject({ status: 'finished', width: 10_000, height: 10_000 });
  });
});

describe('HEIC from a phone', () => {
  /** Expects green above red, after rotation and conversion from Display P3 to sRGB. */
  const expectUpright = async (file: Buffer | string) => {
    const { data, info } = await sharp(file).removeAlpha().raw().toBuffer({ resolveWithObject: true });
    const at = (share: number) => {
      const from = (Math.floor(info.height * share) * info.width + Math.floor(info.width / 2)) * 3;
      return [...data.subarray(from, from + 3)];
    };
    const isNear = (found: number[], wanted: number[]) =>
      found.every((value, index) => Math.abs(value - (wanted[index] ?? 0)) < 12);
    expect([at(0.2), isNear(at(0.2), [32, 192, 64])]).toEqual([at(0.2), true]);
    expect([at(0.8), isNear(at(0.8), [224, 32, 48])]).toEqual([at(0.8), true]);
  };

  it('becomes a post’s photo: upright, in its own colors, as WebP and JPEG', async () => {
    const sent = await upload('uploadFeedPhoto', await buildRecording('turned.heic'), 'IMG_0001.HEIC');
    expect(sent.data).toMatchObject({ status: 'finished', mimeType: 'image/webp', width: 300, height: 400 });
    for (const variant of ['large', 'jpeg', 'small']) await expectUpright(storedPath(sent.data._id, variant));
  });

  it('becomes an avatar, a cover, a message’s photo or an identity document', async () => {
    const file = { content: await buildRecording('turned.heic'), name: 'IMG_0001.HEIC' };
    const calls = [
      await app.call('uploadMyAvatar', { as: fan.token, files: { avatar: file } }),
      await app.call('uploadPerformerAvatar', { as: creator.token, files: { avatar: file } }),
      await app.call('uploadPerformerCover', { as: creator.token, files: { cover: file } }),
      await app.call('uploadMessagePhoto', { as: fan.token, files: { file } }),
      await app.call('uploadDocument', {
        as: creator.token,
        params: { type: 'idVerification' },
        files: { file },
      }),
    ];
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  });

  it('becomes a photo even if it consists of tiles, all of which are visible', async () => {
    const whole = await buildHeicGrid({ columns: 5, rows: 4, width: 1900, height: 1100 });
    const sent = await upload('uploadFeedPhoto', whole, 'IMG_0001.HEIC');
    expect(sent.data).toMatchObject({ status: 'finished', width: 1900, height: 1100 });
  });

  it('is rejected if it has many more tiles than it shows', async () => {
    const heavy = await buildHeicGrid({ columns: 12, rows: 12, width: 1900, height: 1100 });
    const sent = await upload('uploadFeedPhoto', heavy, 'IMG_0001.HEIC');
    expect(sent.body).toMatchObject({ error: 'INVALID_IMAGE', message: expect.stringContaining("can't read") });
  });

  it('is processed in the background if it is larger than what phones save by default', async () => {
    const large = await buildHeicGrid({ columns: 11, rows: 11, width: 4200, height: 3200 });
    const sent = await upload('uploadFeedPhoto', large, 'IMG_0001.HEIC');
    expect(sent.data).toMatchObject({ status: 'processing' });
    await app.jobs.drain();
    expect(await reread(sent.data._id)).toMatchObject({ status: 'finished', width: 4200, height: 3200 });
  });

  it('is rejected if it is damaged', async () => {
    const whole = await buildRecording('turned.heic');
    const sent = await upload('uploadFeedPhoto', whole.subarray(0, whole.length / 2));
    expect(sent.body).toMatchObject({ error: 'INVALID_IMAGE' });
  });
});

describe('uploading videos and audio from cameras and recorders', () => {
  /** The tags of BT.709 in narrow range, as numbered in H.273. */
  const BT709 = { primaries: 1, transfer: 1, matrix: 1, range: 1 };

  it.each([
    ['MJPEG in AVI', 'uploadFeedVideo', 'motion.avi', 'video', { tags: BT709 }],
    ['MJPEG in MOV', 'uploadFeedVideo', 'motion.mov', 'video', { tags: BT709 }],
    // This tone starts without a delay.
    ['ALAC in M4A', 'uploadFeedAudio', 'alac.m4a', 'audio', { beep: expect.any(Number) }],
  ] as const)('makes %s playable', async (_what, call, name, variant, expected) => {
    const sent = await upload(call, await buildRecording(name), name);
    expect(sent.body).toMatchObject({ status: 0 });
    await app.jobs.drain();
    const file = await reread(sent.data._id);
    expect(file).toMatchObject({ status: 'finished', mimeType: `${variant}/mp4` });
    expect(file?.duration).toBeCloseTo(1, 1);
    const [made] = await measureFilms([storedPath(sent.data._id, variant)]);
    expect(made).toEqual(expect.objectContaining(expected));
  });

  it.each([
    ['a video', 'uploadFeedVideo', 'clip.mp4'],
    ['a Motion JPEG video', 'uploadFeedVideo', 'motion.mov'],
    ['audio', 'uploadFeedAudio', 'alac.m4a'],
  ] as const)('rejects %s that was cut off, instead of storing a shorter one', async (_what, call, name) => {
    const whole = buildFastStart(await buildRecording(name));
    const sent = await upload(call, whole.subarray(0, whole.length / 2), name);
    expect(sent.body).toMatchObject({
      error: 'INVALID_OR_MISSING_FILE',
      message: 'This file is not complete: its end is missing. Choose the whole one.',
    });
    // A file that has lost only the last moment is accepted.
    for (const bytes of [whole, whole.subarray(0, -20)])
      expect((await upload(call, bytes, name)).body).toMatchObject({ status: 0 });
  });

  it('takes the duration of audio from its packets, whatever the header says', async () => {
    const sound = await buildRecording('alac.m4a');
    // Changes the duration, which is in three places, to a tenth.
    const boxes = { mvhd: 16, tkhd: 20, mdhd: 16 };
    for (const [name, place] of Object.entries(boxes)) {
      const at = sound.indexOf(name) + 4 + place;
      sound.writeUInt32BE(sound.readUInt32BE(at) / 10, at);
    }
    const sent = await upload('uploadFeedAudio', sound, 'alac.m4a');
    expect((await reread(sent.data._id))?.duration).toBeCloseTo(1, 1);
  });

  it('gives up on audio that plays longer than its packets say', async () => {
    const sound = await buildRecording('alac.m4a');
    // Plays ten times as fast, because the time scale is multiplied.
    const clock = sound.indexOf('mdhd') + 16;
    sound.writeUInt32BE(sound.readUInt32BE(clock) * 10, clock);
    const sent = await upload('uploadFeedAudio', sound, 'alac.m4a');
    await app.jobs.drain();
    expect(await reread(sent.data._id)).toMatchObject({ status: 'error', failure: 'It plays longer than it says.' });
  });

  it.each([
    ['video', 'uploadFeedVideo', 'old.avi', "This video uses MPEG-4 part 2, which can't be played here."],
    ['video', 'uploadFeedVideo', 'old-codec.mp4', "This video uses MPEG-4 part 2, which can't be played here."],
  ] as const)(
    'rejects a %s with an unsupported codec, and names the codec (%s, %s)',
    async (_kind, call, name, why) => {
      const sent = await upload(call, await buildRecording(name), name);
      expect(sent.body).toMatchObject({
        error: 'INVALID_OR_MISSING_FILE',
        message: `${why} Save it as MP4 with H.264.`,
      });
    },
  );
});
