import { startEngineDouble, type DoubledRequest, type EngineDouble } from '../../tests/harness/engine-double';
import { until } from '../../tests/harness/socket-client';
import { readAgoraToken } from '../../tests/harness/read-agora-token';
import { createAgoraStreaming, toHostUid, toViewerUid, type AgoraAccount } from './streaming-agora';
import type { AccessRequest, StreamAccess, StreamingGateway } from './streaming';

const appId = '0123456789abcdef0123456789abcdef';
const certificate = 'fedcba9876543210fedcba9876543210';
const customer = { id: 'customer', secret: 'its secret' };
const SESSION = '6f6e1a70-5d0e-4f7e-9d3c-0d6b6f1c2a11';

let double: EngineDouble | undefined;
let gateway: StreamingGateway | undefined;
let reported: unknown[];
let time: number;
beforeEach(() => {
  [reported, time] = [[], Date.now()];
});
afterEach(async () => {
  await gateway?.close();
  await double?.close();
  [gateway, double] = [undefined, undefined];
});

function open(account: Partial<AgoraAccount> = {}, retryMs: readonly number[] = [1, 1]): StreamingGateway {
  gateway = createAgoraStreaming(
    { appId, certificate, customer: null, ...account },
    { now: () => new Date(time), failures: { report: (...failure) => void reported.push(failure) }, retryMs },
  );
  return gateway;
}

async function openWithDouble(answer: Parameters<typeof startEngineDouble>[0], retryMs?: readonly number[]) {
  double = await startEngineDouble(answer);
  return open({ customer, apiUrl: double.url }, retryMs);
}

const request: AccessRequest = { sessionId: SESSION, viewer: 'a1', as: 'viewer', isRecorded: false, seconds: 120 };

async function createAccess(of: StreamingGateway, change: Partial<AccessRequest> = {}) {
  const access: StreamAccess = await of.createAccess({ ...request, ...change });
  if (access.engine !== 'agora') throw new Error(access.engine);
  return access;
}

const accepted = () => ({ status: 200, body: { status: 'success', id: 1953 } });
const readRules = (requests: readonly DoubledRequest[]) =>
  requests.map(({ method, path, body }) => [method, path, body]);

describe('Agora tokens', () => {
  it('let viewers receive and hosts send, in one session and for a limited time', async () => {
    const viewer = await createAccess(open());
    const seen = readAgoraToken(viewer.token, certificate);
    expect(seen).toMatchObject({ appId, channel: SESSION, uid: String(viewer.uid), expire: 120 });
    expect(seen.privileges).toEqual({ join: 120 });
    expect(Math.abs(seen.issuedAt - Date.now() / 1000)).toBeLessThan(60);
    expect(viewer).toMatchObject({ appId, channel: SESSION, expiresAt: new Date(time + 120_000).toISOString() });

    const host = await createAccess(open(), { as: 'host', seconds: 60 });
    const sent = readAgoraToken(host.token, certificate);
    expect(sent.privileges).toEqual({ join: 60, audio: 60, video: 60, data: 60 });
  });

  it('are signed with the certificate of the site', async () => {
    const { token } = await createAccess(open());
    expect(() => readAgoraToken(token, appId)).toThrow('wrong signature');
  });

  it('give a viewer the same id each time, and the host a different one', async () => {
    const [first, second, other] = await Promise.all([
      createAccess(open()),
      createAccess(open(), { sessionId: 'another' }),
      createAccess(open(), { viewer: 'guest-1' }),
    ]);
    expect(second.uid).toBe(first.uid);
    expect(other.uid).not.toBe(first.uid);
    const host = await createAccess(open(), { as: 'host' });
    expect(host.uid).not.toBe(first.uid);
    expect([first.hostUid, host.hostUid]).toEqual([host.uid, host.uid]);
    for (const { uid } of [first, other]) {
      expect(Number.isInteger(uid)).toBe(true);
      expect(uid).toBeGreaterThan(0);
      expect(uid).toBeLessThan(2 ** 32);
    }
  });

  it('for old clients, are valid for any user of the session', () => {
    const token = open().agora?.createToken({ sessionId: SESSION, as: 'viewer', seconds: 3600 }) ?? '';
    expect(readAgoraToken(token, certificate)).toMatchObject({ uid: '', privileges: { join: 3600 } });
  });

  it('are the only access: the API offers neither connections nor live segments', async () => {
    const opened = open();
    await expect(opened.connect('ticket', 'offer')).rejects.toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' });
    expect([opened.hls, opened.isRecordedHere, opened.livekitUrl]).toEqual([null, false, null]);
  });
});

