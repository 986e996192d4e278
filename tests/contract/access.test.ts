import type { z } from 'zod';
import type { EndpointSchema, Route } from '@contract/base/define';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { listBindings } from '../../server/modules/index';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

const names = Object.keys(routes) as EndpointName[];
const getRoute = (name: EndpointName): Route => routes[name];
const getSchema = (name: EndpointName): EndpointSchema => schemas[name];
const unknownId = '0'.repeat(24);

/** Valid values for each path parameter, so that only the id can be wrong. */
function getParams(name: EndpointName, id: string): Record<string, string> {
  const places = [...getRoute(name).path.matchAll(/:(\w+)/g)].map((match) => match[1] ?? '');
  const words: Record<string, string> = { type: 'feeds', a: 'GB', b: 'Kent' };
  return Object.fromEntries(places.map((place) => [place, place === 'id' ? id : (words[place] ?? id)]));
}

const accepts = (schema: z.ZodType | undefined, value: unknown) => !schema || schema.safeParse(value).success;

describe('every endpoint of the contract', () => {
  let app: TestApp;
  let user: string;
  let performer: string;
  beforeAll(async () => {
    app = await buildTestApp();
    user = (await buildUser(app)).token;
    performer = (await buildPerformer(app)).token;
  });
  afterAll(() => app.close());

  const callWith = (name: EndpointName, as: string | undefined, id = unknownId) =>
    app.call(name, { params: getParams(name, id), as, ...(getRoute(name).method !== 'GET' && { body: {} }) });

  it('there is one handler for each endpoint that is not listed as planned', () => {
    const bound = listBindings(app.domains).map((binding) => binding.name);
    expect([...bound].sort()).toEqual([...names].sort());
  });

  const closed = names.filter((name) => getRoute(name).access !== 'public' && getRoute(name).access !== 'optional');
  it.each(closed)('%s rejects a guest', async (name) => {
    const reply = await callWith(name, undefined);
    expect(reply.status).toBe(401);
    expect(reply.body).toMatchObject({ statusCode: 401, message: 'Unauthorized' });
  });

  const readsToken = names.filter((name) => getRoute(name).access !== 'public');
  it.each(readsToken)('%s rejects an invalid token', async (name) => {
    expect((await callWith(name, 'a-token-nobody-was-given')).status).toBe(401);
  });

  const oneRole = names.filter((name) => ['user', 'performer', 'admin'].includes(getRoute(name).access));
  it.each(oneRole)('%s rejects the wrong kind of account', async (name) => {
    const { access } = getRoute(name);
    const wrong = access === 'user' ? performer : user;
    const reply = await callWith(name, wrong);
    expect(reply.status).toBe(403);
    expect(reply.body).toEqual({ statusCode: 403, message: 'Forbidden resource', error: 'Forbidden' });
  });

  const tokenFor = (name: EndpointName) => (getRoute(name).access === 'performer' ? performer : user);
  const isCallable = (name: EndpointName) => getRoute(name).access !== 'admin';

  const needsBody = names.filter(
    (name) => isCallable(name) && !getRoute(name).upload && getSchema(name).body && !accepts(getSchema(name).body, {}),
  );
  // Promises F-5.
  it.each(needsBody)('%s rejects an empty body', async (name) => {
    const reply = await callWith(name, tokenFor(name));
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ statusCode: 400, error: 'Bad Request' });
    expect(Array.isArray(reply.body.message)).toBe(true);
  });

  const strictId = names.filter(
    (name) =>
      isCallable(name) &&
      getRoute(name).path.includes(':id') &&
      !getRoute(name).upload &&
      !accepts(getSchema(name).params, getParams(name, 'not-an-id')),
  );
  it.each(strictId)('%s rejects a malformed id', async (name) => {
    expect((await callWith(name, tokenFor(name), 'not-an-id')).status).toBe(400);
  });

  const reads = names.filter(
    (name) => isCallable(name) && getRoute(name).method === 'GET' && getRoute(name).path.includes(':id'),
  );
  it.each(reads)('%s returns 404 for an unknown id', async (name) => {
    const reply = await callWith(name, tokenFor(name));
    expect(reply.status).toBe(404);
    expect(reply.body).toMatchObject({ statusCode: 404, error: 'ENTITY_NOT_FOUND' });
  });

  const writes = names.filter(
    (name) =>
      isCallable(name) &&
      getRoute(name).method !== 'GET' &&
      getRoute(name).path.includes(':id') &&
      !getRoute(name).upload &&
      accepts(getSchema(name).body, {}),
  );
  it.each(writes)('%s changes nothing for an unknown id', async (name) => {
    const reply = await callWith(name, tokenFor(name));
    expect([403, 404, 422]).toContain(reply.status);
    expect(reply.body).toMatchObject({ statusCode: reply.status, message: expect.anything() });
  });

  it('an unknown path gets the response body of compatible backends', async () => {
    const reply = await app.http.inject({ method: 'GET', url: '/no/such/place' });
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toEqual({
      statusCode: 404,
      message: 'Cannot GET /no/such/place',
      error: 'Not Found',
      requestId: reply.headers['x-request-id'],
    });
  });

  it('the OpenAPI document lists every served endpoint', async () => {
    const { paths } = (await app.http.inject('/openapi.json')).json<{
      paths: Record<string, Record<string, unknown>>;
    }>();
    const shown = new Set(
      Object.entries(paths).flatMap(([path, methods]) =>
        Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
      ),
    );
    const expected: string[] = names.map(
      (name) => `${getRoute(name).method} ${getRoute(name).path.replace(/:(\w+)/g, '{$1}')}`,
    );
    // Resumable uploads use a protocol of their own.
    for (const method of ['HEAD', 'PATCH', 'DELETE']) expected.push(`${method} /files/uploads/{id}`);
    expected.push('POST /files/uploads');
    expect(expected.filter((call) => !shown.has(call))).toEqual([]);
  });
});
