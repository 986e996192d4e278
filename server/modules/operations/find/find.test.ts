import { cents } from '@contract/base/money';
import { buildProduct } from '../../../../tests/factories/assets';
import { buildOperator } from '../../../../tests/factories/operator';
import { buildPerformer } from '../../../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';

let app: TestApp;
let owner: BuiltPerson;
let fan: BuiltPerson;
let order: { _id: string; orderNumber: string };
beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildOperator(app, 'owner');
  fan = await buildUser(app, { name: 'Zoë Marsh', username: 'zoemarsh', wallet: cents(10_000) });
  const { _id: productId } = await buildProduct(app, await buildPerformer(app), { stock: 5 });
  const home = { name: 'Home', country: 'PT', state: 'Lisboa', city: 'Lisboa', streetNumber: '1', streetAddress: 'Rua', zipCode: '1100-001' }; // prettier-ignore
  const { data: address } = await app.call('createAddress', { as: fan.token, body: home });
  const lines = [{ productId, quantity: 1 }];
  const body = { lines, deliveryAddressId: address._id, payBy: 'wallet', expectedTotal: 20 };
  order = (await app.call('checkoutOrders', { as: fan.token, body })).data.orders[0]!;
});
afterAll(() => app.close());

const find = async (q: string, as = owner.token) => (await app.call('findInConsole', { as, query: { text: q } })).data;

it('finds a person by email, username, id and name', async () => {
  for (const q of [fan.account.email ?? '', 'zoemarsh', '@zoemarsh', fan.id])
    expect((await find(q))[0]).toMatchObject({ kind: 'person', _id: fan.id, title: 'Zoë Marsh', isExact: true });
  const note = `Fan, @zoemarsh, ${fan.account.email ?? ''}`;
  expect(await find('Zoë')).toContainEqual(expect.objectContaining({ _id: fan.id, isExact: false, note }));
});

it('finds an order by its number, also with the # that emails put before it', async () => {
  for (const q of [order.orderNumber, `#${order.orderNumber}`, order.orderNumber.toLowerCase(), order._id])
    expect((await find(q))[0]).toMatchObject({ kind: 'order', _id: order._id, isExact: true });
});

it('finds only the kinds of records that the operator’s role may read', async () => {
  const accountant = await buildOperator(app, 'accountant');
  const moderator = await buildOperator(app, 'moderator');
  const kinds = async (as: string) => new Set((await find('zoemarsh', as)).map(({ kind }) => kind));
  expect([...(await kinds(accountant.token))]).toEqual(['order']);
  expect([...(await kinds(moderator.token))]).toEqual(['person']);
});

it('finds nothing for an empty search', async () => {
  for (const q of ['', '  ', '#']) expect(await find(q)).toEqual([]);
});
