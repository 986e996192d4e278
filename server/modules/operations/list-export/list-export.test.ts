import { desc } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { operatorActs } from '../../../db/schema/operators';
import { payoutRequests } from '../../../db/schema/payouts';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { runOperatorCommand } from '../../../cli/operator-commands';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let owner: BuiltPerson;
let creator: BuiltPerformer;
let fan: BuiltPerson;
beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildOperator(app, 'owner');
  creator = await buildPerformer(app, { name: '=HYPERLINK("http://evil.test")' });
  fan = await buildUser(app, { name: 'Zoë, "the" Marsh', wallet: cents(10_000) });
  await app.context.db.insert(payoutRequests).values([
    { performerId: creator.id, amount: cents(5_000), accountType: 'banking', accountInfo: {}, status: 'pending' },
    { performerId: creator.id, amount: cents(7_050), accountType: 'paypal', accountInfo: {}, status: 'done' },
  ]);
});
afterAll(() => app.close());

const readActs = async () => {
  const [line] = await app.context.db.select().from(operatorActs).orderBy(desc(operatorActs.seq)).limit(1);
  return line;
};

const splitLines = (content: string): string[] => content.trimEnd().split('\r\n');

it('payouts are written with the filters of the list, and the log keeps the download', async () => {
  const { data } = await app.call('exportPayouts', { as: owner.token, body: { status: 'done' } });
  expect(data).toMatchObject({ count: 1, total: 1 });
  const [header, row, ...more] = splitLines(data.content);
  expect(header).toBe(
    'id,creator,username,amount,fee,net,paid_to,account_ends_in,status,reason_code,reason,reference,requested_at,decided_at,paid_at',
  );
  expect(row).toContain(',70.50,0.00,70.50,paypal,');
  expect(more).toEqual([]);
  expect(await readActs()).toMatchObject({
    operatorId: owner.id,
    act: 'list.downloaded',
    subjectKind: 'site',
    subjectId: 'payouts',
    details: { rows: 1, listed: 1, status: 'done' },
  });
});

it('names that a spreadsheet would run are text, and quotes are kept', async () => {
  const { data } = await app.call('exportPeople', { as: owner.token, body: {} });
  expect(data.content).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(data.content).toContain('"Zoë, ""the"" Marsh"');
  expect(data.content).toContain(fan.account.email);
});

it('orders are those that the list shows', async () => {
  const { _id: productId } = await buildProduct(app, creator, { stock: 5 });
  const home = { name: 'Home', country: 'PT', state: 'Lisboa', city: 'Lisboa', streetNumber: '1', streetAddress: 'Rua', zipCode: '1100-001' }; // prettier-ignore
  const { data: address } = await app.call('createAddress', { as: fan.token, body: home });
  const lines = [{ productId, quantity: 1 }];
  const body = { lines, deliveryAddressId: address._id, payBy: 'wallet', expectedTotal: 20 };
  const bought = await app.call('checkoutOrders', { as: fan.token, body });
  const listed = (await app.call('searchAllOrders', { as: owner.token, query: {} })).data;
  const { data } = await app.call('exportOrders', { as: owner.token, body: {} });
  expect([data.count, data.total]).toEqual([listed.total, listed.total]);
  expect(data.content).toContain(`${bought.data.orders[0]?._id},${bought.data.orders[0]?.orderNumber},`);
  expect(data.content).toContain(',1,20.00,');
});

it('payments and the log have a header even without rows', async () => {
  const payments = (await app.call('exportPayments', { as: owner.token, body: { status: 'fail' } })).data;
  expect(splitLines(payments.content)).toEqual([
    'id,gateway_id,type,payer,creator,total,tax,status,card,failure,created_at,booked_at',
  ]);
  const log = (await app.call('exportOperatorLog', { as: owner.token, body: { act: 'list.downloaded' } })).data;
  expect(splitLines(log.content).length).toBe(log.count + 1);
  expect(log.content).toContain('list.downloaded');
});

