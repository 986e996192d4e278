import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer, type BuiltPerformer } from '../../../../../tests/factories/performer';
import { buildShow, joinRoom, listEvents, type TestConnection } from '../../../../../tests/factories/show';
import { buildSubscription } from '../../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../../tests/harness/build-test-app';
import { performers } from '../../../../db/schema/accounts';
import { streamRestrictions, streams, streamSeats } from '../../../../db/schema/streams';

let app: TestApp;
let host: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  [host, fan] = await Promise.all([buildPerformer(app), buildUser(app, { wallet: cents(10_000) })]);
});
afterAll(() => app.close());

const countMembers = async (id: string) =>
  (await app.call('listStreamViewers', { as: host.token, params: { id } })).data.total;

type Setup = (show: { _id: string }) => Promise<unknown>;
const block: Setup = () => app.call('blockUser', { as: host.token, body: { targetId: fan.id } });
const closeFrance: Setup = () => app.call('blockCountries', { as: host.token, body: { countryCodes: ['FR'] } });
const subscribe: Setup = () => buildSubscription(app, { userId: fan.id, performerId: host.id });
const follow: Setup = () => app.call('followPerformer', { as: fan.token, params: { id: host.id } });
const buy: Setup = ({ _id: id }) => app.call('buyStream', { as: fan.token, params: { id }, body: {} });
const ban: Setup = ({ _id: streamId }) =>
  app.context.db.insert(streamRestrictions).values({ streamId, accountId: fan.id, kind: 'ban' });
const paid = { isFree: false, price: 5 };

describe('entering the room of a show', () => {
  it.each<[string, object, Setup[], { isGuest?: boolean; country?: string }, boolean]>([
    ['a fan: a show for everyone', {}, [], {}, true],
    ['a guest: a show for everyone', {}, [], { isGuest: true }, true],
    ['a guest: a show with a ticket', paid, [], { isGuest: true }, false],
    ['a fan without the ticket', paid, [], {}, false],
    ['a fan with the ticket', paid, [buy], {}, true],
    ['a fan who does not follow', { audience: 'followers' }, [], {}, false],
    ['a follower', { audience: 'followers' }, [follow], {}, true],
    ['a follower: a show for subscribers', { audience: 'subscribers' }, [follow], {}, false],
    ['a subscriber', { audience: 'subscribers' }, [subscribe], {}, true],
    [
      'a fan outside the audience with a ticket',
      { ...paid, audience: 'subscribers', ticketFor: 'others' },
      [buy],
      {},
      true,
    ],
    ['a fan without a seat in a group show', { type: 'group', minutePrice: 2 }, [subscribe], {}, false],
    ['a blocked fan', {}, [block], {}, false],
    ['a blocked fan with a ticket', paid, [buy, block], {}, false],
    ['a fan from a blocked country', {}, [closeFrance], { country: 'FR' }, false],
    ['a guest from a blocked country', {}, [closeFrance], { isGuest: true, country: 'FR' }, false],
    ['a fan from another country', {}, [closeFrance], { country: 'DE' }, true],
    ['a removed fan', {}, [ban], {}, false],
  ])('follows the rules of the show: %s', async (_who, body, setups, { isGuest = false, country = null }, isIn) => {
    const show = await buildShow(app, host, body);
    for (const setup of setups) await setup(show);
    const connection = await joinRoom(app, isGuest ? null : fan, show.conversationId, country);
    expect(connection.rooms.size > 0).toBe(isIn);
  });
});

