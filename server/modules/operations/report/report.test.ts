import { desc, eq } from 'drizzle-orm';
import { limits } from '@contract/base/limits';
import { buildPhotoFeed } from '../../../../tests/factories/feed';
import { buildOperator, readOwnerEmail, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { accounts } from '../../../db/schema/accounts';
import { operatorActs } from '../../../db/schema/operators';

let app: TestApp;
let moderator: BuiltPerson;
let owner: BuiltPerson;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeEach(async () => {
  app = await buildTestApp();
  moderator = await buildOperator(app, 'moderator');
  owner = await buildOperator(app);
  creator = await buildPerformer(app, { name: 'Noor Halim' });
  fan = await buildUser(app, { name: 'Zoë Marsh' });
});
afterEach(() => app.close());

const buildPost = async (title = 'A walk') =>
  (await buildPhotoFeed(app, creator, { title, isSale: true, price: 0 }))._id;
const report = async (targetId: string, who = fan, target = 'feed') =>
  (
    await app.call('createReport', {
      as: who.token,
      body: { target, targetId, performerId: creator.id, title: 'Not theirs', description: 'I made this.' },
    })
  ).data._id;
const search = async (query: Record<string, unknown> = {}) =>
  (await app.call('searchReports', { as: moderator.token, query })).data;
const get = (id: string, by = moderator) => app.call('getReport', { as: by.token, params: { id } });
const decide = (id: string, body: object, by = moderator) =>
  app.call('decideReport', { as: by.token, params: { id }, body });
const HIDE = { decision: 'hide', rule: 'copyright', reason: 'It is the work of someone else.' };
const decideAppeal = (id: string, decision: string, by: BuiltPerson) =>
  app.call('decideAppeal', { as: by.token, params: { id }, body: { decision, reason: 'We looked again.' } });
const appeal = (id: string, by: BuiltPerson = creator) =>
  app.call('appealTakedown', { as: by.token, params: { id }, body: { text: 'I did make it.' } });
const listOwn = async (by: BuiltPerson = creator) => (await app.call('listTakedowns', { as: by.token })).data.data;
const readNews = async (by: BuiltPerson) =>
  (await app.call('listNotifications', { as: by.token, query: { type: 'account' } })).data.data;
const readMails = async (by: BuiltPerson) => {
  await app.jobs.drain();
  return app.mails.filter(({ to }) => to === by.account.email);
};
const readLog = async (subjectId: string) =>
  app.context.db
    .select()
    .from(operatorActs)
    .where(eq(operatorActs.subjectId, subjectId))
    .orderBy(desc(operatorActs.seq));
const isOpen = async (id: string) => (await app.call('getFeed', { as: fan.token, params: { id } })).status === 200;

async function hidePost(by = moderator) {
  const postId = await buildPost();
  const id = await report(postId);
  await decide(id, HIDE, by);
  const [takedown] = await listOwn();
  return { postId, reportId: id, takedownId: takedown?._id ?? '' };
}

describe('GET /admin/reports', () => {
  it('lists open reports, oldest first, by status, kind and person', async () => {
    const first = await report(await buildPost());
    app.clock.advance({ hours: 1 });
    const second = await report(creator.id, fan, 'performer');
    const open = await search({ status: 'open' });
    expect(open).toMatchObject({
      total: 2,
      data: [
        { _id: first, target: 'feed', targetTitle: 'A walk', open: 1 },
        { _id: second, targetTitle: '' },
      ],
    });
    expect(open.data[0]).toMatchObject({ reporter: { _id: fan.id }, subject: { _id: creator.id, name: 'Noor Halim' } });
    expect(await search({ status: 'open', target: 'performer' })).toMatchObject({ total: 1, data: [{ _id: second }] });
    expect((await search({ person: fan.id })).total).toBe(2);
    expect((await search({ person: owner.id })).total).toBe(0);
    expect(await search({ status: 'open', limit: 1, offset: 1 })).toMatchObject({ total: 2, data: [{ _id: second }] });
    expect((await search({ status: 'resolved' })).total).toBe(0);
  });
});

describe('GET /admin/reports/:id', () => {
  it('shows the content with its files, other reports about it, and the next one', async () => {
    const postId = await buildPost();
    const id = await report(postId);
    const other = await report(postId, await buildUser(app));
    const next = await report(creator.id, fan, 'performer');
    const { data } = await get(id);
    expect(data).toMatchObject({ report: { _id: id, open: 2 }, others: [{ _id: other }], nextId: next, takedowns: [] });
    expect(data.content).toMatchObject({
      kind: 'feed',
      _id: postId,
      title: 'A walk',
      state: 'published',
      fileCount: 1,
    });
    expect(data.content?.files[0]?.url).toEqual(expect.stringContaining(`v=${moderator.id}`));
    expect((await get('a'.repeat(24))).status).toBe(404);
  });
});

describe('POST /admin/reports/:id/decision', () => {
  it('hides the content, answers all reports about it, and tells both sides why', async () => {
    const postId = await buildPost();
    const other = await buildUser(app);
    const id = await report(postId);
    await report(postId, other);
    expect((await decide(id, HIDE)).status).toBe(200);
    expect(await isOpen(postId)).toBe(false);
    expect((await search({ status: 'open' })).total).toBe(0);
    for (const reporter of [fan, other])
      expect(await readNews(reporter)).toMatchObject([
        { action: 'report-answered', message: expect.stringMatching(/removed the post.*Copied work.*someone else/) },
      ]);
    expect(await readNews(creator)).toMatchObject([
      { action: 'content-removed', message: expect.stringMatching(/“A walk”.*Copied work.*someone else.*appeal/) },
    ]);
    const [mail] = await readMails(creator);
    expect(mail?.text).toMatch(/Copied work.*appeal within 6 months/);
    expect(mail?.text).toContain('/notification/removed');
    expect(await listOwn()).toMatchObject([{ targetId: postId, rule: 'copyright', state: 'standing', appeal: '' }]);
    expect(await readLog(id)).toMatchObject([{ act: 'report.resolved', details: { rule: 'copyright', reports: 2 } }]);
    expect(await readLog(postId)).toMatchObject([{ act: 'content.hidden', operatorId: moderator.id }]);
    expect((await get(id)).data).toMatchObject({
      report: { status: 'resolved', answer: HIDE.reason, decidedBy: { _id: moderator.id } },
      content: { state: 'removed' },
      takedowns: [{ state: 'standing', decidedBy: { _id: moderator.id } }],
    });
  });

  it('never lets a text say who reported', async () => {
    const postId = await buildPost();
    const id = await report(postId);
    const named = 'As zoë  marsh told us, it is copied.';
    const refused = { status: 422, error: 'REPORTER_NAMED' };
    for (const reason of [named, `Reported by @${fan.account.username ?? ''}.`]) {
      const reply = await decide(id, { ...HIDE, reason });
      expect({ status: reply.status, ...reply.body }).toMatchObject(refused);
    }
    expect(await isOpen(postId)).toBe(true);
    const params = { kind: 'feed', id: postId };
    const hide = (reason: string) =>
      app.call('hideContent', { as: moderator.token, params, body: { rule: 'spam', reason } });
    expect((await hide(named)).body).toMatchObject({ error: 'REPORTER_NAMED' });
    expect((await hide('It is copied.')).status).toBe(200);
    const [takedown] = await listOwn();
    await appeal(takedown?._id ?? '');
    const params2 = { id: takedown?._id ?? '' };
    const body = { decision: 'uphold', reason: named };
    const answered = await app.call('decideAppeal', { as: owner.token, params: params2, body });
    expect(answered.body).toMatchObject({ error: 'REPORTER_NAMED' });
    const restored = await app.call('restoreContent', { as: owner.token, params, body: { reason: named } });
    expect(restored.body).toMatchObject({ error: 'REPORTER_NAMED' });
    expect(await readMails(creator)).toHaveLength(1);
  });

  it('dismisses a report, of which only the fan is told, and is decided once', async () => {
    const postId = await buildPost();
    const id = await report(postId);
    const answers = await Promise.all([
      decide(id, { decision: 'dismiss', reason: 'It is satire.' }),
      decide(id, { decision: 'dismiss', reason: 'It is satire.' }, owner),
    ]);
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await isOpen(postId)).toBe(true);
    expect(await readNews(fan)).toMatchObject([
      { message: expect.stringContaining('took no action. Reason: It is satire.') },
    ]);
    expect(await readNews(creator)).toEqual([]);
    expect(await readLog(id)).toMatchObject([{ act: 'report.rejected' }]);
  });

  it('reopens when the content is reported again, and counts the waiting time from then', async () => {
    const postId = await buildPost();
    const id = await report(postId);
    await decide(id, { decision: 'dismiss', reason: 'It is satire.' });
    app.clock.advance({ hours: 2 });
    expect(await report(postId)).toBe(id);
    const { data } = await search({ status: 'open' });
    expect(data).toMatchObject([{ _id: id, openedAt: app.clock.now().toISOString(), answer: '', decidedAt: null }]);
    app.clock.advance({ hours: 1 });
    await report(postId);
    expect((await search({ status: 'open' })).data[0]?.openedAt).toBe(data[0]?.openedAt);
  });

  it('rejects hiding a person, hiding without a rule and dismissing without a reason, and returns 404 for deleted content', async () => {
    const person = await report(creator.id, fan, 'performer');
    expect((await decide(person, HIDE)).status).toBe(403);
    expect((await decide(person, { decision: 'note', reason: 'We watch them.' })).status).toBe(200);
    const postId = await buildPost();
    const id = await report(postId);
    expect((await decide(id, { decision: 'hide', reason: 'No rule' })).status).toBe(400);
    expect((await decide(id, { decision: 'dismiss' })).status).toBe(400);
    await app.call('deleteFeed', { as: creator.token, params: { id: postId } });
    expect((await get(id)).data.content).toBeNull();
    expect((await decide(id, HIDE)).status).toBe(404);
    expect((await decide('a'.repeat(24), HIDE)).status).toBe(404);
  });
});

