import { desc } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { operatorActs } from '../../../db/schema/operators';
import { payoutRequests } from '../../../db/schema/payouts';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildOperator, runAdmin } from '../../../../tests/factories/operator';
import { buildPerformer, type BuiltPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
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
    details: { rows: 1, status: 'done' },
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
    'id,gateway_id,type,payer,creator,total,tax,status,card,failure,created_at',
  ]);
  const log = (await app.call('exportOperatorLog', { as: owner.token, body: { act: 'list.downloaded' } })).data;
  expect(splitLines(log.content).length).toBe(log.count + 1);
  expect(log.content).toContain('list.downloaded');
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
