import type { Route } from '@contract/base/define';
import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { buildPerformer } from '../factories/performer';
import { buildOperator } from '../factories/operator';
import { buildUser, PASSWORD, type BuiltPerson } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

const getRoute = (name: EndpointName): Route => routes[name];
const served = Object.keys(routes) as EndpointName[];
const closed = served.filter((name) => !['public', 'optional'].includes(getRoute(name).access));
const oneRole = served.filter((name) => ['user', 'performer', 'admin'].includes(getRoute(name).access));

describe('cookies and roles', () => {
  let app: TestApp;
  let fan: BuiltPerson;
  let creator: BuiltPerson;
  beforeAll(async () => {
    app = await buildTestApp();
    [fan, creator] = [await buildUser(app), await buildPerformer(app)];
  });
  afterAll(() => app.close());

  const call = (
    name: EndpointName,
    { as, ...rest }: { as?: string; headers?: object; query?: object; body?: object },
  ) =>
    app.call(name, {
      params: { id: fan.id, type: 'feeds', a: 'GB', b: 'Kent', provider: 'google' },
      ...(as !== undefined && { as }),
      query: { ...rest.query },
      headers: { ...rest.headers },
      ...(getRoute(name).method !== 'GET' && { body: { ...rest.body } }),
    });

  // Another site can make a browser send cookies, but not headers, so it cannot act for an account.
  it.each(closed)('I-10: %s does not accept a token in a cookie', async (name) => {
    for (const { token } of [fan, creator]) {
      const { status } = await call(name, { headers: { cookie: `token=${token}; Authorization=${token}` } });
      expect(status).toBe(401);
    }
  });

  it('I-10: the API sets no cookie, not even at a login', async () => {
    const login = { body: { username: fan.account.username, password: PASSWORD } };
    const replies = [
      await app.call('login', login),
      await app.call('getSettings'),
      await app.call('getMe', { as: fan.token }),
      await app.call('getMe'),
      await app.call('logout', { as: fan.token }),
    ];
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 401, 200]);
    expect(replies.filter(({ headers }) => 'set-cookie' in headers)).toEqual([]);
    fan = await buildUser(app);
  });

  const claim = { role: 'performer', roles: ['admin'], isPerformer: true, isAdmin: true, kind: 'performer' };
  it.each(oneRole)('I-11: %s ignores any role that a caller claims', async (name) => {
    const wrong = getRoute(name).access === 'user' ? creator : fan;
    const cookie = `token=${wrong.token}; role=${getRoute(name).access}; isPerformer=true; isAdmin=true`;
    const headers = { cookie, role: 'admin', 'x-role': getRoute(name).access };
    const { status, body } = await call(name, { as: wrong.token, headers, query: claim, body: claim });
    expect([status, body.message]).toEqual([403, 'Forbidden resource']);
  });

  it('I-11: accounts cannot change their own role', async () => {
    const { status, data } = await app.call('updateMe', { as: fan.token, body: { ...claim, name: 'Rolf' } });
    expect([status, data]).toMatchObject([200, { name: 'Rolf', isPerformer: false, roles: ['user'] }]);
    const body = { ...claim, email: 'rolf@role.test', password: PASSWORD };
    expect((await app.call('registerUser', { body })).status).toBe(200);
    const login = await app.call('login', { body: { username: 'rolf@role.test', password: PASSWORD, ...claim } });
    expect(await app.services.session.findActor(login.data.token)).toMatchObject({ kind: 'user', operatorRole: null });
  });

  it('I-11: a role that was removed has no effect from the next request on', async () => {
    const [owner, admin] = [await buildOperator(app), await buildOperator(app)];
    const ask = () => app.call('listBlockedCountries', { as: admin.token });
    expect((await ask()).status).toBe(200);
    await app.services.operator.setRole(admin.account.email ?? '', null, {
      id: owner.id,
      role: 'owner',
      via: 'command',
    });
    expect((await ask()).status).toBe(403);
  });
});