describe('appeals', () => {
  it('are decided by another operator; a restoration tells the creator and the fan', async () => {
    const { postId, takedownId, reportId } = await hidePost();
    expect((await appeal(takedownId, fan)).status).toBe(404);
    expect((await appeal(takedownId)).data).toMatchObject({
      state: 'appealed',
      appeal: 'I did make it.',
      appealUntil: null,
    });
    expect((await appeal(takedownId)).body.error).toBe('APPEAL_NOT_POSSIBLE');
    const { data } = await app.call('searchAppeals', { as: owner.token, query: { state: 'appealed' } });
    expect(data).toMatchObject({ total: 1, data: [{ _id: takedownId, owner: { _id: creator.id } }] });
    const read = async (by: BuiltPerson) =>
      (await app.call('getAppeal', { as: by.token, params: { id: takedownId } })).data;
    expect(await read(moderator)).toMatchObject({ canDecide: false, content: { _id: postId } });
    expect(await read(owner)).toMatchObject({ canDecide: true, reports: [{ _id: reportId }] });
    expect((await decideAppeal(takedownId, 'restore', moderator)).body.error).toBe('OTHER_OPERATOR_NEEDED');
    app.clock.advance({ minutes: 1 });
    expect((await decideAppeal(takedownId, 'restore', owner)).status).toBe(200);
    expect(await isOpen(postId)).toBe(true);
    expect((await decideAppeal(takedownId, 'uphold', owner)).body.error).toBe('APPEAL_DECIDED');
    expect(await listOwn()).toMatchObject([{ state: 'restored', answer: 'We looked again.' }]);
    expect((await readNews(creator))[0]).toMatchObject({ action: 'content-restored', title: 'Your post is back' });
    expect((await readNews(fan))[0]).toMatchObject({
      action: 'report-answered',
      message: expect.stringContaining('restored'),
    });
    expect((await get(reportId)).data.report).toMatchObject({ status: 'rejected', answer: 'We looked again.' });
    expect(await readMails(creator)).toHaveLength(2);
    expect((await readLog(postId))[0]).toMatchObject({ act: 'appeal.decided', details: { decision: 'restore' } });
  });

  it('can be upheld, and then not be repeated', async () => {
    const { postId, takedownId } = await hidePost();
    await appeal(takedownId);
    app.clock.advance({ minutes: 1 });
    await decideAppeal(takedownId, 'uphold', owner);
    expect(await isOpen(postId)).toBe(false);
    expect((await readNews(creator))[0]).toMatchObject({
      action: 'appeal-decided',
      message: expect.stringContaining('stays removed'),
    });
    expect((await appeal(takedownId)).body.error).toBe('APPEAL_NOT_POSSIBLE');
    expect(await readNews(fan)).toHaveLength(1);
  });

  it('are possible for six months', async () => {
    const { takedownId } = await hidePost();
    app.clock.advance({ days: limits.appealDays, seconds: 1 });
    const as = await app.services.session.open(creator.id);
    const late = await app.call('appealTakedown', { as, params: { id: takedownId }, body: { text: 'Late' } });
    expect(late.body.error).toBe('APPEAL_NOT_POSSIBLE');
  });

  it('are decided by the operator who removed the content if no other can, which the log says', async () => {
    const { postId, takedownId } = await hidePost(owner);
    await appeal(takedownId);
    expect((await decideAppeal(takedownId, 'uphold', owner)).body.error).toBe('OTHER_OPERATOR_NEEDED');
    await app.context.db.update(accounts).set({ status: 'inactive' }).where(eq(accounts.id, moderator.id));
    expect((await decideAppeal(takedownId, 'uphold', owner)).status).toBe(200);
    expect((await readLog(postId))[0]).toMatchObject({ details: { decision: 'uphold', isSameOperator: true } });
  });
});

