import { z } from 'zod';
import type { EndpointSchema, Route } from '@contract/base/define';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { soak, soakSeed } from '../harness/soak';

/** Odd values for fields of any type. The API must reject or accept them, but never fail. Promises F-5. */
const odd: unknown[] = [
  '', ' ', 'a', 'null', 'undefined', 'true', '0', '-1', '1e309', 'NaN', '99999999999999999999', '2026-02-30', '\0', 'a\0b',
  '\ud800', '💜'.repeat(40), 'x'.repeat(30_000), "'; drop table accounts; --", '%', '\\', '${7*7}', '../../etc/passwd', '__proto__',
  'f'.repeat(24), 'F'.repeat(24), '0'.repeat(24), 'https://example.test/x', 'a@example.test', '+351912345678', 'PT', 'price',
  0, -1, 1, 0.1, 2 ** 31, 2 ** 53, 1e308, -1e308, true, false, null, [], [null], [[]], ['a', 'a'], Array.from({ length: 400 }, () => 'a'),
  {}, { a: 1 }, { toString: 1 }, { $gt: '' }, [{}], [{ _id: 'x' }],
]; // prettier-ignore

/** Values that no form sends. Promises F-10. */
const hostile: unknown[] = [
  '\0', 'a\0b.jpg', '\u202egpj.exe', '\u2066\u2069', '\u200b', 'a\u200d\u200cb', '\u3164', '\ufeff\ufffe', '\ud800', 'a'.repeat(300) + '\u0301'.repeat(300),
  '0000-01-01', '0001-01-01T00:00:00.000Z', '9999-12-31', '9999-12-31T23:59:59.999Z', '-000001-01-01T00:00:00Z', '+275760-09-13T00:00:00.000Z', '+012345-01-01',
  'https://user:password@example.test/', 'moderator', Number.MAX_VALUE, ['\0', '\u202e'], { '\0': '\0', '\u202e': 1 },
]; // prettier-ignore

function createRandom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

const inText = (value: unknown): string | string[] => {
  if (Array.isArray(value)) return value.map((item) => String(inText(item))).slice(0, 50);
  return (typeof value === 'string' ? value : JSON.stringify(value)).replaceAll(/\p{Surrogate}/gu, '');
};

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  anyOf?: JsonSchema[];
  allOf?: JsonSchema[];
}

function namesIn(schema: z.ZodType | undefined): string[] {
  if (!schema) return [];
  const read = ({ properties = {}, anyOf = [], allOf = [] }: JsonSchema): string[] => [
    ...Object.keys(properties),
    ...[...anyOf, ...allOf].flatMap(read),
  ];
  return [...new Set(read(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema))];
}

const names = Object.keys(routes) as EndpointName[];
/** Excluded, because they end the session, and every later request would be rejected. */
const endsSession = new Set<string>(['logout', 'updatePassword', 'endOtherSessions', 'endSession', 'requestDeletion']);
const rounds = 4 * soak;

describe('odd input', () => {
  let app: TestApp;
  let tokens: Record<Route['access'], string>;
  beforeAll(async () => {
    app = await buildTestApp({ LOG_LEVEL: 'silent' });
    const fan = (await buildUser(app)).token;
    const performer = (await buildPerformer(app)).token;
    const admin = (await buildUser(app, { roles: ['user', 'admin', 'owner'] })).token;
    tokens = { public: fan, optional: fan, signedIn: fan, user: fan, performer, admin };
  });
  afterAll(() => app.close());

  it.each(names.filter((name) => !endsSession.has(name)))('does not make %s fail', async (name) => {
    const route: Route = routes[name];
    const schema: EndpointSchema = schemas[name];
    const random = createRandom(soakSeed + names.indexOf(name) + 1);
    const pick = () => odd[random(odd.length)];
    const fill = (part: z.ZodType | undefined, form: (value: unknown) => unknown) => {
      const chosen = namesIn(part).filter(() => random(5) > 0);
      return Object.fromEntries(chosen.map((key) => [key, form(pick())]));
    };
    const asIs = (value: unknown) => value;
    for (let round = 0; round < rounds; round++) {
      const params = Object.fromEntries(
        [...route.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [
          key,
          String(inText(pick()))
            .slice(0, 150)
            .replaceAll(/\p{Surrogate}/gu, '') || 'x',
        ]),
      );
      const body = route.method === 'GET' ? undefined : fill(schema.body, route.upload ? inText : asIs);
      const reply = await app.call(name, {
        params,
        query: fill(schema.query, inText),
        ...(body && { body }),
        ...(route.upload && { files: {} }),
        as: tokens[route.access],
      });
      const said = { name, params, body, status: reply.status };
      const isRefused = reply.status >= 400;
      expect({ ...said, isFailure: reply.status >= 500, statusCode: reply.body.statusCode }).toEqual({
        ...said,
        isFailure: false,
        statusCode: isRefused ? reply.status : undefined,
      });
    }
  });

  it.each(names.filter((name) => !endsSession.has(name)))(
    'F-10: %s rejects or cleans values that no form sends',
    async (name) => {
      const route: Route = routes[name];
      const schema: EndpointSchema = schemas[name];
      const fields = Object.fromEntries(
        (['params', 'query', 'body'] as const).map((part) => [part, namesIn(schema[part])]),
      );
      for (const value of hostile) {
        const fill = (part: string, form: (given: unknown) => unknown) =>
          Object.fromEntries((fields[part] ?? []).map((key) => [key, form(value)]));
        const text = String(inText(value)).slice(0, 150) || 'x';
        const params = Object.fromEntries([...route.path.matchAll(/:(\w+)/g)].map(([, key = '']) => [key, text]));
        const files = Object.fromEntries(
          Object.keys(schema.files ?? {}).map((field) => [field, { content: Buffer.from('%PDF-1.4'), name: text }]),
        );
        const reply = await app.call(name, {
          params,
          query: fill('query', inText),
          ...(route.method !== 'GET' && { body: fill('body', route.upload ? inText : (given) => given) }),
          ...(route.upload && { files }),
          as: tokens[route.access],
        });
        const said = { name, value, status: reply.status };
        expect({ ...said, isFailure: reply.status >= 500 }).toEqual({ ...said, isFailure: false });
      }
    },
  );
});
