import { desc } from 'drizzle-orm';
import type { EndpointName } from '@contract/schemas';
import { buildPhoto } from '../../../../tests/factories/media';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp, type TestCall } from '../../../../tests/harness/build-test-app';
import { operatorActs } from '../../../db/schema/operators';

let app: TestApp;
let moderator: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
beforeEach(async () => {
  moderator = await buildOperator(app, 'moderator');
});

const as = <N extends EndpointName>(name: N, input: TestCall = {}) => app.call(name, { as: moderator.token, ...input });
const open = (id: string) => as('openDocuments', { params: { id } });
const decide = (id: string, body: object) => as('decideCreator', { params: { id }, body });
const readLog = () => app.context.db.select().from(operatorActs).orderBy(desc(operatorActs.seq));

async function send(creator: BuiltPerformer, content?: Buffer): Promise<void> {
  const photo = content ?? (await buildPhoto());
  for (const type of ['idVerification', 'documentVerification'])
    await app.call('uploadDocument', { as: creator.token, params: { type }, files: { file: { content: photo } } });
}

async function buildWaiting(overrides: Parameters<typeof buildPerformer>[1] = {}, content?: Buffer) {
  const creator = await buildPerformer(app, { verifiedDocument: false, dateOfBirth: '1990-01-01', ...overrides });
  await send(creator, content);
  return creator;
}

describe('GET /admin/review', () => {
  it('lists creators whose documents wait, oldest first, page by page', async () => {
    const first = await buildWaiting();
    await buildPerformer(app);
    await buildPerformer(app, { verifiedDocument: false });
    app.clock.advance({ hours: 3 });
    const approved = await buildPerformer(app);
    await send(approved);
    moderator = { ...moderator, token: await app.services.session.open(moderator.id) };
    const { data } = await as('listCreatorsToReview');
    expect(data).toEqual({
      total: 2,
      data: [
        expect.objectContaining({ _id: first.id, isApproved: false, isSecondTry: false }),
        expect.objectContaining({ _id: approved.id, isApproved: true }),
      ],
    });
    const second = await as('listCreatorsToReview', { query: { limit: 1, offset: 1 } });
    expect(second.data).toMatchObject({ total: 2, data: [{ _id: approved.id }] });
  });

  it('omits closed accounts and creators who were decided on, and marks a second try', async () => {
    const creator = await buildWaiting();
    const find = async () =>
      (await as('listCreatorsToReview', { query: { limit: 100 } })).data.data.find(({ _id }) => _id === creator.id);
    const { revision } = (await open(creator.id)).data;
    await decide(creator.id, { decision: 'rejected', revision, reason: 'The lower edge is cut off.' });
    expect(await find()).toBeUndefined();
    await send(creator);
    expect(await find()).toMatchObject({ isSecondTry: true });
    await as('closeAccount', { params: { id: creator.id }, body: { reason: 'Spam' } });
    expect(await find()).toBeUndefined();
  });
});

describe('GET /admin/review/:id', () => {
  it('shows what was typed beside the countries of log-ins and others of that name, but no documents', async () => {
    const named = { firstName: 'Mira', lastName: 'Okafor', country: 'IE' };
    const creator = await buildWaiting(named);
    const twin = await buildPerformer(app, { ...named, firstName: 'MIRA', dateOfBirth: '1990-01-01' });
    await buildPerformer(app, { ...named, dateOfBirth: '1991-01-01' });
    await app.services.session.open(creator.id, { ip: '8.8.8.8' });
    const { data } = await as('readCreatorToReview', { params: { id: creator.id } });
    expect(data).toMatchObject({
      firstName: 'Mira',
      country: 'IE',
      loginCountries: ['US'],
      dateOfBirth: '1990-01-01',
      age: expect.any(Number),
      minimumAge: 18,
      isWaiting: true,
      sameName: [{ _id: twin.id, name: twin.account.name, username: twin.account.username }],
    });
    expect(data.verifiedEmail).toBe(creator.account.verifiedEmail);
    expect(JSON.stringify(data)).not.toContain('/media/');
    const fan = await buildUser(app);
    expect((await as('readCreatorToReview', { params: { id: fan.id } })).status).toBe(404);
  });

  it('says that nothing was compared if no name was given', async () => {
    const creator = await buildWaiting({ firstName: null, lastName: null, verifiedEmail: false });
    const { data } = await as('readCreatorToReview', { params: { id: creator.id } });
    expect(data).toMatchObject({ firstName: '', lastName: '', verifiedEmail: false, sameName: null });
  });
});

