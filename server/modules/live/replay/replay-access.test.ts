import { cents } from '@contract/base/money';
import { inTransaction } from '../../../db/transaction';
import { buildCard, byDefaultCard, listProblems } from '../../../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { addRecording, buildReplay } from '../../../../tests/factories/replay';
import { buildShow, paidShow } from '../../../../tests/factories/show';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

const viewers = [
  'guest', 'stranger', 'follower', 'subscriber', 'buyer', 'refundedBuyer', 'blockedBuyer', 'farBuyer', 'blocked', 'far', 'host', 'admin',
] as const; // prettier-ignore
type Viewer = (typeof viewers)[number];

let app: TestApp;
let host: BuiltPerformer;
let people: Record<Exclude<Viewer, 'guest'>, BuiltPerson>;
let replay: { _id: string; fileId: string };
let streamId: string;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(async () => {
  expect(await listProblems(app)).toEqual([]);
  await app.close();
});

/** Builds a recorded show with tickets, its replay as a draft, and viewers with every relation to the show. */
beforeEach(async () => {
  host = await buildPerformer(app, { blockedCountries: ['FR'] });
  const names = viewers.filter((name) => name !== 'guest' && name !== 'host');
  const made = await Promise.all(
    names.map(
      async (name) =>
        [
          name,
          await buildUser(app, {
            wallet: cents(2_000),
            ...(name === 'admin' && { roles: ['user', 'admin', 'owner'] }),
          }),
        ] as const,
    ),
  );
  people = { ...(Object.fromEntries(made) as typeof people), host };
  await app.call('followPerformer', { as: people.follower.token, params: { id: host.id } });
  await buildSubscription(app, { userId: people.subscriber.id, performerId: host.id, subscriptionType: 'free' });
  const show = await buildShow(app, host, { ...paidShow, isRecorded: true });
  streamId = show._id;
  for (const name of ['buyer', 'refundedBuyer', 'blockedBuyer', 'farBuyer'] as const) {
    const bought = await app.call('buyStream', { as: people[name].token, params: { id: streamId }, body: {} });
    expect(bought.status).toBe(200);
    if (name === 'refundedBuyer' && '_id' in bought.data) {
      const { _id } = bought.data;
      await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, _id, { reason: 'Asked for' }));
    }
  }
  for (let seconds = 0; seconds < 320; seconds += 20) {
    app.clock.advance({ seconds: 20 });
    await app.services.showPresence.beat();
  }
  await addRecording(app, show.sessionId);
  await app.call('endStream', { as: host.token, params: { id: streamId } });
  replay = await buildReplay(app, host, show.sessionId);
  for (const name of ['blockedBuyer', 'blocked'] as const)
    await app.call('blockUser', { as: host.token, body: { targetId: people[name].id } });
});

const by = (viewer: Viewer) => ({
  as: viewer === 'guest' ? undefined : people[viewer].token,
  headers: { 'cf-ipcountry': viewer.startsWith('far') ? 'FR' : 'PT' },
});
const change = (body: object) => app.call('updateVideo', { as: host.token, params: { id: replay._id }, body });

/** Reads each viewer's access to the replay. Also asserts that its file and URL are open to the same viewers. */
async function look(): Promise<Record<Viewer, string>> {
  app.clock.advance({ seconds: 11 });
  const seen = await Promise.all(
    viewers.map(async (viewer) => {
      const { data, status } = await app.call('getVideo', { ...by(viewer), params: { id: replay._id } });
      const access = status === 200 ? String(data.access) : String(status);
      const account = viewer === 'guest' ? null : people[viewer];
      const isFileOpen = await app.services.fileAccess.canOpenFile(
        replay.fileId,
        account?.id ?? null,
        viewer.startsWith('far') ? 'FR' : 'PT',
      );
      return { viewer, access, status, isFileOpen, hasUrl: status === 200 && Boolean(data.video?.url) };
    }),
  );
  const openTo = seen.filter(({ access }) => access === 'open').map(({ viewer }) => viewer);
  expect(seen.filter(({ hasUrl }) => hasUrl).map(({ viewer }) => viewer)).toEqual(openTo);
  // The host opens the file as its owner.
  const fans = seen.filter(({ viewer }) => viewer !== 'host');
  expect(fans.filter(({ isFileOpen }) => isFileOpen).map(({ viewer }) => viewer)).toEqual(
    openTo.filter((viewer) => viewer !== 'host'),
  );
  return Object.fromEntries(seen.map(({ viewer, access }) => [viewer, access])) as Record<Viewer, string>;
}

const open = { host: 'open', admin: 'open' };
const nobody = Object.fromEntries(viewers.map((viewer) => [viewer, '404'])) as Record<Viewer, string>;
const buyers = { buyer: 'open', blockedBuyer: 'open', farBuyer: 'open' };