describe('content', () => {
  it('is found by title, creator, id and state', async () => {
    const walk = await buildPost('A long walk');
    await buildPost('Swimming');
    const find = async (query: Record<string, unknown>) =>
      (await app.call('searchContent', { as: moderator.token, query })).data;
    for (const q of ['long wa', walk]) expect(await find({ q })).toMatchObject({ total: 1, data: [{ _id: walk }] });
    expect((await find({ q: 'noor' })).total).toBe(2);
    expect((await find({ state: 'removed' })).total).toBe(0);
    expect((await find({ kind: 'video' })).total).toBe(0);
    const params = { kind: 'feed', id: walk };
    const hide = () =>
      app.call('hideContent', { as: moderator.token, params, body: { rule: 'spam', reason: 'Sells watches.' } });
    expect((await hide()).status).toBe(200);
    expect((await hide()).status).toBe(409);
    expect((await find({ state: 'removed' })).data).toMatchObject([{ _id: walk, state: 'removed' }]);
    const { data } = await app.call('getContent', { as: moderator.token, params });
    expect(data).toMatchObject({ content: { state: 'removed' }, takedowns: [{ rule: 'spam' }], reports: [] });
    const restore = () => app.call('restoreContent', { as: owner.token, params, body: { reason: 'It does not.' } });
    expect((await restore()).status).toBe(200);
    expect((await restore()).status).toBe(409);
    expect(await isOpen(walk)).toBe(true);
    expect(await readLog(walk)).toMatchObject([{ act: 'content.restored' }, { act: 'content.hidden' }]);
  });
});