describe('POST /admin/review/:id/documents', () => {
  it('W-5: opens the documents for this operator only, for minutes, and logs each opening', async () => {
    const creator = await buildWaiting();
    const { data } = await open(creator.id);
    expect(data.documents).toMatchObject([
      { title: 'Photo of their ID', status: 'waiting', mimeType: expect.stringContaining('image/') },
      { title: 'Photo of them holding it', status: 'waiting' },
    ]);
    const [line] = await readLog();
    expect(line).toMatchObject({
      act: 'documents.opened',
      operatorId: moderator.id,
      subjectId: creator.id,
      via: 'console',
    });
    const link = new URL(data.documents[0]?.url ?? '');
    expect(link.searchParams.get('v')).toBe(moderator.id);
    const fetchAs = (token?: string) =>
      app.http.inject({ url: link.pathname + link.search, headers: token ? { authorization: token } : {} });
    await app.jobs.drain();
    expect((await fetchAs(moderator.token)).statusCode).toBe(200);
    expect((await fetchAs((await buildOperator(app)).token)).statusCode).toBe(403);
    app.clock.advance({ minutes: 16 });
    expect((await fetchAs()).statusCode).toBe(403);
  });

  it('I-5: needs a recent proof of identity', async () => {
    const creator = await buildWaiting();
    app.clock.advance({ minutes: 11 });
    expect((await open(creator.id)).body.error).toBe('FRESH_LOGIN_REQUIRED');
    expect((await readLog()).filter(({ subjectId }) => subjectId === creator.id)).toEqual([]);
  });

  it('W-5: is the only way to the documents, also for operators who know their ids', async () => {
    const creator = await buildWaiting();
    await open(creator.id);
    const [line] = await readLog();
    const ids = (line?.details['fileIds'] ?? []) as string[];
    expect(ids).toHaveLength(2);
    for (const id of ids) expect((await as('getFileStatus', { params: { id } })).status).toBe(404);
  });

  it('names other accounts that sent the very same file, and says what each of them may do', async () => {
    const photo = await buildPhoto({ width: 300, height: 200 });
    const other = await buildWaiting({ name: 'Ada' }, photo);
    const approved = await buildPerformer(app, { name: 'Bea' });
    await send(approved, photo);
    await buildWaiting();
    const creator = await buildWaiting({}, photo);
    await app.jobs.drain();
    expect((await open(creator.id)).data.sameDocument).toMatchObject([
      { _id: other.id, kind: 'performer', isApproved: false, isClosed: false },
      { _id: approved.id, isApproved: true },
    ]);
  });
});

describe('POST /admin/review/:id/decision', () => {
  it('approves, so that the creator can publish, and mails them', async () => {
    const creator = await buildWaiting();
    const { revision } = (await open(creator.id)).data;
    expect((await decide(creator.id, { decision: 'approved', revision })).data).toEqual({ success: true });
    expect((await app.call('getMyPerformer', { as: creator.token })).data.verifiedDocument).toBe(true);
    expect((await readLog())[0]).toMatchObject({ act: 'creator.approved', subjectId: creator.id });
    await app.jobs.drain();
    expect(app.mails.at(-1)?.to).toBe(creator.account.email);
  });

  it('rejects with a reason that the creator reads as it is, and never without one', async () => {
    const creator = await buildWaiting();
    const { revision } = (await open(creator.id)).data;
    expect((await decide(creator.id, { decision: 'rejected', revision, reason: ' ' })).status).toBe(400);
    await decide(creator.id, { decision: 'rejected', revision, reason: 'The lower edge is cut off.' });
    await app.jobs.drain();
    expect(app.mails.at(-1)?.text).toContain('The lower edge is cut off.');
    expect((await readLog())[0]).toMatchObject({
      act: 'creator.rejected',
      details: { reason: 'The lower edge is cut off.' },
    });
  });

  it('refuses a decision on documents that were replaced, on minors and on fans', async () => {
    const creator = await buildWaiting();
    const { revision } = (await open(creator.id)).data;
    await send(creator);
    expect((await decide(creator.id, { decision: 'approved', revision })).body.error).toBe('CHANGED_ELSEWHERE');
    const young = await buildWaiting({ dateOfBirth: '2020-01-01' });
    const opened = (await open(young.id)).data;
    const reply = await decide(young.id, { decision: 'approved', revision: opened.revision });
    expect(reply.body.error).toBe('UNDER_AGE');
    const fan = await buildUser(app);
    expect((await decide(fan.id, { decision: 'approved', revision })).status).toBe(404);
  });
});