describe('Agora streaming', () => {
  const uid = toViewerUid('a1');

  it('bans a removed viewer until their token has expired', async () => {
    const opened = await openWithDouble(accepted);
    await createAccess(opened, { seconds: 300 });
    await opened.remove(SESSION, 'a1');
    await opened.close();
    const body = { appid: appId, cname: SESSION, uid, time_in_seconds: 300, privileges: ['join_channel'] };
    expect(readRules(double!.requests)).toEqual([['POST', '/dev/v1/kicking-rule', body]]);
    expect(double!.requests[0]!.authorization).toBe(`Basic ${btoa('customer:its secret')}`);
    expect(reported).toEqual([]);
  });

  it('bans a removed host by both of their ids', async () => {
    const opened = await openWithDouble(accepted);
    await createAccess(opened, { as: 'host' });
    await opened.remove(SESSION, 'a1');
    await opened.close();
    const numbers = double!.requests.map(({ body }) => body['uid']);
    expect(new Set(numbers)).toEqual(new Set([uid, toHostUid(SESSION)]));
  });

  it('lifts the ban when the viewer gets access again', async () => {
    const opened = await openWithDouble(accepted);
    await opened.remove(SESSION, 'a1');
    await until('it was asked', () => double?.requests.length === 1);
    await createAccess(opened);
    await until('it was asked', () => double?.requests.length === 2);
    const body = { appid: appId, id: 1953 };
    expect(readRules(double!.requests).at(-1)).toEqual(['DELETE', '/dev/v1/kicking-rule', body]);
  });

  it('bans all users from a session that has ended', async () => {
    const opened = await openWithDouble(accepted);
    await opened.end(SESSION);
    await opened.close();
    const body = { appid: appId, cname: SESSION, time_in_seconds: 3600, privileges: ['join_channel'] };
    expect(readRules(double!.requests)).toEqual([['POST', '/dev/v1/kicking-rule', body]]);
  });

  it("sends no requests without credentials for Agora's REST API", async () => {
    double = await startEngineDouble(accepted);
    const opened = open({ apiUrl: double.url });
    await opened.remove(SESSION, 'a1');
    await opened.end(SESSION);
    await opened.close();
    expect(double.requests).toEqual([]);
  });
});

// Promises W-7.
describe('requests to Agora', () => {
  it('are retried while Agora is down, and finally reported', async () => {
    let isDown = true;
    const opened = await openWithDouble(() => (isDown ? { status: 503, body: {} } : accepted()));
    await opened.remove(SESSION, 'a1');
    await until('it was reported', () => reported.length === 1);
    expect(double!.requests).toHaveLength(3);
    expect(reported).toEqual([['gateway', 'Agora', expect.objectContaining({ status: 503 })]]);
    isDown = false;
    await opened.remove(SESSION, 'a2');
    await opened.close();
    expect(double!.requests).toHaveLength(4);
    expect(reported).toHaveLength(1);
  });

  it('are not retried if the credentials are rejected', async () => {
    const opened = await openWithDouble(() => ({ status: 401, body: { message: 'Invalid authentication' } }));
    await opened.remove(SESSION, 'a1');
    await until('it was reported', () => reported.length === 1);
    expect(double!.requests).toHaveLength(1);
    expect(reported).toEqual([['gateway', 'Agora', expect.objectContaining({ status: 401 })]]);
  });

  it('do not delay API calls', async () => {
    const opened = await openWithDouble(() => 'hang', []);
    await opened.remove(SESSION, 'a1');
    await opened.end(SESSION);
    await until('it was asked', () => double?.requests.length === 2);
    expect(reported).toEqual([]);
    await double!.close();
    await until('it was reported', () => reported.length === 2);
    double = undefined;
  });
});
