import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import sharp from 'sharp';
import { files } from '../../../db/schema/files';
import { buildPhoto, buildRecording, buildStoredPhoto, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import type { JobName } from '../../../jobs/job-data';
import { createDiskStore } from '../../../media/disk-store';
import { TooLongForPace, TooLongToWait, UnreadableMedia, type WorkTurn } from '../../../media/media-tasks';
import type { MediaWork } from '../../../media/media-process-pool';
import { createFileClaimRepository } from './file-claim-repository';
import { createSlowAccounts } from './file-intake';
import { createFileQueue } from './file-queue';
import { createFileRemovalRepository } from './file-removal-repository';
import { createFileWorkRepository } from './file-work-repository';
import { createFileWorker } from './file-worker';
import { createMediaRepository } from './media-repository';
import { estimateSeconds, getLadderTurn, getPictureSpeed, getTurn } from './file-turn';
import type { FileRow } from './media-service';
import { processFile } from './process-file';
import { storeUpload } from './store-upload';

let app: TestApp;
let ann: BuiltPerformer;
let ben: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [ann, ben, fan] = [await buildPerformer(app), await buildPerformer(app), await buildUser(app)];
});
afterAll(() => app.close());

const reread = async (id: string) => (await app.services.media.find([id]))[0] as FileRow;
const status = async (id: string) => (await reread(id)).status;
/** @param options.name a video of 2 seconds (`clip.mp4`) or 24 seconds (`long.mp4`) */
const storeFilm = async (
  owner: Pick<BuiltPerson, 'id'>,
  { name = 'clip.mp4' }: { name?: 'clip.mp4' | 'long.mp4' } = {},
) => {
  const upload = await buildUpload(app, await buildRecording(name), { kind: 'video', mimeType: 'video/mp4' });
  return app.services.media.store(upload, { ownerId: owner.id, type: 'feed-video' });
};

async function buildMoving(frames: number): Promise<Buffer> {
  const raw = { width: 2, height: 2 * frames, channels: 3, pageHeight: 2 } as const;
  const pixels = Uint8Array.from({ length: raw.width * raw.height * raw.channels }, (_, index) => (index * 73) % 251);
  return sharp(pixels, { raw }).gif({ delay: 40 }).toBuffer();
}
const sendPicture = async (content: Buffer) =>
  app.call('uploadFeedPhoto', { files: { file: { content } }, as: ann.token });

/** Runs queued jobs. @returns the descriptions of their files, in the order in which they were processed */
async function drainNoting(names: readonly JobName[], describe: (data: Record<string, string>) => Promise<string>) {
  const order: string[] = [];
  for (const name of names)
    app.jobs.work(name, async (data) => void order.push(await describe(data as unknown as Record<string, string>)));
  await app.jobs.drain();
  return order;
}

