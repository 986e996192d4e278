import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq } from 'drizzle-orm';
import type { EndpointData } from '@contract/schemas';
import { streams } from '../../server/db/schema/streams';
import { encodePictures } from '../factories/media';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { freeShow } from '../factories/show';
import { buildUser } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import type { EncodedPicture } from '../harness/live-media';
import { endLivePeers, LiveHost, LiveViewer } from '../harness/live-peers';
import { connect, until, type TestSocket } from '../harness/socket-client';

let app: TestApp;
let folder: string;
let pictures: EncodedPicture[];
let owner: ServerProcess;
let other: ServerProcess;
const peers: { close(): void }[] = [];
const sockets: TestSocket[] = [];

beforeAll(async () => {
  await buildApiBundle();
  pictures = await encodePictures({ count: 120, keyEvery: 30 });
  folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-flow-'));
  app = await buildTestApp();
  const shared = { DATABASE_URL: app.context.env.DATABASE_URL ?? '', APP_SECRET: 'a secret of all machines' };
  owner = await startApi({ ...shared, DATA_DIR: path.join(folder, 'owner') });
  other = await startApi({ ...shared, DATA_DIR: path.join(folder, 'other'), LIVE_NODE_URL: owner.url, ROLE: 'api' });
});
afterAll(async () => {
  for (const one of [...peers, ...sockets]) one.close();
  await Promise.all([owner.stop(), other.stop()]);
  await app.close();
  await rm(folder, { recursive: true, force: true });
  endLivePeers();
});

async function ask(node: ServerProcess, token: string, address: string, body?: object) {
  const reply = await fetch(`${node.url}${address}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  return { status: reply.status, body: (await reply.json()) as { data: unknown; error?: string } };
}

async function join<P extends LiveHost | LiveViewer>(node: ServerProcess, token: string, streamId: string, peer: P) {
  const as = peer instanceof LiveHost ? 'host' : 'viewer';
  const access = await ask(node, token, '/streaming/access', { streamId, as });
  const { ticket, hls } = access.body.data as { ticket: string; hls: string | null };
  peers.push(peer);
  await peer.connect(async (sdp) => {
    const { body } = await ask(node, token, '/streaming/connect', { ticket, sdp });
    return (body.data as { sdp: string }).sdp;
  });
  return { peer, hls };
}

const readShow = async (id: string) =>
  (await app.context.db.select().from(streams).where(eq(streams.id, id)))[0] ?? null;

/** The host's socket is on the process without an engine. */
async function goLive(host: BuiltPerformer): Promise<{ id: string; socket: TestSocket }> {
  const { body } = await ask(other, host.token, '/streaming/live', freeShow);
  const { _id: id, conversation } = body.data as EndpointData<'startStream'>;
  const socket = await connect(other.url, host.token);
  sockets.push(socket);
  socket.socket.emit('public-stream/live', { conversationId: conversation._id });
  await until('the show is live', async () => (await readShow(id))?.state === 'live');
  return { id, socket };
}

describe('a process with LIVE_NODE_URL', () => {
  it('connects hosts and viewers to the engine of the other one, and serves its live segments', async () => {
    const host = await buildPerformer(app);
    const fan = await buildUser(app);
    const { id } = await goLive(host);
    await join(other, host.token, id, new LiveHost({ pictures }));
    const { peer, hls } = await join(other, fan.token, id, new LiveViewer());
    await until('the picture arrives', () => peer.packets.video.length > 30);
    const link = new URL(hls ?? '');
    const get = (address: string) => fetch(`${other.url}${address}`, { headers: { authorization: fan.token } });
    const readList = async () => (await get(`${link.pathname}${link.search}`)).text();
    await until('live segments are there', async () => (await readList()).includes('.m4s'));
    const name = (await readList()).split('\n').find((line) => line.includes('.m4s'));
    const segment = await get(`${path.posix.dirname(link.pathname)}/${name}`);
    expect([segment.status, segment.headers.get('content-type')]).toEqual([200, 'video/iso.segment']);
    expect((await segment.arrayBuffer()).byteLength).toBeGreaterThan(1_000);
  });

  it('counts a host as away once their picture stops, although their socket stays here', async () => {
    const host = await buildPerformer(app);
    const { id } = await goLive(host);
    const { peer } = await join(other, host.token, id, new LiveHost({ pictures }));
    await until('the host is present', async () => ((await readShow(id))?.hostUntil ?? 0) > new Date());
    peer.close();
    // Longer than a heartbeat of the socket, which comes every ten seconds.
    await until('the host is away', async () => new Date() > ((await readShow(id))?.hostUntil ?? Infinity));
  });

  it('ends the picture of a viewer whom the host removes', async () => {
    const host = await buildPerformer(app);
    const [fan, friend] = [await buildUser(app), await buildUser(app)];
    const { id } = await goLive(host);
    await join(other, host.token, id, new LiveHost({ pictures }));
    const { peer: gone } = await join(other, fan.token, id, new LiveViewer());
    const { peer: stays } = await join(other, friend.token, id, new LiveViewer());
    await until('both see the picture', () => [gone, stays].every(({ packets }) => packets.video.length > 10));
    await ask(other, host.token, `/streaming/live/${id}/restrictions`, { userId: fan.id, kind: 'ban' });
    const readGone = async () => {
      const before = [gone.packets.video.length, stays.packets.video.length] as const;
      await until('the other one sees more', () => stays.packets.video.length > before[1] + 30);
      return gone.packets.video.length - before[0];
    };
    await until('their picture stops', async () => (await readGone()) === 0);
    expect(await ask(other, fan.token, '/streaming/access', { streamId: id, as: 'viewer' })).toMatchObject({
      status: 403,
      body: { error: 'REMOVED_FROM_SHOW' },
    });
  });

  it('leaves nothing to callers without the key', async () => {
    const call = (headers: Record<string, string>) =>
      fetch(`${owner.url}/internal/streaming/end`, { method: 'POST', headers }).then(({ status }) => status);
    expect([await call({}), await call({ authorization: 'x'.repeat(43) })]).toEqual([404, 404]);
    const atOther = await fetch(`${other.url}/internal/streaming/end`, { method: 'POST' });
    expect(atOther.status).toBe(404);
  });

  it('replies UNAVAILABLE while the engine’s process is away', async () => {
    const host = await buildPerformer(app);
    const { id } = await goLive(host);
    await owner.kill();
    expect(await ask(other, host.token, '/streaming/access', { streamId: id, as: 'host' })).toMatchObject({
      status: 503,
      body: { error: 'UNAVAILABLE' },
    });
  });
});
