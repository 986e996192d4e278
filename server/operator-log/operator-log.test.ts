import { sql } from 'drizzle-orm';
import { buildOperator } from '../../tests/factories/operator';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import type { Operator } from '../access';
import { inTransaction } from '../db/transaction';
import { checkOperatorLog } from './check-log';
import { recordAct } from './record-act';

let app: TestApp;
let operator: Operator;
beforeEach(async () => {
  app = await buildTestApp();
  operator = { id: (await buildOperator(app)).id, role: 'owner', via: 'command' };
});
afterEach(() => app.close());

const record = (reason: string) =>
  inTransaction(app.context.db, (tx) =>
    recordAct(tx, operator, { act: 'show.ended', subject: { kind: 'show', id: 'one' }, details: { reason } }),
  );

/** As somebody with full access to the database would, past the triggers. */
const tamper = (statement: ReturnType<typeof sql>) =>
  inTransaction(app.context.db, async (tx) => {
    await tx.execute(sql`set local session_replication_role = replica`);
    await tx.execute(statement);
  });

describe('W-12: the log of operators', () => {
  it('numbers its lines without gaps, also for concurrent acts and after a failed one', async () => {
    await Promise.all(Array.from({ length: 20 }, (_, index) => record(`reason ${index}`)));
    const failing = inTransaction(app.context.db, async (tx) => {
      await recordAct(tx, operator, { act: 'show.ended', subject: { kind: 'show', id: 'one' } });
      throw new Error('the act failed');
    });
    await expect(failing).rejects.toThrow('the act failed');
    await record('last');
    const { rows } = await app.context.db.execute(sql`select max(seq)::int as last, count(*)::int from operator_acts`);
    expect(rows).toEqual([{ last: 21, count: 21 }]);
    expect(await checkOperatorLog(app.context.db)).toEqual([]);
  });

  it.each([
    ['changed', sql`update operator_acts set act = 'page.saved'`],
    ['deleted', sql`delete from operator_acts`],
    ['emptied', sql`truncate operator_acts`],
  ])('cannot be %s', async (_how, statement) => {
    await record('one');
    await expect(app.context.db.execute(statement)).rejects.toMatchObject({
      cause: expect.objectContaining({ message: 'the log of operators can only grow' }),
    });
  });

  it.each([
    ['an edited line', sql`update operator_acts set details = '{}' where seq = 2`, ['line 2']],
    ['another operator', sql`update operator_acts set role = 'support' where seq = 1`, ['line 1']],
    ['a missing line', sql`delete from operator_acts where seq = 2`, ['line 3']],
    ['missing lines at the end', sql`delete from operator_acts where seq > 1`, ['line 3']],
    ['an emptied log', sql`delete from operator_acts`, ['line 3']],
    [
      'an edited line with a new hash of its own',
      sql`update operator_acts a set details = '{"reason":"x"}', hash = operator_act_hash(a) where seq = 2`,
      ['line 2'],
    ],
  ])('is not whole with %s', async (_what, statement, subjects) => {
    for (const reason of ['one', 'two', 'three']) await record(reason);
    await tamper(statement);
    expect((await checkOperatorLog(app.context.db)).map(({ subject }) => subject)).toEqual(subjects);
  });
});