describe('limits of the work per upload', () => {
  it('rejects an image with many tiny frames, and advises what to do', async () => {
    const { status: code, body } = await sendPicture(await buildMoving(1_001));
    expect([code, body.error]).toEqual([400, 'INVALID_IMAGE']);
    expect(body.message).toContain('more than 1000 frames. Save it as a video instead.');
  });

  it('processes an animated image in the background, and a still one immediately', async () => {
    const { data } = await sendPicture(await buildMoving(3));
    expect(data.status).toBe('processing');
    expect((await sendPicture(await buildPhoto())).data.status).toBe('finished');
    await app.jobs.drain();
    expect(await reread(data._id)).toMatchObject({ status: 'finished', mimeType: 'image/webp' });
  });

  // Promises F-1.
  it('allow each account so many minutes of video a day', async () => {
    const limited = await buildTestApp({ RATE_LIMITS: '1', FILM_MINUTES_PER_DAY: '2' }, { beside: app });
    const send = async ({ token }: BuiltPerson) =>
      limited.call('uploadFeedVideo', { files: { file: { content: await buildRecording('clip.mp4') } }, as: token });
    // A video that could not be stored must not count.
    const { db } = app.context;
    await db.execute(
      sql`create function no_room() returns trigger language plpgsql as $$ begin raise exception 'no room'; end $$`,
    );
    await db.execute(sql`create trigger no_room before insert on files for each row execute function no_room()`);
    expect((await send(ann)).status).toBe(500);
    await db.execute(sql`drop function no_room cascade`);
    expect([(await send(ann)).status, (await send(ann)).status]).toEqual([200, 200]);
    const refused = await send(ann);
    expect([refused.status, refused.body.error]).toEqual([429, 'FILM_QUOTA']);
    expect(refused.body.message).toBe(
      'You’ve sent as many minutes of video as one day allows. You can continue tomorrow.',
    );
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3600);
    expect((await send(ben)).status).toBe(200);
    await limited.close();
  });

  it('delay converting a video in a message until the message is sent', async () => {
    await buildSubscription(app, { userId: fan.id, performerId: ann.id });
    const body = { sourceId: ann.id, source: 'performer' };
    const conversation = (await app.call('createConversation', { as: fan.token, body })).data;
    const file = { content: await buildRecording('clip.mp4') };
    const { data } = await app.call('uploadMessageVideo', { as: ann.token, files: { file } });
    const id = data._id;
    await app.jobs.drain();
    expect(await reread(id)).toMatchObject({ status: 'processing', attempts: 0 });
    const sent = await app.call('sendMessage', {
      as: ann.token,
      params: { id: conversation._id },
      body: { text: 'For you', fileIds: [id] },
    });
    expect(sent.status).toBe(200);
    await app.jobs.drain();
    expect(await status(id)).toBe('finished');
  });
});

