import { rm } from 'node:fs/promises';
import { eq } from 'drizzle-orm';
import { buildStoredFilm } from '../../../../tests/factories/assets';
import { getFiles } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { addRecording, buildRecordedShow, buildReplay } from '../../../../tests/factories/replay';
import { buildShow, paidShow, prepareShow } from '../../../../tests/factories/show';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts } from '../../../db/schema/accounts';
import { streams } from '../../../db/schema/streams';
import { AppError } from '../../../errors';

let app: TestApp;
let host: BuiltPerformer;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  app.clock.set('2026-11-29T20:00:00Z');
  host = await buildPerformer(app);
});
afterAll(() => app.close());

const all = { limit: 50, offset: 0, sort: 'desc' } as const;
const listVideos = async () => (await app.services.video.listOwn(host.actor, all)).data;
const listNews = async () =>
  (await app.services.notification.list(host.actor, all)).data.map(({ type, action, title, message }) => ({
    type,
    action,
    title,
    message,
  }));
const upload = (body: object) => app.call('uploadVideo', { as: host.token, body });
const fillQuota = () => vi.spyOn(app.services.filmQuota, 'take').mockRejectedValue(new AppError('FILM_QUOTA'));

describe('a recording from the engine', () => {
  it('becomes a draft video of the host, who is notified once it can be played', async () => {
    const show = await buildRecordedShow(app, host);
    await app.streaming.end(show.sessionId);
    const [making] = await listVideos();
    expect(making).toMatchObject({ status: 'draft', processing: true, streamId: show._id });
    expect(await listNews()).toEqual([]);
    await app.jobs.drain();
    const [replay] = await listVideos();
    expect(replay).toMatchObject({
      title: 'Evening, 29 November 2026',
      description: 'Songs',
      processing: false,
      isSale: true,
      price: 0,
    });
    expect(replay?.video).toMatchObject({ mimeType: 'video/mp4', duration: expect.closeTo(2, 0) });
    expect(await listNews()).toEqual([
      { type: 'video', action: 'replay', title: 'Your replay is ready as a draft', message: replay?.title },
    ]);
    const summary = await app.call('getStreamSummary', { as: host.token, params: { id: show._id } });
    expect(summary.data.replayVideoId).toBe(replay?._id);
  });

  it.each([
    ['free for everyone', {}, { isSale: true, price: 0 }],
    ['for followers', { audience: 'followers' }, { isSale: false, isFree: false }],
    ['for subscribers', { audience: 'subscribers' }, { isSale: false, isFree: false }],
    ['with a ticket', paidShow, { isSale: true, price: 5 }],
    ['by the minute', { type: 'group', minutePrice: 2 }, { isSale: false, isFree: false }],
    [
      'by the minute, for subscribers',
      { type: 'group', minutePrice: 2, audience: 'subscribers' },
      { isSale: false, isFree: false },
    ],
  ])('is sold on the terms of the show: %s', async (_what, body, offer) => {
    const { sessionId } = await buildRecordedShow(app, host, body);
    expect(await buildReplay(app, host, sessionId)).toMatchObject({ status: 'draft', ...offer });
  });

  it('costs at least the current minimum price', async () => {
    const { sessionId } = await buildRecordedShow(app, host, paidShow);
    await app.services.settings.write('minimumPpvPrice', 7);
    expect(await buildReplay(app, host, sessionId)).toMatchObject({ price: 7 });
    await app.services.settings.write('minimumPpvPrice', 1);
  });

  it('becomes one video, even if it is delivered repeatedly and concurrently', async () => {
    const { sessionId } = await buildRecordedShow(app, host);
    await Promise.all([app.streaming.end(sessionId), app.streaming.end(sessionId)]);
    await addRecording(app, sessionId);
    await app.streaming.end(sessionId);
    await app.jobs.drain();
    expect(await listVideos()).toHaveLength(1);
    expect(await getFiles(app, host)).toHaveLength(1);
    expect(await listNews()).toHaveLength(1);
  });

  it('becomes a video after the process died halfway', async () => {
    const { _id, sessionId, file } = await buildRecordedShow(app, host);
    // The file was stored, but the video not created yet.
    const upload = { id: _id, path: file, name: 'Evening.mp4', size: 1, purpose: 'performer-video' as const };
    await app.services.upload.keepLocal(host.actor, { ...upload, kind: 'video', mimeType: 'video/mp4' });
    expect(await buildReplay(app, host, sessionId)).toMatchObject({ status: 'draft', processing: false });
    expect(await getFiles(app, host)).toHaveLength(1);
  });

  it.each([
    ['is no longer set to be recorded', { isRecorded: false }],
    ['was private', { type: 'private' }],
  ] as const)('is discarded if its show %s', async (_what, change) => {
    const { _id, sessionId } = await buildRecordedShow(app, host);
    await app.context.db.update(streams).set(change).where(eq(streams.id, _id));
    await app.streaming.end(sessionId);
    expect(await listVideos()).toEqual([]);
  });

  it('is discarded if its host’s account was deleted', async () => {
    const { sessionId } = await buildRecordedShow(app, host);
    await app.context.db.update(accounts).set({ status: 'deleted' }).where(eq(accounts.id, host.id));
    await app.streaming.end(sessionId);
    expect(await getFiles(app, host)).toEqual([]);
  });

  it('is kept for a retry if the host has used up the daily video quota', async () => {
    const { sessionId } = await buildRecordedShow(app, host);
    const quota = fillQuota();
    await expect(app.streaming.end(sessionId)).rejects.toThrow(AppError);
    // The job does not fail because of a used-up quota.
    await app.jobs.run('collect-recordings', {});
    expect(await listVideos()).toEqual([]);
    expect(await listNews()).toEqual([]);
    quota.mockRestore();
    await app.jobs.run('collect-recordings', {});
    expect(await listVideos()).toHaveLength(1);
  });

  it('is given up after a week, and the host is notified', async () => {
    const { sessionId } = await buildRecordedShow(app, host);
    app.clock.advance({ days: 7, seconds: 1 });
    const quota = fillQuota();
    await app.jobs.run('collect-recordings', {});
    expect(await listNews()).toMatchObject([{ action: 'file-error', title: 'Your show has no replay' }]);
    quota.mockRestore();
    await app.streaming.end(sessionId);
    expect(await listVideos()).toEqual([]);
  });

  it('is given up immediately if it cannot be read, and the host is notified', async () => {
    const { sessionId, file } = await buildRecordedShow(app, host);
    await rm(file);
    await addRecording(app, sessionId, 'blue.png');
    await app.streaming.end(sessionId);
    expect(await listVideos()).toEqual([]);
    expect(await getFiles(app, host)).toEqual([]);
    expect(await listNews()).toMatchObject([{ title: 'Your show has no replay' }]);
  });
});

