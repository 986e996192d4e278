import { operatorRoles, roleMay, type OperatorRole, type Permission } from '@contract/base/operator-roles';
import type { Route } from '@contract/base/define';
import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { buildOperator } from '../../../tests/factories/operator';
import { buildPerformer } from '../../../tests/factories/performer';
import { buildUser } from '../../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../../tests/harness/build-test-app';

const getRoute = (name: EndpointName): Route => routes[name];
const consoleCalls = (Object.keys(routes) as EndpointName[])
  .filter((name) => getRoute(name).access === 'admin')
  .map((name) => [name, getRoute(name).permission] as const);

/** Callers that are no operators; a guest sends no token. */
const others = ['fan', 'creator', 'roleless administrator', 'guest'] as const;
type CallerName = OperatorRole | (typeof others)[number];

const mayCall = (caller: CallerName, permission: Permission | undefined): boolean =>
  operatorRoles.some((role) => role === caller && permission !== undefined && roleMay(role, permission));

describe('W-12: every call of the console', () => {
  let app: TestApp;
  const tokens = new Map<CallerName, string>();
  beforeAll(async () => {
    app = await buildTestApp();
    for (const role of operatorRoles) tokens.set(role, (await buildOperator(app, role)).token);
    tokens.set('fan', (await buildUser(app)).token);
    tokens.set('creator', (await buildPerformer(app)).token);
    tokens.set('roleless administrator', (await buildUser(app, { roles: ['user', 'admin'] })).token);
  });
  afterAll(() => app.close());

  const callAs = (name: EndpointName, caller: CallerName) => {
    const { path, method } = getRoute(name);
    const params = Object.fromEntries([...path.matchAll(/:(\w+)/g)].map(([, place = '']) => [place, '0'.repeat(24)]));
    return app.call(name, { params, as: tokens.get(caller), ...(method !== 'GET' && { body: {} }) });
  };

  it.each(consoleCalls)('%s needs a permission (%s)', (_name, permission) => {
    expect(permission).toBeDefined();
  });

  const matrix = consoleCalls.flatMap(([name, permission]) =>
    [...operatorRoles, ...others].map((caller) => ({ name, caller, isAllowed: mayCall(caller, permission) })),
  );

  const refused = matrix.filter(({ isAllowed }) => !isAllowed);
  it.each(refused.filter(({ caller }) => caller !== 'guest'))('$name refuses $caller', async ({ name, caller }) => {
    const { body } = await callAs(name, caller);
    expect(body).toEqual({ statusCode: 403, message: 'Forbidden resource', error: 'Forbidden' });
  });

  it.each(refused.filter(({ caller }) => caller === 'guest'))('$name refuses $caller', async ({ name, caller }) => {
    expect((await callAs(name, caller)).status).toBe(401);
  });

  it.each(matrix.filter(({ isAllowed }) => isAllowed))('$name lets $caller in', async ({ name, caller }) => {
    const reply = await callAs(name, caller);
    // The body is empty and the id unknown, so that the call may be refused for these.
    expect([200, 400, 404, 422]).toContain(reply.status);
  });
});
