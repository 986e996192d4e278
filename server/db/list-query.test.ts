import type { EndpointSchema, Route } from '@contract/base/define';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { buildPerformer } from '../../tests/factories/performer';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { columnNamed } from './list-query';
import { accounts } from './schema/accounts';

const inherited = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

const isOrdered = (name: EndpointName): boolean => {
  const { query } = schemas[name] as EndpointSchema;
  return query !== undefined && 'shape' in query && Object.hasOwn(query.shape as object, 'sortBy');
};
const lists = (Object.keys(routes) as EndpointName[]).filter(isOrdered);

describe('F-5: a list sorted by a name that is not one of its columns', () => {
  let app: TestApp;
  let tokens: Record<Route['access'], string>;
  beforeAll(async () => {
    app = await buildTestApp();
    const fan = (await buildUser(app)).token;
    const performer = (await buildPerformer(app)).token;
    const admin = (await buildUser(app, { roles: ['user', 'admin', 'owner'] })).token;
    tokens = { public: fan, optional: fan, signedIn: performer, user: fan, performer, admin };
  });
  afterAll(() => app.close());

  it.each(lists)('%s ignores the order', async (name) => {
    const route: Route = routes[name];
    const ids = [...route.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, 'f'.repeat(24)] as const);
    const call = { as: tokens[route.access], params: Object.fromEntries(ids) };
    const plain = await app.call(name, call);
    for (const sortBy of inherited) {
      const { status, body } = await app.call(name, { ...call, query: { sortBy } });
      expect({ sortBy, status, body }).toEqual({ sortBy, status: plain.status, body: plain.body });
    }
  });

  it('has no columns by the names of inherited properties', () => {
    const columns = { name: accounts.name };
    expect(columnNamed(columns, 'name')).toBe(accounts.name);
    for (const name of [undefined, 'password_hash', ...inherited]) expect(columnNamed(columns, name)).toBeUndefined();
  });
});
