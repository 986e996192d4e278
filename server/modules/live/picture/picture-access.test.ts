import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import {
  buildShowStage,
  refusedByShow,
  refusedStatus,
  viewers,
  type ShowStage,
  type ViewerName,
} from '../../../../tests/factories/show-viewers';
import { buildPerformer } from '../../../../tests/factories/performer';
import { prepareShow } from '../../../../tests/factories/show';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { performers } from '../../../db/schema/accounts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

describe.each(refusedByShow)('the video of %s', (_name, overrides, refused) => {
  let stage: ShowStage;
  beforeAll(async () => {
    stage = await buildShowStage(app, overrides);
    const folder = path.join(app.context.env.DATA_DIR, 'live', stage.show.sessionId);
    await mkdir(folder, { recursive: true });
    await writeFile(path.join(folder, 'live.m3u8'), '#EXTM3U\n7.m4s\n');
    await writeFile(path.join(folder, '7.m4s'), 'a segment');
  });

  const ask = (viewer: ViewerName, as: 'host' | 'viewer' = 'viewer') =>
    app.call('createStreamAccess', { ...stage.by(viewer), body: { streamId: stage.show.id, as } });

  /** Opens a segment with a signed link, whether or not the viewer has access. */
  async function openSegment(viewer: ViewerName): Promise<number> {
    const key = viewer === 'guest' ? 'guest-1' : stage.people[viewer].id;
    const link = app.streaming.hls?.sign(stage.show.sessionId, key, 60) ?? '';
    const { pathname, search } = new URL(link.replace('live.m3u8', '7.m4s'));
    return (await app.http.inject({ url: pathname + search, headers: stage.by(viewer).headers })).statusCode;
  }

  it.each(viewers.filter((viewer) => refused[viewer] === undefined))('can be watched by the %s', async (viewer) => {
    const reply = await ask(viewer);
    expect(reply.data).toMatchObject({ engine: 'embedded', isFull: viewer === 'guest' });
    const key = viewer === 'guest' ? /^guest-/ : new RegExp(`^${stage.people[viewer].id}$`);
    expect(app.streaming.accesses.at(-1)).toMatchObject({
      sessionId: stage.show.sessionId,
      viewer: expect.stringMatching(key),
      as: 'viewer',
    });
    expect(await openSegment(viewer)).toBe(200);
  });

  it.each(Object.entries(refused) as [ViewerName, string][])(
    'cannot be watched by the %s: %s',
    async (viewer, error) => {
      expect(await ask(viewer)).toMatchObject({ status: refusedStatus[error], body: { error } });
      expect(await openSegment(viewer)).toBe(403);
    },
  );

  it('can be sent by its host', async () => {
    expect((await ask('host', 'host')).status).toBe(200);
  });

  it.each(viewers.filter((viewer) => viewer !== 'host'))('cannot be sent by the %s', async (viewer) => {
    const error = viewer === 'guest' ? 'UNAUTHORIZED' : 'ENTITY_NOT_FOUND';
    expect(await ask(viewer, 'host')).toMatchObject({ status: refusedStatus[error], body: { error } });
  });
});

describe('a show that is not live', () => {
  it('lets its host connect before it starts, but no viewer watch', async () => {
    const host = await buildPerformer(app);
    const { _id: streamId } = await prepareShow(app, host);
    const ask = (as: 'host' | 'viewer', token?: string) =>
      app.call('createStreamAccess', { as: token, body: { streamId, as } });
    expect((await ask('host', host.token)).status).toBe(200);
    expect((await ask('viewer')).body.error).toBe('STREAM_OFFLINE');
    await app.call('endStream', { as: host.token, params: { id: streamId } });
    expect((await ask('host', host.token)).body.error).toBe('STREAM_OFFLINE');
  });

  it('rejects a host without approval', async () => {
    const host = await buildPerformer(app);
    const { _id: streamId } = await prepareShow(app, host);
    await app.context.db.update(performers).set({ verifiedDocument: false }).where(eq(performers.id, host.id));
    const reply = await app.call('createStreamAccess', { as: host.token, body: { streamId, as: 'host' } });
    expect(reply.body.error).toBe('FORBIDDEN');
  });
});

describe('POST /streaming/connect', () => {
  it('accepts a ticket once', async () => {
    const { show, by } = await buildShowStage(app);
    const access = await app.call('createStreamAccess', {
      ...by('stranger'),
      body: { streamId: show.id, as: 'viewer' },
    });
    if (access.data.engine !== 'embedded') throw new Error('another engine');
    const { ticket } = access.data;
    const connect = () => app.call('connectStream', { ...by('stranger'), body: { ticket, sdp: 'offer' } });
    expect((await connect()).data).toEqual({ sdp: 'answer to offer' });
    expect((await connect()).body.error).toBe('FORBIDDEN');
  });

  it('rejects guests, who get no ticket and watch by HLS', async () => {
    const { show, by } = await buildShowStage(app);
    const access = await app.call('createStreamAccess', { ...by('guest'), body: { streamId: show.id, as: 'viewer' } });
    expect(access.data).toMatchObject({ ticket: '', isFull: true });
    expect((await app.call('connectStream', { body: { ticket: '', sdp: 'offer' } })).body.error).toBe('FORBIDDEN');
  });
});
