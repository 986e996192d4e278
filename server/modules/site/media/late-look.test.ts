import { buildRecording, buildUpload } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { TooLongForPace, TooLongToWait, type WorkTurn } from '../../../media/media-tasks';
import { getTurn } from './file-turn';
import { createMediaDeps, type MediaDeps } from './media-deps';
import { processFile } from './process-file';
import { storeUpload } from './store-upload';

let app: TestApp;
let media: MediaDeps;
let ann: BuiltPerformer;
let ben: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  media = createMediaDeps(app.context, { fileAccess: {} as never, filmQuota: app.services.filmQuota });
  [ann, ben] = [await buildPerformer(app), await buildPerformer(app)];
});
afterEach(() => media.work.close());
afterAll(() => app.close());

const reread = async (id: string) => (await app.services.media.find([id]))[0]!;
const getStatus = async (id: string) => (await app.call('getFileStatus', { params: { id }, as: ann.token })).data;

type RecordingName = Parameters<typeof buildRecording>[0];

/** Stores a file whose inspection takes longer than its sender should wait. @param look is called first, with the turn */
async function storeLate(
  name: RecordingName = 'clip.mp4',
  {
    owner = ann,
    type = 'feed-video',
    isDeferred = false,
    look = () => undefined,
  }: { owner?: BuiltPerformer; type?: string; isDeferred?: boolean; look?(turn: WorkTurn): void } = {},
) {
  const isSound = name.endsWith('.mp3');
  const facts = { kind: isSound ? 'audio' : 'video', mimeType: isSound ? 'audio/mpeg' : 'video/mp4', name } as const;
  const inspectFilm = async (_source: unknown, turn: WorkTurn) => {
    look(turn);
    throw new TooLongToWait();
  };
  const upload = await buildUpload(app, await buildRecording(name), facts);
  const intake = { ...media, work: { ...media.work, inspectFilm } };
  return storeUpload(intake, upload, { ownerId: owner.id, type, isDeferred });
}

it.each([
  ['clip.mp4', 'feed-video', { width: 320, height: 180 }],
  ['tone.mp3', 'feed-audio', { width: null, height: null }],
] as const)(
  'a file is inspected in the background if its sender would wait too long (%s)',
  async (name, type, size) => {
    const stored = await storeLate(name, { type });
    expect(stored).toMatchObject({ status: 'processing', duration: null });
    expect(getTurn(stored).pace).toBe('short');
    await app.services.media.process(stored.id);
    expect(await reread(stored.id)).toMatchObject({
      status: 'processing',
      attempts: 0,
      duration: expect.closeTo(2, 0),
      workSeconds: expect.closeTo(name === 'tone.mp3' ? 0.1 : 0.6, 1),
      workBytes: expect.any(Number),
      ...size,
    });
    await app.jobs.drain();
    expect(await reread(stored.id)).toMatchObject({ status: 'finished', attempts: 1 });
  },
);

it('the sender is told what is wrong with the file, as for other failures', async () => {
  const { id } = await storeLate('old-codec.mp4');
  await app.jobs.drain();
  const failure = "This video uses MPEG-4 part 2, which can't be played here. Save it as MP4 with H.264.";
  expect(await getStatus(id)).toMatchObject({ status: 'error', failure, canRetry: false });
  const news = await app.call('listNotifications', { as: ann.token });
  expect(JSON.stringify(news.data.data)).toContain(`old-codec.mp4: ${failure}`);
});

it('the file is counted against the daily quota later, and kept for a retry if it exceeds that', async () => {
  const take = vi.spyOn(app.services.filmQuota, 'take').mockRejectedValueOnce(new AppError('FILM_QUOTA'));
  const { id } = await storeLate();
  expect(take).not.toHaveBeenCalled();
  await app.jobs.drain();
  expect(await getStatus(id)).toMatchObject({
    status: 'error',
    canRetry: true,
    failure: 'You’ve sent as many minutes of video as one day allows. You can continue tomorrow.',
  });
  await app.call('retryFile', { params: { id }, as: ann.token });
  await app.jobs.drain();
  expect(await reread(id)).toMatchObject({ status: 'finished' });
  expect(take).toHaveBeenCalledTimes(2);
});

it('a video in a message is not inspected until the message is sent', async () => {
  const film = await storeLate('clip.mp4', { type: 'message-video', isDeferred: true });
  await app.jobs.drain();
  expect(await reread(film.id)).toMatchObject({ status: 'processing', duration: null, attempts: 0 });
  await inTransaction(app.context.db, (tx) => app.services.media.begin([film], tx));
  await app.jobs.drain();
  expect(await reread(film.id)).toMatchObject({ status: 'finished', duration: expect.closeTo(2, 0) });
});

it('a slow sender’s videos are inspected in the background for some minutes', async () => {
  const looked: string[] = [];
  const look = ({ account, onCostly }: WorkTurn) => {
    looked.push(account);
    onCostly?.();
  };
  const films = [];
  for (const owner of [ann, ann, ben]) films.push(await storeLate('clip.mp4', { owner, look }));
  expect(looked).toEqual([ann.id, ben.id]);
  expect(films.map((film) => getTurn(film).pace)).toEqual(['brief', 'brief', 'brief']);
  app.clock.advance({ minutes: 61 });
  await storeLate('clip.mp4', { owner: ann, look });
  expect(looked).toEqual([ann.id, ben.id, ann.id]);
  await app.jobs.drain();
  for (const { id } of films) expect(await reread(id)).toMatchObject({ status: 'finished' });
});

it('an inspection that takes longer than estimated continues at a slower pace', async () => {
  const { id } = await storeLate();
  const look = async (_source: unknown, turn: WorkTurn) => {
    turn.onWorked?.(2);
    throw new TooLongForPace();
  };
  await processFile({ ...media, worker: { ...media.worker, look } }, id);
  const slower = await reread(id);
  expect(slower).toMatchObject({ duration: null, attempts: 0 });
  expect(getTurn(slower).pace).toBe('brief');
  await app.jobs.drain();
  expect(await reread(id)).toMatchObject({ status: 'finished', duration: expect.closeTo(2, 0) });
});
