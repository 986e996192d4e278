import { eq } from 'drizzle-orm';
import { reports, userBlocks } from '../../../db/schema/social';
import { buildFeed } from '../../../../tests/factories/feed';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

describe('POST /reports', () => {
  let app: TestApp;
  let creator: BuiltPerformer;
  let fan: BuiltPerson;
  let feedId: string;
  beforeAll(async () => {
    app = await buildTestApp();
    creator = await buildPerformer(app);
    fan = await buildUser(app);
    feedId = (await buildFeed(app, creator))._id;
  });
  afterAll(() => app.close());

  const report = (body: Record<string, unknown>, who = fan) =>
    app.call('createReport', {
      as: who.token,
      body: { target: 'feed', targetId: feedId, performerId: creator.id, title: 'Not theirs', ...body },
    });

  it('stores one report per account and target, with the latest text', async () => {
    const first = await report({ description: 'I made this picture.' });
    expect(first.data).toMatchObject({ target: 'feed', targetId: feedId, source: 'user', sourceId: fan.id });
    expect(first.data).toMatchObject({ status: 'open', description: 'I made this picture.' });
    const second = await report({ title: 'Mine', description: 'Here is the original.' });
    expect(second.data).toMatchObject({ _id: first.data._id, title: 'Mine', description: 'Here is the original.' });
    await report({}, await buildUser(app));
    expect(await app.context.db.select().from(reports).where(eq(reports.targetId, feedId))).toHaveLength(2);
  });

  it('looks up the reported creator instead of trusting the request', async () => {
    const other = await buildPerformer(app);
    expect((await report({ performerId: other.id })).data.performerId).toBe(creator.id);
    const page = await report({ target: 'performer', targetId: creator.id, performerId: other.id });
    expect(page.data.performerId).toBe(creator.id);
  });

  it('rejects targets hidden from the caller, and a report without a title', async () => {
    const blocked = await buildUser(app);
    await app.context.db.insert(userBlocks).values({ performerId: creator.id, userId: blocked.id });
    expect((await report({}, blocked)).status).toBe(404);
    expect((await report({ targetId: 'e'.repeat(24) })).status).toBe(404);
    expect((await report({ title: ' ' })).status).toBe(400);
  });
});
