import { eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { newId } from '../../../db/columns';
import { accounts, performers } from '../../../db/schema/accounts';
import { conversationMembers, conversations, messageFiles, messages } from '../../../db/schema/messages';
import { userBlocks } from '../../../db/schema/social';
import { buildPurchase } from '../../../../tests/factories/feed';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildSubscription } from '../../../../tests/factories/subscription';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
let stranger: BuiltPerson;

beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app);
  stranger = await buildUser(app);
});

type ConversationType = typeof conversations.$inferInsert.type;
let sequence = 0;

async function send(
  message: Partial<typeof messages.$inferInsert> = {},
  type: ConversationType = 'private',
): Promise<{ id: string; fileId: string }> {
  const { db } = app.context;
  const conversationId = newId();
  await db.insert(conversations).values({ id: conversationId, type });
  const members = [creator, fan].map(({ id }) => ({ conversationId, accountId: id }));
  if (type === 'private') await db.insert(conversationMembers).values(members);
  const file = await buildStoredPhoto(app, { ownerId: message.senderId ?? creator.id, type: 'message-photo' });
  const id = newId();
  sequence += 1;
  await db.insert(messages).values({
    id,
    conversationId,
    senderId: creator.id,
    senderSource: 'performer',
    type: 'photo',
    sequence,
    ...message,
  });
  await db.insert(messageFiles).values({ messageId: id, fileId: file.id, position: 0 });
  return { id, fileId: file.id };
}

const canOpen = (fileId: string, who: BuiltPerson | null) =>
  app.services.fileAccess.canOpenFile(fileId, who?.id ?? null);

// Promises A-1.
describe('files of messages', () => {
  it('are open to both members of the conversation, and to no one else', async () => {
    const { fileId } = await send();
    expect(await canOpen(fileId, fan)).toBe(true);
    expect(await canOpen(fileId, creator)).toBe(true);
    expect([await canOpen(fileId, stranger), await canOpen(fileId, null)]).toEqual([false, false]);
  });

  it('are open to an account that is about to be deleted', async () => {
    const { fileId } = await send();
    const leaving = await app.call('requestDeletion', { as: fan.token, body: { confirmation: fan.account.username } });
    expect(leaving.status).toBe(200);
    expect(await canOpen(fileId, fan)).toBe(true);
  });

  it('if sold, are open to the buyer immediately, and to no others', async () => {
    const { id, fileId } = await send({ isSale: true, price: cents(500) });
    expect(await canOpen(fileId, fan)).toBe(false);
    await buildPurchase(app, fan, 'message', id);
    expect(await canOpen(fileId, fan)).toBe(true);
    await buildPurchase(app, stranger, 'message', id);
    expect(await canOpen(fileId, stranger)).toBe(false);
  });

  it('are locked when the message is deleted, except for its buyers', async () => {
    const { id, fileId } = await send({ isDeleted: true, isSale: true, price: cents(500) });
    expect(await canOpen(fileId, fan)).toBe(false);
    await buildPurchase(app, fan, 'message', id);
    expect(await canOpen(fileId, fan)).toBe(true);
  });

  it('are locked for a fan whom the creator blocks', async () => {
    const { fileId } = await send();
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id });
    expect(await canOpen(fileId, fan)).toBe(false);
    const fromFan = await send({ senderId: fan.id, senderSource: 'user' });
    expect(await canOpen(fromFan.fileId, creator)).toBe(true);
  });

  it('are open to everyone in the chat of a public show', async () => {
    const { fileId } = await send({}, 'stream_public');
    expect([await canOpen(fileId, stranger), await canOpen(fileId, null)]).toEqual([true, true]);
    const closed = await send({}, 'stream_group');
    expect(await canOpen(closed.fileId, stranger)).toBe(false);
  });
});

describe('a creator’s relation to a fan', () => {
  const page = async (who: BuiltPerson) =>
    (await app.call('getPerformer', { as: await app.services.session.open(who.id), params: { id: creator.id } })).data;

  it('includes a paid subscription, even a canceled one', async () => {
    await buildSubscription(app, { userId: fan.id, performerId: creator.id, status: 'deactivated' });
    // Canceled, but paid until its end. Decisions 1.
    expect([(await page(fan)).isSubscribed, (await page(stranger)).isSubscribed]).toEqual([true, false]);
    app.clock.advance({ days: 31 });
    expect((await page(fan)).isSubscribed).toBe(false);
  });

  it('includes blocks of a fan, but none of guests and administrators', async () => {
    const [other, admin] = [await buildPerformer(app), await buildUser(app, { roles: ['user', 'admin', 'owner'] })];
    const blocks = [fan, admin].map(({ id }) => ({ performerId: other.id, userId: id }));
    await app.context.db.insert(userBlocks).values(blocks);
    const ask = (who: BuiltPerson | null) =>
      app.services.fileAccess.listBlocking(who?.actor ?? null, [creator.id, other.id]);
    expect([await ask(fan), await ask(admin), await ask(null)]).toEqual([[other.id], [], []]);
  });
});

describe('assertNotBlocked', () => {
  const ask = (who: BuiltPerson | null, country: string | null = null) =>
    app.services.fileAccess.assertNotBlocked(creator.id, who?.actor ?? null, country);

  it('treats blocked fans, viewers from blocked countries and suspended creators as unknown, but never the creator or administrators', async () => {
    const admin = await buildUser(app, { roles: ['user', 'admin', 'owner'] });
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: fan.id });
    await app.context.db
      .update(performers)
      .set({ blockedCountries: ['FR'] })
      .where(eq(performers.id, creator.id));
    await expect(ask(fan)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await expect(ask(stranger, 'FR')).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await expect(ask(null, 'FR')).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
    await expect(
      Promise.all([ask(stranger, 'DE'), ask(creator, 'FR'), ask(admin, 'FR'), ask(null)]),
    ).resolves.toBeDefined();
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, creator.id));
    await expect(ask(stranger)).rejects.toMatchObject({ code: 'ENTITY_NOT_FOUND' });
  });
});