describe('commands', () => {
  it('list, decide, hide, restore and answer appeals', async () => {
    const postId = await buildPost();
    const id = await report(postId);
    expect(await runAdmin(app, 'reports', 'list')).toContain(id);
    await expect(runAdmin(app, 'reports', 'hide', id, 'rudeness', 'x')).rejects.toThrow('a rule');
    await runAdmin(app, 'reports', 'hide', id, 'hate', 'It', 'insults.');
    expect(await isOpen(postId)).toBe(false);
    expect(await runAdmin(app, 'reports', 'list')).toBe('No report is open.');
    const [takedown] = await listOwn();
    await appeal(takedown?._id ?? '');
    expect(await runAdmin(app, 'appeals', 'list')).toContain(takedown?._id);
    await expect(runAdmin(app, 'appeals', 'uphold', takedown?._id ?? '', 'It does.')).rejects.toThrow(
      'another operator',
    );
    await runAdmin(app, 'content', 'restore', 'feed', postId, 'It', 'does', 'not.');
    expect(await isOpen(postId)).toBe(true);
    await runAdmin(app, 'content', 'hide', 'feed', postId, 'spam', 'It sells watches.');
    const again = await report(creator.id, fan, 'performer');
    await runAdmin(app, 'reports', 'dismiss', again, 'They are kind.');
    expect((await readLog(again))[0]).toMatchObject({ act: 'report.rejected', via: 'command' });
    expect(await readOwnerEmail(app)).not.toBe('');
  });
});