describe('a viewer loses access to the room', () => {
  const end =
    (change: Partial<typeof performers.$inferInsert>): Setup =>
    () =>
      app.context.db.update(performers).set(change).where(eq(performers.id, host.id));
  const refund: Setup = async () => {
    const [charge] = (await app.call('listCharges', { as: fan.token })).data.data;
    const { inTransaction } = await import('../../../../db/transaction');
    await inTransaction(app.context.db, (tx) => app.services.wallet.refund(tx, charge?._id ?? ''));
  };

  it.each<[string, object, Setup[], Setup]>([
    ['a block', {}, [], block],
    ['a blocked country', {}, [], closeFrance],
    ['a removal by the host', {}, [], ban],
    ['a refunded ticket', paid, [buy], refund],
    ['a subscription that ends', { audience: 'subscribers' }, [subscribe], async () => app.clock.advance({ days: 31 })],
    [
      'unfollowing',
      { audience: 'followers' },
      [follow],
      () => app.call('unfollowPerformer', { as: fan.token, params: { id: host.id } }),
    ],
    [
      'a changed audience',
      {},
      [],
      () => app.call('updateStream', { as: host.token, body: { audience: 'subscribers' } }),
    ],
    ['a host who lost approval', {}, [], end({ verifiedDocument: false })],
  ])('by %s', async (_what, body, before, lose) => {
    const show = await buildShow(app, host, body);
    for (const setup of before) await setup(show);
    const stays = await joinRoom(app, host, show.conversationId);
    const connection = await joinRoom(app, fan, show.conversationId, 'FR');
    expect(connection.rooms.size).toBe(1);
    const member = { room: [...connection.rooms][0] ?? '', accountId: fan.id, country: 'FR' };
    const hostMember = { ...member, accountId: host.id };
    expect(await app.services.showGuard.findLostMembers([member, hostMember])).toEqual(new Set());
    await lose(show);
    expect(await app.services.showGuard.findLostMembers([member, hostMember])).toEqual(new Set([member]));
    await connection.leave(member.room);
    await app.services.showGuard.tellRemoved();
    const lost = { streamId: show._id, conversationId: show.conversationId };
    expect(listEvents(app, connection.id, 'stream/access-lost')).toEqual([lost]);
    expect(listEvents(app, stays.id, 'stream/access-lost')).toEqual([]);
    expect(await app.services.showRooms.enter({ ...asCall(connection, show.conversationId) })).toBeNull();
  });

  const asCall = (connection: TestConnection, conversationId: string) => ({
    actor: fan.actor,
    connection,
    payload: { conversationId },
  });

  it('as a guest, when the show is no longer for everyone', async () => {
    const show = await buildShow(app, host);
    const guest = await joinRoom(app, null, show.conversationId);
    const member = { room: [...guest.rooms][0] ?? '', accountId: null, country: null };
    expect(await app.services.showGuard.findLostMembers([member])).toEqual(new Set());
    await app.call('updateStream', { as: host.token, body: paid });
    expect(await app.services.showGuard.findLostMembers([member])).toEqual(new Set([member]));
  });

  it('but gets no event after logging out, which counts as leaving', async () => {
    const show = await buildShow(app, host);
    const connection = await joinRoom(app, fan, show.conversationId);
    connection.rooms.clear();
    connection.actor = null;
    await app.services.showGuard.tellRemoved();
    expect(listEvents(app, connection.id, 'stream/access-lost')).toEqual([]);
    expect(await countMembers(show._id)).toBe(0);
  });

  it('as the fan of a private show, when their seat has ended', async () => {
    const show = await buildShow(app, host);
    await app.context.db.update(streams).set({ type: 'private' }).where(eq(streams.id, show._id));
    const member = { room: `conversation-stream_private-${show.conversationId}`, accountId: fan.id, country: null };
    const [seat] = await app.context.db
      .insert(streamSeats)
      .values({
        streamId: show._id,
        conversationId: show.conversationId,
        performerId: host.id,
        userId: fan.id,
        state: 'running',
        price: cents(200),
      })
      .returning();
    expect(await app.services.showGuard.findLostMembers([member])).toEqual(new Set());
    await app.context.db
      .update(streamSeats)
      .set({ state: 'ended' })
      .where(eq(streamSeats.id, seat?.id ?? ''));
    expect(await app.services.showGuard.findLostMembers([member])).toEqual(new Set([member]));
  });
});
