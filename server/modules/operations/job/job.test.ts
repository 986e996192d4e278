import { eq } from 'drizzle-orm';
import { files } from '../../../db/schema/files';
import { buildStoredPhoto } from '../../../../tests/factories/media';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import type { BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let owner: BuiltPerson;
beforeEach(async () => {
  app = await buildTestApp();
  owner = await buildOperator(app);
});
afterEach(() => app.close());

const read = async () => (await app.call('getJobs', { as: owner.token })).data;
const readActs = async () =>
  (await app.call('searchOperatorLog', { as: owner.token })).data.data.map(({ act, subjectId, details }) => ({
    act,
    subjectId,
    details,
  }));

describe('jobs in the console', () => {
  const failed = {
    id: 'job-1',
    name: 'send-mail',
    attempts: 3,
    failedAt: new Date('2026-11-18T10:00:00Z'),
    requestId: null,
    message: 'the mail server is on fire',
  };

  it('are listed with the state of renewals', async () => {
    vi.spyOn(app.jobs, 'listFailed').mockResolvedValue([failed]);
    vi.spyOn(app.jobs, 'counts').mockResolvedValue({ waiting: 2, failed: 1 });
    const { id: _id, failedAt: _failedAt, ...rest } = failed;
    expect(await read()).toMatchObject({
      waiting: 2,
      failed: [{ ...rest, _id: 'job-1', failedAt: '2026-11-18T10:00:00.000Z' }],
      renewals: [
        { kind: 'creator', paid: 0, nextTry: null },
        { kind: 'platform', paid: 0 },
      ],
      files: [],
    });
  });

  it('stay in sight once retried, with what became of them', async () => {
    vi.spyOn(app.jobs, 'retry').mockResolvedValue(true);
    const find = vi.spyOn(app.jobs, 'find');
    const job = { id: 'job-1', name: 'sweep' };
    const endedAt = new Date('2026-11-18T10:01:00Z');
    const retry = () => app.call('retryJob', { as: owner.token, params: { id: 'job-1' } });
    find.mockResolvedValue([{ ...job, state: 'retry', endedAt: null }]);
    await retry();
    expect((await read()).retried).toMatchObject([
      { _id: 'job-1', name: 'sweep', operatorName: owner.account.name, state: 'waiting', endedAt: null },
    ]);
    find.mockResolvedValue([{ ...job, state: 'failed', endedAt }]);
    expect((await read()).retried).toMatchObject([{ state: 'failed', endedAt: endedAt.toISOString() }]);
    await retry();
    find.mockResolvedValue([{ ...job, state: 'completed', endedAt }]);
    expect((await read()).retried).toMatchObject([{ state: 'done', endedAt: endedAt.toISOString() }]);
    find.mockResolvedValue([]);
    expect((await read()).retried).toMatchObject([{ name: 'sweep', state: 'removed', endedAt: null }]);
  });

  it('are retried and discarded, which the log shows; an unknown one is not', async () => {
    const act = (name: 'retryJob' | 'discardJob') => app.call(name, { as: owner.token, params: { id: 'job-1' } });
    expect((await act('retryJob')).status).toBe(404);
    expect((await act('discardJob')).status).toBe(404);
    expect(await readActs()).toEqual([]);
    const retry = vi.spyOn(app.jobs, 'retry').mockResolvedValue(true);
    const discard = vi.spyOn(app.jobs, 'discard').mockResolvedValue(true);
    expect((await act('retryJob')).data).toEqual({ success: true });
    expect((await act('discardJob')).data).toEqual({ success: true });
    expect(retry).toHaveBeenCalledWith('job-1', expect.anything());
    expect(discard).toHaveBeenCalledWith('job-1', expect.anything());
    expect(await readActs()).toMatchObject([
      { act: 'job.discarded', subjectId: 'job-1' },
      { act: 'job.retried', subjectId: 'job-1' },
    ]);
  });
});

describe('files that were set aside', () => {
  async function buildSetAside() {
    const creator = await buildPerformer(app);
    const { id } = await buildStoredPhoto(app, { ownerId: creator.id, type: 'feed-photo', isPublic: true });
    const broken = { status: 'error', failure: 'Its worker was killed', variants: { original: 'x' } } as never;
    await app.context.db.update(files).set(broken).where(eq(files.id, id));
    return { id, creator };
  }
  const giveUp = (id: string, reason = 'The bytes are lost') =>
    app.call('giveUpSetAsideFile', { as: owner.token, params: { id }, body: { reason } });

  it('are listed with their owner, and can be retried', async () => {
    const { id, creator } = await buildSetAside();
    expect((await read()).files).toMatchObject([
      { _id: id, ownerName: creator.account.name, failure: 'Its worker was killed' },
    ]);
    const retry = () => app.call('retrySetAsideFile', { as: owner.token, params: { id } });
    expect((await retry()).data).toEqual({ success: true });
    expect((await retry()).status).toBe(404);
    expect((await read()).files).toEqual([]);
    expect(await readActs()).toMatchObject([{ act: 'file.retried', subjectId: id }]);
  });

  it('are given up, which tells the owner why', async () => {
    const { id, creator } = await buildSetAside();
    expect((await giveUp(id, ' ')).status).toBe(400);
    expect((await giveUp(id)).data).toEqual({ success: true });
    expect((await giveUp(id)).status).toBe(404);
    expect((await read()).files).toEqual([]);
    expect(await readActs()).toMatchObject([
      { act: 'file.given-up', subjectId: id, details: { reason: 'The bytes are lost' } },
    ]);
    await app.jobs.drain();
    const { data } = await app.call('listNotifications', { as: creator.token });
    expect(JSON.stringify(data.data)).toContain('The bytes are lost');
  });

  it('are given up by command, too', async () => {
    const { id } = await buildSetAside();
    expect(await runAdmin(app, 'files', 'give-up', id, 'lost')).toBe(
      'The file is marked as broken, and its owner was notified.',
    );
    expect((await read()).files).toEqual([]);
  });
});
