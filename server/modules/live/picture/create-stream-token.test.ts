import { eq } from 'drizzle-orm';
import { readAgoraToken } from '../../../../tests/harness/read-agora-token';
import { buildPerformer } from '../../../../tests/factories/performer';
import { prepareShow } from '../../../../tests/factories/show';
import {
  buildShowStage,
  refusedByShow,
  refusedStatus,
  viewers,
  type ShowStage,
  type ViewerName,
} from '../../../../tests/factories/show-viewers';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { newId } from '../../../db/columns';
import { performers } from '../../../db/schema/accounts';

const keys = { AGORA_APP_ID: 'a'.repeat(32), AGORA_APP_CERTIFICATE: 'b'.repeat(32) };

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp(keys);
});
afterAll(() => app.close());

const ask = (stage: ShowStage, viewer: ViewerName, of = app) =>
  of.call('createStreamToken', { ...stage.by(viewer), body: { channelName: stage.show.sessionId } });

const readToken = (token: string) => readAgoraToken(token, keys.AGORA_APP_CERTIFICATE);

const see = (seconds: number) => ({ join: seconds });
const send = (seconds: number) => ({ join: seconds, audio: seconds, video: seconds, data: seconds });

describe.each(refusedByShow)('POST /streaming/agora/token of %s', (_show, overrides, refused) => {
  let stage: ShowStage;
  beforeAll(async () => {
    stage = await buildShowStage(app, overrides);
  });

  /** Guests get no token, even for a show that they can watch. */
  const errors: typeof refused = { ...refused, guest: 'UNAUTHORIZED' };

  it.each(viewers.filter((viewer) => errors[viewer] === undefined))('returns a token for the %s', async (viewer) => {
    const { data } = await ask(stage, viewer);
    const seconds = stage.show.type === 'public' ? 3600 : 120;
    expect(readToken(data)).toMatchObject({
      appId: keys.AGORA_APP_ID,
      channel: stage.show.sessionId,
      uid: '',
      expire: seconds,
      privileges: viewer === 'host' ? send(seconds) : see(seconds),
    });
  });

  it.each(Object.entries(errors) as [ViewerName, string][])('rejects the %s: %s', async (viewer, error) => {
    expect(await ask(stage, viewer)).toMatchObject({ status: refusedStatus[error], body: { error } });
  });
});

describe('POST /streaming/agora/token', () => {
  it('lets the host send before the show is live, but no viewer watch', async () => {
    const host = await buildPerformer(app);
    const { sessionId: channelName } = await prepareShow(app, host);
    const reply = await app.call('createStreamToken', { as: host.token, body: { channelName } });
    expect(readToken(reply.data).privileges).toEqual(send(3600));
    const viewer = await buildPerformer(app);
    expect(await app.call('createStreamToken', { as: viewer.token, body: { channelName } })).toMatchObject({
      status: 422,
      body: { error: 'STREAM_OFFLINE' },
    });
  });

  it('rejects a host who lost approval', async () => {
    const { host, show } = await buildShowStage(app);
    await app.context.db.update(performers).set({ verifiedDocument: false }).where(eq(performers.id, host.id));
    const reply = await app.call('createStreamToken', { as: host.token, body: { channelName: show.sessionId } });
    expect(reply).toMatchObject({ status: 403, body: { error: 'FORBIDDEN' } });
  });

  it('rejects an ended show and an unknown session', async () => {
    const over = await buildShowStage(app, { state: 'ended' });
    for (const viewer of ['host', 'subscriber'] as const) {
      expect(await ask(over, viewer)).toMatchObject({ status: 422, body: { error: 'STREAM_OFFLINE' } });
    }
    const { token } = await buildPerformer(app);
    const body = { channelName: newId() };
    expect(await app.call('createStreamToken', { as: token, body })).toMatchObject({
      status: 404,
      body: { error: 'ENTITY_NOT_FOUND' },
    });
  });

  it('returns PROVIDER_NOT_CONFIGURED if another engine is used', async () => {
    const other = await buildTestApp();
    try {
      const stage = await buildShowStage(other);
      expect(await ask(stage, 'subscriber', other)).toMatchObject({
        status: 400,
        body: { error: 'PROVIDER_NOT_CONFIGURED' },
      });
      expect((await other.call('getSettings')).data).toMatchObject({ agoraEnable: false, agoraAppId: '' });
    } finally {
      await other.close();
    }
  });

  it('comes with the app id in the site settings', async () => {
    expect((await app.call('getSettings')).data).toMatchObject({ agoraEnable: true, agoraAppId: keys.AGORA_APP_ID });
  });
});
