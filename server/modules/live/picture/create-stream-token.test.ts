import { cents } from '@contract/base/money';
import { readAgoraToken } from '../../../../tests/harness/read-agora-token';
import { buildPerformer } from '../../../../tests/factories/performer';
import { prepareShow } from '../../../../tests/factories/show';
import { buildShowStage, type ShowStage, type ViewerName } from '../../../../tests/factories/show-viewers';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { newId } from '../../../db/columns';

const keys = { AGORA_APP_ID: 'a'.repeat(32), AGORA_APP_CERTIFICATE: 'b'.repeat(32) };

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp(keys);
});
afterAll(() => app.close());

const ask = (stage: ShowStage, viewer: ViewerName, of = app) =>
  of.call('createStreamToken', { ...stage.by(viewer), body: { channelName: stage.show.sessionId } });

const readToken = (token: string) => readAgoraToken(token, keys.AGORA_APP_CERTIFICATE);

const sees = { join: 3600 };
const sends = { join: 3600, audio: 3600, video: 3600, data: 3600 };

/** By the show and the viewer: the error, or what the token is good for. */
const matrix: [string, Parameters<typeof buildShowStage>[1], [ViewerName, string | object][]][] = [
  [
    'for everyone',
    {},
    [
      ['host', sends],
      ['admin', sees],
      ['subscriber', sees],
      ['follower', sees],
      ['stranger', sees],
      ['muted', sees],
      ['otherCreator', sees],
      ['banned', 'FORBIDDEN'],
      ['blocked', 'ENTITY_NOT_FOUND'],
      ['farAway', 'ENTITY_NOT_FOUND'],
    ],
  ],
  [
    'for followers',
    { audience: 'followers' },
    [
      ['host', sends],
      ['subscriber', sees],
      ['follower', sees],
      ['stranger', 'NOT_FOLLOWING'],
      ['formerSubscriber', 'NOT_FOLLOWING'],
      ['banned', 'FORBIDDEN'],
      ['blocked', 'ENTITY_NOT_FOUND'],
    ],
  ],
  [
    'for subscribers',
    { audience: 'subscribers' },
    [
      ['subscriber', sees],
      ['follower', 'NOT_SUBSCRIBED'],
      ['stranger', 'NOT_SUBSCRIBED'],
      ['ticketHolder', sees],
    ],
  ],
  [
    'with a ticket',
    { price: cents(500) },
    [
      ['host', sends],
      ['ticketHolder', sees],
      ['subscriber', 'TICKET_REQUIRED'],
      ['stranger', 'TICKET_REQUIRED'],
      ['blocked', 'ENTITY_NOT_FOUND'],
    ],
  ],
  [
    'for one fan',
    { type: 'private' },
    [
      ['host', sends],
      ['seatHolder', sees],
      ['subscriber', 'ENTITY_NOT_FOUND'],
      ['banned', 'FORBIDDEN'],
    ],
  ],
];

describe.each(matrix)('POST /streaming/agora/token of a show %s', (_show, overrides, rows) => {
  let stage: ShowStage;
  beforeAll(async () => {
    stage = await buildShowStage(app, overrides);
  });

  it.each(rows)('%s: %j', async (viewer, expected) => {
    const { status, body, data } = await ask(stage, viewer);
    if (typeof expected === 'string') {
      expect(body).toMatchObject({ error: expected });
      return;
    }
    expect(status).toBe(200);
    expect(readToken(data)).toMatchObject({
      appId: keys.AGORA_APP_ID,
      channel: stage.show.sessionId,
      uid: '',
      expire: 3600,
      privileges: expected,
    });
  });

  it('refuses a guest', async () => {
    expect((await ask(stage, 'guest')).status).toBe(401);
  });
});

describe('POST /streaming/agora/token', () => {
  it('lets a host send before the show is live, and nobody see it', async () => {
    const host = await buildPerformer(app);
    const { sessionId: channelName } = await prepareShow(app, host);
    const reply = await app.call('createStreamToken', { as: host.token, body: { channelName } });
    expect(readToken(reply.data).privileges).toEqual(sends);
    const viewer = await buildPerformer(app);
    expect(await app.call('createStreamToken', { as: viewer.token, body: { channelName } })).toMatchObject({
      status: 422,
      body: { error: 'STREAM_OFFLINE' },
    });
  });

  it('refuses a show that is over, and a session that nobody had', async () => {
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

  it('says that another engine is used', async () => {
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

  it('comes with the id of the app among the settings', async () => {
    expect((await app.call('getSettings')).data).toMatchObject({ agoraEnable: true, agoraAppId: keys.AGORA_APP_ID });
  });
});
