import { eq } from 'drizzle-orm';
import { fileWork, files } from '../../../db/schema/files';
import { inTransaction } from '../../../db/transaction';
import { buildRecording, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { TooLongForPace, UnreadableMedia } from '../../../media/media-tasks';
import { createFileClaimRepository } from './file-claim-repository';
import { createFileQueue } from './file-queue';
import { processingJobs, getTurn } from './file-turn';
import { createFileWorkRepository } from './file-work-repository';
import type { FileWorker } from './file-worker';
import { createMediaRepository } from './media-repository';
import { processFile } from './process-file';

let app: TestApp;
let ann: BuiltPerformer;
let ben: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  await app.jobs.drain();
  [ann, ben] = [await buildPerformer(app), await buildPerformer(app)];
});
afterAll(() => app.close());

const reread = async (id: string) => (await app.services.media.find([id]))[0]!;
const storeFilm = async ({ id: ownerId }: BuiltPerformer) => {
  const upload = await buildUpload(app, await buildRecording('clip.mp4'), { kind: 'video', mimeType: 'video/mp4' });
  return app.services.media.store(upload, { ownerId, type: 'feed-video' });
};

const createQueue = () => {
  const { db } = app.context;
  return createFileQueue(app.context, createMediaRepository(db), createFileWorkRepository(db));
};

async function processFor(id: string, seconds: number, error: Error): Promise<void> {
  const { db } = app.context;
  const repository = createMediaRepository(db);
  const make: FileWorker['make'] = async ({ turn }) => {
    turn.onWorked?.(seconds);
    throw error;
  };
  const store = {
    withLocal: async (_key: string, read: (path: string) => unknown) => read(''),
    removeAll: async () => undefined,
  };
  const queue = createQueue();
  const claims = createFileClaimRepository(db);
  const deps = { ...app.context, repository, claims, store, queue, worker: { make }, scan: { check: () => null } };
  await processFile(deps as never, id);
}

/** Processes all queued files. @returns each file's owner, and the pace at which it was finished */
async function drainNoting(): Promise<string[]> {
  const names = new Map([
    [ann.id, 'ann'],
    [ben.id, 'ben'],
  ]);
  const order: string[] = [];
  const { process } = app.services.media;
  for (const [pace, name] of Object.entries(processingJobs))
    app.jobs.work(name, async ({ fileId, turns }) => {
      const before = await reread(fileId);
      await process(fileId, turns);
      const { status, ownerId } = await reread(fileId);
      if (before.status !== status) order.push(`${pace}: ${names.get(ownerId)}`);
    });
  await app.jobs.drain();
  for (const name of Object.values(processingJobs)) app.jobs.work(name, ({ fileId, turns }) => process(fileId, turns));
  return order;
}

describe('taking turns by time', () => {
  it('charges an account the seconds of its work, even if the work fails', async () => {
    const { id } = await storeFilm(ann);
    await processFor(id, 4, new UnreadableMedia('Broken.'));
    const made = await storeFilm(ben);
    await app.services.media.process(made.id);
    const listWork = (owner: BuiltPerformer) =>
      app.context.db.select().from(fileWork).where(eq(fileWork.ownerId, owner.id));
    expect(await listWork(ann)).toMatchObject([{ pace: 'short', seconds: 4 }]);
    const [work] = await listWork(ben);
    expect(work?.seconds).toBeGreaterThan(0);
  });

  it('for an hour puts one long run behind several short ones, even if its file was deleted', async () => {
    const { id } = await storeFilm(ann);
    await processFor(id, 5, new UnreadableMedia('Broken.'));
    await app.context.db.delete(files).where(eq(files.id, id));
    for (let count = 0; count < 2; count += 1)
      await processFor((await storeFilm(ben)).id, 1, new UnreadableMedia('Broken.'));
    await app.jobs.drain();
    await storeFilm(ann);
    await storeFilm(ben);
    expect(await drainNoting()).toEqual(['short: ben', 'short: ann']);
    app.clock.advance({ minutes: 61 });
    await storeFilm(ann);
    await storeFilm(ben);
    expect(await drainNoting()).toEqual(['short: ann', 'short: ben']);
  });

  it('deletes its records after a day', async () => {
    const { id } = await storeFilm(ann);
    await processFor(id, 42, new UnreadableMedia('Broken.'));
    app.clock.advance({ hours: 25 });
    await app.jobs.run('sweep-files', {});
    expect(await app.context.db.select().from(fileWork)).toEqual([]);
  });
});