describe('an export of more rows than fit in a part', () => {
  const ROWS = 5_200;
  const readIds = (content: string) => splitLines(content).map((line) => line.split(',')[0] ?? '');
  /** Most of them were requested in the same millisecond. */
  beforeAll(async () => {
    const at = new Date('2026-10-01T10:00:00.000Z');
    const build = (index: number) => ({
      performerId: creator.id,
      amount: cents(100 + index),
      accountType: 'banking' as const,
      accountInfo: {},
      status: index % 2 === 0 ? ('rejected' as const) : ('approved' as const),
      createdAt: index < 4_000 ? at : new Date(at.getTime() + index),
    });
    for (let from = 0; from < 2 * ROWS; from += 1_000)
      await app.context.db
        .insert(payoutRequests)
        .values(Array.from({ length: Math.min(1_000, 2 * ROWS - from) }, (_, index) => build(from + index)));
  });

  it.each(['rejected', 'approved'] as const)(
    'comes in parts that have every row once, in the order of the list: %s',
    async (status) => {
      const total = ROWS;
      const parts: string[][] = [];
      let after: string | null | undefined;
      do {
        const body = { status, ...(after && { after }) };
        const { data } = await app.call('exportPayouts', { as: owner.token, body });
        expect(data.total).toBe(total);
        const ids = readIds(data.content);
        expect(ids[0] === 'id').toBe(parts.length === 0);
        parts.push(ids.filter((id) => id !== 'id'));
        expect(parts.at(-1)).toHaveLength(data.count);
        expect((await readActs())?.details).toMatchObject({ rows: data.count, listed: total, status });
        after = data.next;
      } while (after !== null);
      expect(parts.map(({ length }) => length)).toEqual([2_000, 2_000, total - 4_000]);
      const found = parts.flat();
      expect(new Set(found).size).toBe(total);
      const offset = 1_990;
      const { data } = await app.call('searchPayouts', { as: owner.token, query: { status, offset, limit: 20 } });
      expect(data.data.map(({ _id }) => _id)).toEqual(found.slice(offset, offset + 20));
    },
  );

  it('is printed part by part by the export command', async () => {
    const printed: string[] = [];
    const print = (text: string) => void printed.push(text);
    const words = ['export', 'payouts', 'status=rejected', '--as', owner.account.email ?? ''];
    const rest = await runOperatorCommand({ services: app.services, jobs: app.jobs, print }, words);
    expect(printed.map((part) => splitLines(part).length)).toEqual([2_001, 2_000]);
    expect(splitLines(rest)).toHaveLength(ROWS - 4_000);
    const whole = splitLines(await runAdmin(app, 'export', 'payouts', 'status=rejected'));
    expect([whole.length, new Set(whole).size]).toEqual([ROWS + 1, ROWS + 1]);
  });

  it('continues after a given row, in the other lists as well', async () => {
    await buildUser(app);
    const people = (await app.call('searchPeople', { as: owner.token, query: {} })).data;
    const last = people.data[0];
    const body = { after: `${last?.createdAt}_${last?._id}` };
    const rest = (await app.call('exportPeople', { as: owner.token, body })).data;
    expect(readIds(rest.content)).toEqual(people.data.slice(1).map(({ _id }) => _id));
    const log = (await app.call('searchOperatorLog', { as: owner.token, query: {} })).data;
    const line = log.data[0];
    const older = await app.call('exportOperatorLog', {
      as: owner.token,
      body: { after: `${line?.at}_${line?._id}` },
    });
    expect(readIds(older.data.content).slice(0, 3)).toEqual(log.data.slice(1, 4).map(({ _id }) => _id));
    const orders = (await app.call('searchAllOrders', { as: owner.token, query: {} })).data;
    const order = orders.data[0];
    const fewer = await app.call('exportOrders', {
      as: owner.token,
      body: { after: `${order?.createdAt}_${order?._id}` },
    });
    expect([fewer.data.count, fewer.data.total]).toEqual([orders.total - 1, orders.total]);
    const wrong = { after: 'x' };
    expect((await app.call('exportPayments', { as: owner.token, body: wrong })).status).toBe(400);
  });
});

it('unknown filters are refused, and nothing is logged', async () => {
  const before = (await readActs())?.seq;
  expect((await app.call('exportPayouts', { as: owner.token, body: { status: 'lost' } })).status).toBe(400);
  expect((await readActs())?.seq).toBe(before);
});

it('each list is a command, too', async () => {
  expect(await runAdmin(app, 'export', 'payouts', 'status=pending')).toContain(',50.00,0.00,50.00,banking,');
  expect(await readActs()).toMatchObject({ act: 'list.downloaded', via: 'command', subjectId: 'payouts' });
  for (const list of ['orders', 'payments', 'people', 'log'])
    expect(await runAdmin(app, 'export', list)).toContain(list === 'log' ? 'line,' : 'id,');
  await expect(runAdmin(app, 'export', 'people', 'all')).rejects.toThrow('name=value');
});