describe('the replay of a show with tickets', () => {
  it('is open only to host and administrators while it is a draft or scheduled', async () => {
    expect(await look()).toEqual({ ...nobody, ...open });
    const soon = new Date(app.clock.now().getTime() + 3600_000).toISOString();
    await change({ isSchedule: true, scheduledAt: soon, status: 'active' });
    expect(await look()).toEqual({ ...nobody, ...open });
  });

  it('is open to ticket buyers once published, even if blocked, but not after a refund', async () => {
    await change({ status: 'active' });
    const locked = {
      guest: 'locked-sale',
      stranger: 'locked-sale',
      follower: 'locked-sale',
      subscriber: 'locked-sale',
    };
    expect(await look()).toEqual({ ...nobody, ...open, ...buyers, ...locked, refundedBuyer: 'locked-sale' });
    await change({ isSale: false, isFree: false });
    const subscribers = {
      guest: 'locked-subscription',
      stranger: 'locked-subscription',
      follower: 'locked-subscription',
    };
    expect(await look()).toEqual({
      ...nobody, ...open, ...buyers, ...subscribers, subscriber: 'open', refundedBuyer: 'locked-subscription',
    }); // prettier-ignore
  });

  it.each([
    ['hides it', () => change({ status: 'inactive' })],
    ['deletes it', () => app.call('deleteVideo', { as: host.token, params: { id: replay._id } })],
  ])('stays open to ticket buyers if the host %s', async (_what, act) => {
    await change({ status: 'active' });
    expect((await act()).status).toBe(200);
    expect(await look()).toMatchObject({ ...nobody, ...buyers, admin: 'open', host: expect.any(String) });
  });

  it('cannot become a draft again', async () => {
    await change({ status: 'active' });
    expect((await change({ status: 'draft' })).status).toBe(403);
    expect(await look()).toMatchObject(buyers);
  });

  it('has its file removed if it is deleted before it was published', async () => {
    await app.call('deleteVideo', { as: host.token, params: { id: replay._id } });
    expect(await app.services.media.find([replay.fileId])).toEqual([]);
  });

  it('can be bought, but not by ticket holders', async () => {
    await change({ status: 'active' });
    const buy = (person: BuiltPerson) =>
      app.call('buyVideo', { as: person.token, params: { id: replay._id }, body: { expectedPrice: 5 } });
    const refused = await buy(people.buyer);
    expect([refused.status, refused.body.error]).toEqual([422, 'ALREADY_BOUGHT']);
    await buildCard(app, people.buyer);
    const body = { target: 'video', targetId: replay._id, ...(await byDefaultCard(app, people.buyer)) };
    expect((await app.call('buyByCard', { as: people.buyer.token, body })).body.error).toBe('ALREADY_BOUGHT');
    expect((await app.services.wallet.balances(people.buyer.id)).wallet).toBe(1_500);
    expect((await buy(people.stranger)).status).toBe(200);
  });

  it('is listed among the purchases and open videos of ticket buyers', async () => {
    const listBought = async (viewer: Viewer) => {
      const { data } = await app.call('listPurchases', { ...by(viewer) });
      return data.data.map(({ kind, target, targetId, title, isAvailable, price }) => ({
        kind, target, targetId, title, isAvailable, price,
      })); // prettier-ignore
    };
    expect(await listBought('buyer')).toEqual([]);
    await change({ status: 'active' });
    const kept = { kind: 'video', target: 'video', targetId: replay._id, isAvailable: true, price: 5 };
    for (const viewer of ['buyer', 'blockedBuyer', 'farBuyer'] as const)
      expect(await listBought(viewer)).toMatchObject([kept]);
    expect(await listBought('refundedBuyer')).toEqual([]);
    const query = { isHome: true, isUnlocked: true, limit: 10, offset: 0, sort: 'desc' } as const;
    const listOpen = async (viewer: BuiltPerson) =>
      (await app.services.video.list(viewer.actor, query, 'PT')).data.map(({ _id }) => _id);
    for (const name of ['buyer', 'stranger'] as const)
      await app.call('followPerformer', { as: people[name].token, params: { id: host.id } });
    expect(await listOpen(people.buyer)).toEqual([replay._id]);
    expect(await listOpen(people.stranger)).toEqual([]);
  });

  it('can be found as a replay once published, by viewers who can see the creator', async () => {
    const find = async (viewer: Viewer) =>
      (
        await app.call('searchVideos', { ...by(viewer), query: { performerId: host.id, isReplay: true } })
      ).data.data.map((video) => video.streamId);
    expect(await find('buyer')).toEqual([]);
    await change({ status: 'active' });
    for (const viewer of ['guest', 'stranger', 'buyer'] as const) expect(await find(viewer)).toEqual([streamId]);
    for (const viewer of ['blocked', 'far'] as const) expect(await find(viewer)).toEqual([]);
  });

  it('notifies followers, subscribers and ticket buyers when it is published', async () => {
    await change({ status: 'active' });
    await app.jobs.drain();
    const count = async (viewer: Exclude<Viewer, 'guest'>) =>
      (await app.call('listNotifications', { as: people[viewer].token, query: { type: 'video', limit: 50 } })).data
        .total;
    const counts = await Promise.all((['follower', 'subscriber', 'buyer', 'stranger', 'blockedBuyer', 'refundedBuyer'] as const).map(count)); // prettier-ignore
    expect(counts).toEqual([1, 1, 1, 0, 0, 0]);
  });
});