describe('the queue of files', () => {
  const film = { ownerId: 'ann', type: 'feed-video', kind: 'video', size: 64 * 1024 * 1024 } as const;

  it('separates short videos from long ones, and puts videos that can already be played behind both', () => {
    const [short, middle, long] = [4, 300, 2_400].map((duration) => ({ ...film, duration, width: 1280, height: 720 }));
    expect([short, middle, long].map((one) => getTurn(one!).pace)).toEqual(['brief', 'long', 'lengthy']);
    expect([short, middle, long].map((one) => getLadderTurn(one!))).toMatchObject([
      { pace: 'long', isExtra: true },
      { pace: 'lengthy', isExtra: true },
      { pace: 'lengthy', isExtra: true },
    ]);
    // Work of a few seconds has a separate queue, so that it never waits behind others' brief work.
    expect(getTurn({ ...film, size: 1024 * 1024, duration: 4, width: 640, height: 360 }).pace).toBe('short');
    // The time for audio is proportional to the number of its samples.
    const sound = { ...film, kind: 'audio', type: 'feed-audio', duration: 300, width: null, height: null } as const;
    expect(getTurn({ ...sound, workSeconds: estimateSeconds(sound, { soundRate: 96_000 }) }).pace).toBe('brief');
    expect(getTurn({ ...sound, workSeconds: estimateSeconds(sound, { soundRate: 384_000 }) }).pace).toBe('medium');
    // Reading large frames costs more than writing the small ones that are served, and HDR costs extra.
    const camera = { ...film, size: 12 * 1024 * 1024, duration: 4, width: 3840, height: 2160 };
    expect(getTurn({ ...film, size: 4 * 1024 * 1024, duration: 4, width: 1920, height: 1080 }).pace).toBe('short');
    expect(getTurn(camera)).toMatchObject({ pace: 'brief', seconds: expect.closeTo(9.3, 0) });
    const highRange = estimateSeconds(camera, { frames: 120, isHighRange: true });
    expect(highRange - getTurn(camera).seconds).toBeCloseTo(3.3, 1);
    const proRes = estimateSeconds({ ...camera, width: 1280, height: 720 }, { frames: 60, isProRes: true });
    expect(proRes).toBeCloseTo(10.5, 0);
    // Without a known duration, the worst is assumed.
    expect(getTurn({ ...film, duration: null, width: 640, height: 360 }).pace).toBe('lengthy');
    // Frames count, not duration: 30,000 frames of the largest size in three seconds take most of an hour.
    const large = { ...film, duration: 3, width: 4096, height: 4096 };
    expect(getTurn({ ...large, workSeconds: estimateSeconds(large, { frames: 75 }) }).pace).toBe('brief');
    expect(getTurn({ ...large, workSeconds: estimateSeconds(large, { frames: 30_000 }) })).toMatchObject({
      pace: 'lengthy',
      seconds: expect.closeTo(3_000, -3),
    });
  });

  it('estimates a video’s duration and work before converting it, whatever its header says', async () => {
    const measures = { duration: 2, width: 320, height: 180, workSeconds: expect.closeTo(0.6, 1) };
    expect(await storeFilm(ann)).toMatchObject({ status: 'processing', ...measures });
  });

  it.each([
    ['clip.mp4', 'video/mp4'],
    ['motion.mov', 'video/quicktime'],
  ] as const)('rejects a video with too many frames per second (%s)', async (name, mimeType) => {
    const fast = await buildRecording(name);
    // Plays a hundred times as fast, because the time scale of each track is multiplied.
    for (let at = fast.indexOf('mdhd'); at > 0; at = fast.indexOf('mdhd', at + 4))
      fast.writeUInt32BE(fast.readUInt32BE(at + 16) * 100, at + 16);
    const upload = await buildUpload(app, fast, { kind: 'video', mimeType });
    await expect(app.services.media.store(upload, { ownerId: ann.id, type: 'feed-video' })).rejects.toMatchObject({
      message: 'It shows more than 240 pictures a second. Save it with 60 or fewer.',
    });
  });

  it('rejects audio with too many samples, and reserves disk space for rewritten files', async () => {
    const wave = await buildRecording('tone.wav');
    // Channels and samples per second.
    wave.writeUInt16LE(2, 22);
    wave.writeUInt32LE(384_000, 24);
    const store = async (bytes: Buffer, mimeType: string) =>
      app.services.media.store(await buildUpload(app, bytes, { kind: 'audio', mimeType }), {
        ownerId: ann.id,
        type: 'feed-audio',
      });
    await expect(store(wave, 'audio/wav')).rejects.toMatchObject({
      message: 'Its sound has too many channels, or too high a rate. Save it as stereo with 48 kHz.',
    });
    const alac = await buildRecording('alac.m4a');
    const { id, duration } = await store(alac, 'audio/mp4');
    const { workBytes } = await reread(id);
    expect(workBytes).toBeGreaterThanOrEqual(2 * alac.length + (duration ?? 0) * 8_000 * 2);
    const tone = await buildRecording('tone.mp3');
    expect((await reread((await store(tone, 'audio/mpeg')).id)).workBytes).toBe(2 * tone.length);
  });

  it('gives up on a video whose frames are larger than its header declares', async () => {
    const film = await buildRecording('recorded.webm');
    // Width and height of the track, which are really 320 and 180.
    film.writeUInt16BE(16, film.indexOf(Buffer.from([0xb0, 0x82, 0x01, 0x40])) + 2);
    film.writeUInt8(9, film.indexOf(Buffer.from([0xba, 0x81, 0xb4])) + 2);
    const upload = await buildUpload(app, film, { kind: 'video', mimeType: 'video/webm' });
    const { id } = await app.services.media.store(upload, { ownerId: ann.id, type: 'feed-video' });
    expect(await reread(id)).toMatchObject({ width: 16, height: 9 });
    await app.services.media.process(id);
    expect(await reread(id)).toMatchObject({ status: 'error', failure: 'Its pictures are larger than it says.' });
  });

  it('moves work that takes longer than estimated behind longer work', async () => {
    const { id } = await storeFilm(ann);
    const make = async () => Promise.reject(new TooLongForPace());
    const { db } = app.context;
    const repository = createMediaRepository(db);
    const store = { withLocal: async (_key: string, read: (path: string) => unknown) => read('') };
    const queue = createFileQueue(app.context, repository, createFileWorkRepository(db));
    const claims = createFileClaimRepository(db);
    const deps = { ...app.context, repository, claims, store, queue, worker: { make }, scan: { check: () => null } };
    await processFile(deps as never, id);
    const slower = await reread(id);
    expect([slower.attempts, getTurn(slower).pace]).toEqual([0, 'brief']);
    // The job in the first queue still exists; in this test, both jobs would process the file.
    const order = await drainNoting(['process-short-file', 'process-file'], async ({ fileId = '' }) => fileId);
    for (const name of ['process-short-file', 'process-file'] as const)
      app.jobs.work(name, ({ fileId }) => app.services.media.process(fileId));
    expect(order.filter((one) => one === id)).toHaveLength(2);
    await app.services.media.process(id);
    expect(await status(id)).toBe('finished');
  });

  it('next takes the first video of another account, however many videos wait', async () => {
    const of = new Map([
      [ann.id, 'ann'],
      [ben.id, 'ben'],
    ]);
    await app.jobs.drain();
    for (const owner of [ann, ann, ann, ben, ann, ben]) await storeFilm(owner);
    const handler = app.services.media.process;
    const order = await drainNoting(
      ['process-short-file'],
      async ({ fileId = '' }) => of.get((await reread(fileId)).ownerId) ?? '',
    );
    app.jobs.work('process-short-file', ({ fileId }) => handler(fileId));
    expect(order).toEqual(['ann', 'ben', 'ann', 'ben', 'ann', 'ann']);
  });

  describe('for accounts that have had equally many turns', () => {
    async function makeNoting(): Promise<string[]> {
      const { process } = app.services.media;
      // The test queue runs waiting jobs by priority, then by arrival, whichever of the two queues they are in.
      const names = ['process-short-file', 'process-file'] as const;
      const order = await drainNoting(names, async ({ fileId = '' }) => {
        await process(fileId);
        return (await reread(fileId)).ownerId;
      });
      for (const name of names) app.jobs.work(name, ({ fileId }) => process(fileId));
      return order;
    }

    it('next takes the shorter video, so that work of seconds does not wait for minutes', async () => {
      await app.jobs.drain();
      await storeFilm(ann, { name: 'long.mp4' });
      await storeFilm(ben, { name: 'long.mp4' });
      await storeFilm(ben);
      const { id } = await buildPerformer(app);
      await storeFilm({ id });
      expect(await makeNoting()).toEqual([id, ben.id, ann.id, ben.id]);
    });

    it('takes a long video once others have had their turn, however many short ones they send', async () => {
      await app.jobs.drain();
      await createFileWorkRepository(app.context.db).insert({
        ownerId: ben.id,
        pace: 'short',
        seconds: 6,
        createdAt: app.clock.now(),
      });
      await storeFilm(ann, { name: 'long.mp4' });
      await storeFilm(ben);
      expect(await makeNoting()).toEqual([ann.id, ben.id]);
      app.clock.advance({ minutes: 61 });
      await storeFilm(ann, { name: 'long.mp4' });
      await storeFilm(ben);
      expect(await makeNoting()).toEqual([ben.id, ann.id]);
    });
  });

  it('inspects videos and audio separately from images, and counts both steps of an image as one turn', async () => {
    const turns: Partial<WorkTurn>[] = [];
    const note = (facts: object) => async (_source: unknown, turn: WorkTurn) => {
      turns.push(turn);
      return facts as never;
    };
    const stop = async () => Promise.reject(new UnreadableMedia('Enough.'));
    const work = {
      inspectPicture: note({ frames: 1, pixels: 2_100_001, width: 2, height: 2 }),
      renderPicture: note({ pictures: [], thumbHash: '' }),
      inspectFilm: note({ duration: 1, video: null, hasAudio: false }),
    } as unknown as MediaWork;
    const worker = createFileWorker({ store: {} as never, work, tmpDir: '', disk: { hold: () => () => undefined } });
    const slowAccounts = createSlowAccounts(app.context.clock);
    const slowLooks = createSlowAccounts(app.context.clock);
    const intake = { ...app.context, work, worker, slowAccounts, slowLooks, scan: { isOn: true, check: stop } };
    const upload = { name: '', tmpPath: 'there', mimeType: 'audio/mpeg' };
    const megabyte = 1024 * 1024;
    const send = (kind: 'audio' | 'image', size: number) =>
      storeUpload(intake as never, { ...upload, kind, size }, { ownerId: 'ann', type: 'message-file' }).catch(
        () => undefined,
      );
    await send('audio', 8 * megabyte);
    await send('audio', 200 * megabyte);
    await send('image', 2 * megabyte);
    const turn = { account: 'ann', pace: 'atOnce' } as const;
    const row = { id: 'one', type: 'feed-photo', kind: 'image', mimeType: 'image/png', path: 'there', turn } as const;
    await worker.make(row);
    expect(turns).toEqual([
      // The size decides about `isSlow`, so that a process for small files never takes large ones.
      { account: 'ann', pace: 'look', seconds: 1.5, isSlow: false, onCostly: expect.any(Function) },
      { account: 'ann', pace: 'look', seconds: 25, isSlow: true, onCostly: expect.any(Function) },
      { ...turn, seconds: 0.5, onCostly: expect.any(Function) },
      turn,
      { ...turn, isSecondStep: true, isSlow: true },
    ]);
  });

  it.each([
    ['a small photo', { pixels: 1920 * 1080 }, 'quick'],
    ['a large photo', { pixels: 25_000_000 }, 'slow'],
    ['a very large photo', { pixels: 25_000_001 }, 'background'],
    ['a small HEIC', { isHeif: true }, 'slow'],
    ['a HEIC of 12 megapixels', { isHeif: true, pixels: 4032 * 3024 }, 'slow'],
    ['a HEIC of 24 megapixels', { isHeif: true, pixels: 24_000_000 }, 'background'],
    ['an animated picture', { frames: 2 }, 'background'],
  ])('%s is processed at its own speed', (_what, facts, speed) =>
    expect(getPictureSpeed({ width: 1, height: 1, pixels: 1, frames: 1, isHeif: false, ...facts })).toBe(speed),
  );

  it.each([
    ['would have to wait too long', new TooLongToWait()],
    ['was rejected after much work', new UnreadableMedia('Enough.')],
  ])('inspects images in the background for some minutes if a sender’s image %s', async (_why, outcome) => {
    const inspected: string[] = [];
    const inspectPicture = async (_source: unknown, { account, onCostly }: WorkTurn) => {
      inspected.push(account);
      onCostly?.();
      throw outcome;
    };
    const queued: string[] = [];
    const intake = {
      ...app.context,
      repository: createMediaRepository(app.context.db),
      removals: createFileRemovalRepository(app.context.db),
      slowAccounts: createSlowAccounts(app.context.clock),
      store: createDiskStore(path.join(app.context.env.DATA_DIR, 'slow')),
      work: { inspectPicture },
      scan: { isOn: false },
      queue: { add: async ({ ownerId }: FileRow) => queued.push(ownerId) },
    };
    const tmpPath = path.join(app.context.env.DATA_DIR, 'slow.gif');
    const upload = { name: 'slow.gif', size: 4, tmpPath, mimeType: 'image/gif', kind: 'image' as const };
    const send = async ({ id: ownerId }: BuiltPerson) => {
      await writeFile(tmpPath, 'slow');
      return storeUpload(intake as never, upload, { ownerId, type: 'feed-photo' }).then(
        (file) => file.status,
        () => 'refused',
      );
    };
    const isTooLong = outcome instanceof TooLongToWait;
    const first = isTooLong ? 'processing' : 'refused';
    expect([await send(ann), await send(ann), await send(ben)]).toEqual([first, 'processing', first]);
    expect(queued).toEqual(isTooLong ? [ann.id, ann.id, ben.id] : [ann.id]);
    expect(inspected).toEqual([ann.id, ben.id]);
    app.clock.advance({ minutes: 61 });
    expect(await send(ann)).toBe(first);
    expect(inspected).toEqual([ann.id, ben.id, ann.id]);
  });

  it('puts an account’s second export of a day behind others’ first ones', async () => {
    const request = async ({ token }: BuiltPerson) =>
      (await app.call('requestDataExport', { as: token })).data.export._id;
    await request(ann);
    await app.jobs.drain();
    app.clock.advance({ seconds: 1 });
    const [second, first] = [await request(ann), await request(ben)];
    const order = await drainNoting(['export-data'], async ({ exportId = '' }) => exportId);
    app.jobs.work('export-data', ({ exportId }) => app.services.dataExport.make(exportId));
    expect(order).toEqual([first, second]);
  });

  it('takes the smaller export first after equally many requests', async () => {
    const request = async ({ token }: BuiltPerson) =>
      (await app.call('requestDataExport', { as: token })).data.export._id;
    await app.jobs.drain();
    const photo = await buildStoredPhoto(app, { ownerId: ann.id, type: 'feed-photo' });
    await app.context.db
      .update(files)
      .set({ size: 64 * 1024 * 1024 })
      .where(eq(files.id, photo.id));
    const [large, small] = [await request(ann), await request(ben)];
    const order = await drainNoting(['export-data'], async ({ exportId = '' }) => exportId);
    app.jobs.work('export-data', ({ exportId }) => app.services.dataExport.make(exportId));
    expect(order).toEqual([small, large]);
  });
});

