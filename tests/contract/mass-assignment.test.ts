import { eq } from 'drizzle-orm';
import { z } from 'zod';
import type { EndpointSchema, Route } from '@contract/base/define';
import { routes } from '@contract/index';
import { schemas, type EndpointName } from '@contract/schemas';
import { accounts, performers } from '../../server/db/schema/accounts';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

/** Promises A-8. Unknown keys are dropped by schemas, so these tests check the schemas first, then the server. */

const decidedHere = [
  'wallet',
  'balance',
  'pendingBalance',
  'roles',
  'isAdmin',
  'isPerformer',
  'verifiedDocument',
  'verifiedAccount',
  'verifiedEmail',
  'isFeatured',
  'commission',
  'commissionPercentage',
  'score',
  'stats',
  'totalLike',
  'totalComment',
  'totalView',
  'passwordHash',
  'createdBy',
  'createdAt',
  'updatedAt',
  'publishedAt',
  'isBought',
  'isSubscribed',
];
const secrets = /^(password|passwordHash|hash|tokenHash|salt|secret|twoFactorSecret|recoveryCodes?)$/;

const getSchema = (name: EndpointName): EndpointSchema => schemas[name];
const names = Object.keys(schemas) as EndpointName[];

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  [key: string]: unknown;
}

const describeSchema = (schema: z.ZodType, io: 'input' | 'output'): JsonSchema =>
  z.toJSONSchema(schema, { io, unrepresentable: 'any', reused: 'inline' }) as JsonSchema;

function keysIn(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const own = Object.keys((schema as JsonSchema).properties ?? {});
  return [...own, ...Object.values(schema).flatMap(keysIn)];
}

describe('A-8: request bodies', () => {
  const bodies = names.flatMap((name) => {
    const { body } = getSchema(name);
    // Administrators can set these fields for others.
    const isOfAdmins = (routes[name] as Route).access === 'admin';
    return body && !isOfAdmins ? [{ name, body }] : [];
  });

  it.each(bodies)('$name has no field that only the server may set', ({ body }) => {
    expect(keysIn(describeSchema(body, 'input')).filter((key) => decidedHere.includes(key))).toEqual([]);
  });
});

describe('A-8: responses', () => {
  /** Secrets that the owner is shown once. The salt belongs to a puzzle, and the hash to a line of a log: neither is a secret. */
  const toldOnce: Partial<Record<EndpointName, string[]>> = {
    connectTwoFactor: ['secret'],
    verifyTwoFactor: ['recoveryCodes'],
    renewRecoveryCodes: ['recoveryCodes'],
    createCaptchaChallenge: ['salt'],
    searchOperatorLog: ['hash'],
    createWebhookEndpoint: ['secret'],
    rotateWebhookSecret: ['secret'],
  };

  it.each(names.map((name) => ({ name, data: getSchema(name).data })))('$name contains no secret', ({ name, data }) => {
    const told = keysIn(describeSchema(data, 'output')).filter((key) => secrets.test(key));
    expect([...new Set(told)]).toEqual(toldOnce[name] ?? []);
  });
});

describe('A-8: the server', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp();
  });
  afterAll(() => app.close());

  const wish = {
    wallet: 9_999,
    balance: 9_999,
    pendingBalance: 9_999,
    roles: ['admin'],
    isAdmin: true,
    isPerformer: true,
    verifiedDocument: true,
    verifiedAccount: true,
    verifiedEmail: true,
    isFeatured: true,
    commission: 0,
    commissionPercentage: 0,
    score: 9_999,
    passwordHash: 'x',
    stats: { likes: 9_999 },
    statLikes: 9_999,
  };
  const getRow = async (id: string) => {
    const [account] = await app.context.db.select().from(accounts).where(eq(accounts.id, id));
    const [performer] = await app.context.db.select().from(performers).where(eq(performers.id, id));
    return { ...account, ...performer, updatedAt: null, revision: null };
  };

  it('does not let a fan change such fields of their own account', async () => {
    const fan = await buildUser(app, { verifiedEmail: false });
    const before = await getRow(fan.id);
    const { name, username, email } = fan.account;
    await app.call('updateMe', { as: fan.token, body: { name, username, email, ...wish } });
    expect(await getRow(fan.id)).toEqual(before);
  });

  it('does not let a creator change such fields of their own profile', async () => {
    const creator = await buildPerformer(app, { verifiedDocument: false, verifiedAccount: false });
    const before = await getRow(creator.id);
    const body = { name: creator.account.name, ...wish };
    await app.call('updatePerformer', { as: creator.token, params: { id: creator.id }, body });
    expect(await getRow(creator.id)).toEqual(before);
  });

  it('ignores another author and counts that a creator sends', async () => {
    const creator = await buildPerformer(app);
    const other = await buildPerformer(app);
    const claimed = { performerId: other.id, fromSourceId: other.id, createdBy: other.id, totalLike: 9_999 };
    const post = { type: 'text', text: 'Mine', ...claimed };
    const feed = (await app.call('createFeed', { as: creator.token, body: post })).data;
    const gallery = (await app.call('createGallery', { as: creator.token, body: { title: 'Mine', ...claimed } })).data;
    expect([feed.fromSourceId, feed.totalLike, gallery.performerId]).toEqual([creator.id, 0, creator.id]);
  });
});