it('an account is moved to slower paces after many turns within an hour', async () => {
  const recordWork = (seconds: number) => createQueue().recordWork({ ownerId: ann.id }, { pace: 'short', seconds });
  const getPace = async () => getTurn(await reread((await storeFilm(ann)).id)).pace;
  await recordWork(17);
  const paces = [await getPace()];
  for (const seconds of [4, 100]) {
    await recordWork(seconds);
    paces.push(await getPace());
  }
  expect(paces).toEqual(['short', 'brief', 'medium']);
  expect(getTurn(await reread((await storeFilm(ben)).id)).pace).toBe('short');
  app.clock.advance({ minutes: 61 });
  await app.jobs.drain();
  app.clock.advance({ minutes: 61 });
  expect(await getPace()).toBe('short');
});

describe('a file that takes longer than estimated', () => {
  it('continues at a slower pace until it is finished', async () => {
    const { id } = await storeFilm(ann);
    const paces: string[] = [];
    for (let count = 0; count < 3; count += 1) {
      paces.push(getTurn(await reread(id)).pace);
      await processFor(id, 12, new TooLongForPace());
    }
    expect([...paces, getTurn(await reread(id)).pace]).toEqual(['short', 'brief', 'medium', 'long']);
    await app.jobs.drain();
    expect(await reread(id)).toMatchObject({ status: 'finished', attempts: 1 });
  });

  it('counts as taking twice its used time, so that it is not soon stopped again', async () => {
    const { id } = await storeFilm(ann);
    await processFor(id, 40, new TooLongForPace());
    expect((await reread(id)).workSeconds).toBe(80);
  });

  it('is queued again if its owner has used more time than estimated and others wait', async () => {
    for (const owner of [ann, ann, ben]) await storeFilm(owner);
    await createQueue().recordWork({ ownerId: ann.id }, { pace: 'short', seconds: 6 });
    expect(await drainNoting()).toEqual(['short: ben', 'short: ann', 'short: ann']);
  });

  it('gives way only to files of other accounts that wait at its pace', async () => {
    const queue = createQueue();
    const film = await storeFilm(ann);
    await storeFilm(ann);
    expect(await queue.hasOthersInLine(film, 'short')).toBe(false);
    const upload = await buildUpload(app, await buildRecording('clip.mp4'), { kind: 'video', mimeType: 'video/mp4' });
    // A deferred file does not wait yet: its message may never be sent.
    await app.services.media.store(upload, { ownerId: ben.id, type: 'message-video', isDeferred: true });
    expect(await queue.hasOthersInLine(film, 'short')).toBe(false);
    const other = await storeFilm(ben);
    expect([await queue.hasOthersInLine(film, 'short'), await queue.hasOthersInLine(film, 'brief')]).toEqual([
      true,
      false,
    ]);
    await app.context.db.update(files).set({ attempts: 1 }).where(eq(files.id, other.id));
    expect(await queue.hasOthersInLine(film, 'short')).toBe(false);
  });

  it('counts at slower paces than its own, but not at quicker ones', async () => {
    const queue = createQueue();
    await queue.recordWork({ ownerId: ann.id }, { pace: 'brief', seconds: 280 });
    const films = [await storeFilm(ann), await storeFilm(ben)];
    const getPriorities = async (workSeconds: number) => {
      const sent: number[] = [];
      const send = vi.spyOn(app.jobs, 'send').mockImplementation(async (_name, _data, options) => {
        sent.push(options?.priority ?? 0);
      });
      for (const film of films) await inTransaction(app.context.db, (tx) => queue.add({ ...film, workSeconds }, tx));
      send.mockRestore();
      return sent;
    };
    const [short, brief, medium] = [await getPriorities(2), await getPriorities(20), await getPriorities(60)];
    expect(short[0]).toBe(short[1]);
    expect(brief[0]).toBeLessThan(brief[1]!);
    expect(medium[0]).toBeLessThan(medium[1]!);
  });
});
