import { TokenVerifier } from 'livekit-server-sdk';
import { startEngineDouble, type DoubledRequest, type EngineDouble } from '../../tests/harness/engine-double';
import { until } from '../../tests/harness/socket-client';
import { createLivekitStreaming, type LivekitStreaming } from './streaming-livekit';
import type { AccessRequest } from './streaming';

const key = 'devkey';
const secret = 'a secret of thirty-two characters';
const SESSION = '6f6e1a70-5d0e-4f7e-9d3c-0d6b6f1c2a11';

let double: EngineDouble | undefined;
let gateway: LivekitStreaming | undefined;
let reported: unknown[];
let time: number;
let inside: string[];
beforeEach(() => {
  [reported, inside, time] = [[], [], Date.now()];
});
afterEach(async () => {
  await gateway?.close();
  await double?.close();
  [gateway, double] = [undefined, undefined];
});

function open(url = 'wss://livekit.test', retryMs: readonly number[] = [1, 1]): LivekitStreaming {
  gateway = createLivekitStreaming(
    { url, key, secret },
    { now: () => new Date(time), failures: { report: (...failure) => void reported.push(failure) }, retryMs },
  );
  return gateway;
}

const readMethod = ({ path }: DoubledRequest): string => path.replace('/twirp/livekit.RoomService/', '');
const notFound = { status: 404, body: { code: 'not_found', msg: 'no such room' } };

/** Simulates the part of LiveKit's API that we use. */
function answer(request: DoubledRequest) {
  const { identity } = request.body;
  switch (readMethod(request)) {
    case 'ListRooms':
      return { status: 200, body: { rooms: [{ name: SESSION }] } };
    case 'ListParticipants':
      return { status: 200, body: { participants: inside.map((name) => ({ identity: name })) } };
    case 'RemoveParticipant':
      if (!inside.includes(String(identity))) return notFound;
      inside = inside.filter((name) => name !== identity);
      return { status: 200, body: {} };
    default:
      inside = [];
      return { status: 200, body: {} };
  }
}

async function openWithDouble(answerWith: Parameters<typeof startEngineDouble>[0] = answer, retryMs?: number[]) {
  double = await startEngineDouble(answerWith);
  return open(double.url, retryMs);
}

const request: AccessRequest = { sessionId: SESSION, viewer: 'a1', as: 'viewer', isRecorded: false, seconds: 120 };

async function readAccess(of: LivekitStreaming, change: Partial<AccessRequest> = {}) {
  const access = await of.createAccess({ ...request, ...change });
  if (access.engine !== 'livekit') throw new Error(access.engine);
  return { ...access, claims: await new TokenVerifier(key, secret).verify(access.token) };
}

async function enter(of: LivekitStreaming, change: Partial<AccessRequest> = {}): Promise<string> {
  const { claims } = await readAccess(of, change);
  const identity = claims.sub ?? '';
  inside.push(identity);
  return identity;
}

const methods = () => double?.requests.map(readMethod);

describe('LiveKit tokens', () => {
  it('let viewers receive, in one room and for a limited time', async () => {
    const { url, expiresAt, claims } = await readAccess(open());
    expect(claims.video).toEqual({
      roomJoin: true,
      room: SESSION,
      canPublish: false,
      canPublishData: false,
      canSubscribe: true,
    });
    expect(claims.exp! - claims.nbf!).toBe(120);
    expect({ url, expiresAt }).toEqual({
      url: 'wss://livekit.test',
      expiresAt: new Date(time + 120_000).toISOString(),
    });
  });

  it('let the host send', async () => {
    const { claims } = await readAccess(open(), { as: 'host' });
    expect(claims.video).toMatchObject({ canPublish: true, canPublishData: true, room: SESSION });
  });

  it('are signed with the secret of the site', async () => {
    const { token } = await readAccess(open());
    await expect(new TokenVerifier(key, 'another secret').verify(token)).rejects.toThrow('signature');
    await expect(new TokenVerifier('another', secret).verify(token)).rejects.toThrow('iss');
  });

  it('give each tab its own identity, which starts with the account id', async () => {
    const opened = open();
    const [first, second] = [await readAccess(opened), await readAccess(opened)];
    expect(first.claims.sub).not.toBe(second.claims.sub);
    expect(first.claims.sub).toMatch(/^a1:/);
    expect(second.claims.sub).toMatch(/^a1:/);
  });

  it.each(['http://livekit.test/', 'ws://livekit.test'])(
    'come with a WebSocket address if the server is configured as %s',
    async (url) => {
      expect((await readAccess(open(url))).url).toBe('ws://livekit.test');
    },
  );

  it('are the only access: the API offers neither connections nor live segments', async () => {
    const opened = open();
    await expect(opened.connect('ticket', 'offer')).rejects.toMatchObject({ code: 'PROVIDER_NOT_CONFIGURED' });
    expect([opened.hls, opened.isRecordedHere, opened.agora]).toEqual([null, false, null]);
  });
});