describe('R-5: a worker killed from outside', () => {
  /** Leaves a file in the state after a power failure during its processing. */
  const interrupt = (id: string, change: Partial<typeof files.$inferInsert>) =>
    app.context.db
      .update(files)
      .set({ attempts: 1, heartbeatAt: app.clock.now(), updatedAt: app.clock.now(), ...change })
      .where(eq(files.id, id));
  const later = (minutes: number) => app.clock.advance({ minutes });

  it('does not count as a failed attempt, however often it happens', async () => {
    const { id } = await storeFilm(ann);
    await interrupt(id, { attempts: 4, interruptions: 9 });
    later(180);
    await app.jobs.run('resume-files', {});
    expect(await reread(id)).toMatchObject({ status: 'finished', attempts: 4, interruptions: 0 });
  });

  it('causes pauses that become longer and longer', async () => {
    const { id } = await storeFilm(ann);
    await interrupt(id, { interruptions: 5 });
    later(5);
    await app.jobs.run('resume-files', {});
    expect(await status(id)).toBe('processing');
    later(10);
    await app.jobs.run('resume-files', {});
    expect(await status(id)).toBe('finished');
  });

  it('finally ends the attempts; the file’s owner and operators can retry', async () => {
    const { id } = await storeFilm(ann);
    await app.jobs.drain().catch(() => undefined);
    const other = await storeFilm(ann);
    await interrupt(other.id, { interruptions: 10 });
    later(180);
    await app.jobs.run('resume-files', {});
    expect(await status(id)).toBe('finished');
    const view = (await app.call('getFileStatus', { params: { id: other.id }, as: ann.token })).data;
    expect(view).toMatchObject({
      status: 'error',
      canRetry: true,
      failure: expect.stringContaining('Your file is kept'),
    });
    expect(app.failures.at(-1)).toMatchObject({ kind: 'job', name: 'process-short-file' });
    expect((await app.services.media.listSetAside()).map((row) => row.id)).toContain(other.id);
    const news = await app.call('listNotifications', { as: ann.token });
    expect(JSON.stringify(news.data.data)).toContain('Try again, or choose another file.');

    const retry = (who: BuiltPerson, fileId = other.id) =>
      app.call('retryFile', { as: who.token, params: { id: fileId } });
    expect((await retry(ben)).status).toBe(404);
    expect((await retry(ann)).data).toMatchObject({ status: 'processing' });
    expect((await retry(ann)).status).toBe(404);
    await app.jobs.drain();
    expect(await status(other.id)).toBe('finished');
    // A file that is broken itself cannot be retried.
    const broken = await buildStoredPhoto(app, { ownerId: ann.id, type: 'feed-photo' });
    await app.context.db.update(files).set({ status: 'error', variants: {} }).where(eq(files.id, broken.id));
    expect((await retry(ann, broken.id)).status).toBe(404);
  });
});