describe('the job that collects recordings', () => {
  it('removes files of a show that was prepared but never started', async () => {
    const { _id: id, sessionId } = await prepareShow(app, host, { isRecorded: true });
    await app.call('endStream', { as: host.token, params: { id } });
    app.streaming.ended.length = 0;
    await app.jobs.run('collect-recordings', {});
    expect(app.streaming.ended).toContain(sessionId);
  });

  it('asks the engine for recordings of shows of the last week, except running ones', async () => {
    const lost = await buildRecordedShow(app, host);
    const done = await buildRecordedShow(app, host);
    await buildReplay(app, host, done.sessionId);
    const running = await buildShow(app, host, { isRecorded: true });
    app.streaming.ended.length = 0;
    await app.jobs.run('collect-recordings', {});
    expect(app.streaming.ended).toEqual(expect.arrayContaining([lost.sessionId, done.sessionId]));
    expect(app.streaming.ended).not.toContain(running.sessionId);
    expect(new Set((await listVideos()).map(({ streamId }) => streamId))).toEqual(new Set([lost._id, done._id]));
    app.clock.advance({ days: 9 });
    app.streaming.ended.length = 0;
    await app.jobs.run('collect-recordings', {});
    expect(app.streaming.ended).toEqual([]);
  });
});

describe('POST /performer/performer-assets/videos/upload for a show recorded in the browser', () => {
  const store = async (owner = host) => (await buildStoredFilm(app, owner)).id;

  it('makes the upload the replay, with the show’s terms by default', async () => {
    const show = await buildRecordedShow(app, host, paidShow);
    const { data } = await upload({ streamId: show._id, fileId: await store(), status: 'draft' });
    expect(data).toMatchObject({
      status: 'draft',
      title: 'Evening, 29 November 2026',
      isSale: true,
      price: 5,
      streamId: show._id,
    });
    await app.jobs.drain();
    expect(await listNews()).toHaveLength(1);
    const summary = await app.call('getStreamSummary', { as: host.token, params: { id: show._id } });
    expect(summary.data.replayVideoId).toBe(data._id);
    // The server also has a recording.
    await app.streaming.end(show.sessionId);
    expect(await listVideos()).toHaveLength(1);
  });

  it('keeps the terms that were sent, and stays the replay of its show when edited', async () => {
    const show = await buildRecordedShow(app, host);
    const { data } = await upload({ streamId: show._id, fileId: await store(), title: 'Mine', isSale: false });
    expect(data).toMatchObject({ title: 'Mine', isSale: false });
    const other = await buildRecordedShow(app, host);
    const body = { title: 'Still mine', streamId: other._id };
    const edited = await app.call('updateVideo', { as: host.token, params: { id: data._id }, body });
    expect(edited.data).toMatchObject({ title: 'Still mine', streamId: show._id });
  });

  it('rejects a second replay, even with concurrent requests', async () => {
    const { _id: streamId } = await buildRecordedShow(app, host);
    const [one, two, three] = [await store(), await store(), await store()];
    const replies = await Promise.all([one, two].map((fileId) => upload({ streamId, fileId })));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200, 409]));
    expect((await upload({ streamId, fileId: three })).body.error).toBe('REPLAY_EXISTS');
  });

  it.each([
    ['of another creator', async () => (await buildRecordedShow(app, await buildPerformer(app)))._id],
    ['that is running', async () => (await buildShow(app, host, { isRecorded: true }))._id],
    ['that was not recorded', async () => (await buildRecordedShow(app, host, { isRecorded: false }))._id],
    ['that does not exist', async () => '6afd7be17e6f3770a5c753e0'],
  ])('rejects a show %s', async (_what, build) => {
    const reply = await upload({ streamId: await build(), fileId: await store() });
    expect([reply.status, reply.body.error]).toEqual([404, 'ENTITY_NOT_FOUND']);
    expect(await listVideos()).toEqual([]);
  });

  it('accepts another replay after the first was deleted', async () => {
    const show = await buildRecordedShow(app, host);
    const first = await upload({ streamId: show._id, fileId: await store() });
    await app.call('deleteVideo', { as: host.token, params: { id: first.data._id } });
    const summary = await app.call('getStreamSummary', { as: host.token, params: { id: show._id } });
    expect(summary.data.replayVideoId).toBeNull();
    expect((await upload({ streamId: show._id, fileId: await store() })).status).toBe(200);
  });
});