describe('LiveKit streaming', () => {
  it('removes all tabs of a viewer, and no other viewer', async () => {
    const opened = await openWithDouble();
    await enter(opened);
    await enter(opened);
    const other = await enter(opened, { viewer: 'a12' });
    await opened.remove(SESSION, 'a1');
    await opened.close();
    expect(inside).toEqual([other]);
    expect(methods()).toEqual(['ListParticipants', 'RemoveParticipant', 'RemoveParticipant']);
    const grants = await new TokenVerifier(key, secret).verify(double!.requests[0]!.authorization.slice(7));
    expect(grants.video).toMatchObject({ roomAdmin: true, room: SESSION });
    expect(reported).toEqual([]);
  });

  it('removes a viewer who returns with an old token, until all old tokens have expired', async () => {
    const opened = await openWithDouble();
    const identity = await enter(opened);
    await opened.remove(SESSION, 'a1');
    await until('the room is empty', () => inside.length === 0);
    inside = [identity];
    time += 5_000;
    await opened.sweep();
    expect(inside).toEqual([]);
    // The viewer returns with a token that LiveKit issued in the meantime.
    inside = [identity];
    time += 10 * 60_000;
    await opened.sweep();
    expect(inside).toEqual([]);
    time += 11 * 60_000;
    const count = double!.requests.length;
    await opened.sweep();
    expect(double!.requests).toHaveLength(count);
  });

  it('does not remove a viewer who was given access again', async () => {
    const opened = await openWithDouble();
    const old = await enter(opened);
    await opened.remove(SESSION, 'a1');
    await until('the room is empty', () => inside.length === 0);
    const current = await enter(opened);
    inside.push(old);
    await opened.sweep();
    expect(inside).toEqual([current]);
  });

  it('deletes the room at the end of a session', async () => {
    const opened = await openWithDouble();
    const identity = await enter(opened, { as: 'host' });
    await opened.end(SESSION);
    await until('the room is empty', () => inside.length === 0);
    expect(methods()).toEqual(['DeleteRoom']);
    inside = [identity];
    await opened.sweep();
    expect(inside).toEqual([]);
    expect(methods()).toEqual(['DeleteRoom', 'ListParticipants', 'DeleteRoom']);
  });

  it('removes at the end also a viewer who was removed before and let in again', async () => {
    const opened = await openWithDouble();
    await enter(opened);
    await opened.remove(SESSION, 'a1');
    await until('the room is empty', () => inside.length === 0);
    const identity = await enter(opened);
    time += 1_000;
    await opened.end(SESSION);
    await until('the room is empty', () => inside.length === 0);
    inside = [identity];
    await opened.sweep();
    expect(inside).toEqual([]);
  });

  it('ignores viewers and rooms that no longer exist', async () => {
    const opened = await openWithDouble(() => notFound);
    await opened.remove(SESSION, 'a1');
    await opened.end(SESSION);
    await opened.close();
    expect(methods()).toHaveLength(2);
    expect(reported).toEqual([]);
  });
});

it('lists connected people by room, without participants of others', async () => {
  const opened = await openWithDouble();
  await enter(opened);
  await enter(opened, { viewer: 'guest-1' });
  inside.push('EG_recorder');
  expect(await opened.listConnected()).toEqual([
    { sessionId: SESSION, viewer: 'a1' },
    { sessionId: SESSION, viewer: 'guest-1' },
  ]);
});

describe('failures of LiveKit', () => {
  it('are retried and finally reported', async () => {
    const opened = await openWithDouble(() => ({ status: 503, body: {} }));
    await opened.end(SESSION);
    await until('it was reported', () => reported.length === 1);
    expect(double!.requests).toHaveLength(3);
    expect(reported).toEqual([['gateway', 'LiveKit', expect.objectContaining({ status: 503 })]]);
    await opened.sweep();
    await opened.sweep();
    // The two sweeps reported the outage only once.
    expect(reported).toHaveLength(2);
  });

  it('are not retried if the credentials are rejected', async () => {
    const opened = await openWithDouble(() => ({ status: 401, body: { code: 'unauthenticated', msg: 'invalid key' } }));
    await opened.remove(SESSION, 'a1');
    await until('it was reported', () => reported.length === 1);
    expect(double!.requests).toHaveLength(1);
    expect(reported).toEqual([['gateway', 'LiveKit', expect.objectContaining({ status: 401 })]]);
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
