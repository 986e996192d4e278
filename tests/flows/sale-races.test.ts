import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { and, eq } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { items } from '../../server/db/schema/items';
import { purchases, walletCharges } from '../../server/db/schema/money';
import { buildSale, listProblems } from '../factories/money';
import { buildPerformer, type BuiltPerformer } from '../factories/performer';
import { buildUser, type BuiltPerson } from '../factories/user';
import { buildApiBundle, startApi, type ServerProcess } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { soak } from '../harness/soak';

const ROUNDS = 25 * soak;
const PRICE = cents(500);

let app: TestApp;
let dataDir: string;
let processes: ServerProcess[] = [];
let creator: BuiltPerformer;
let fan: BuiltPerson;

beforeAll(async () => {
  await buildApiBundle();
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-flow-'));
  app = await buildTestApp();
  const env = { DATA_DIR: dataDir, DATABASE_URL: app.context.env.DATABASE_URL ?? '' };
  processes = await Promise.all([startApi(env), startApi(env)]);
  // The first calls to a process are slow, because it opens connections and compiles code: they would not overlap.
  await Promise.all(processes.map(({ url }) => fetch(`${url}/settings/public`)));
});
beforeEach(async () => {
  creator = await buildPerformer(app);
  fan = await buildUser(app, { wallet: cents(ROUNDS * 1_000) });
});
afterEach(async () => expect(await listProblems(app)).toEqual([]));
afterAll(async () => {
  await Promise.all(processes.map((process) => process.stop()));
  await app.close();
  await rm(dataDir, { recursive: true, force: true });
});

interface Call {
  method: string;
  path: string;
  as: BuiltPerson;
  body?: object;
}

async function send(process: ServerProcess | undefined, { method, path: where, as, body }: Call) {
  const reply = await fetch(`${process?.url}${where}`, {
    method,
    headers: { authorization: as.token, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = (await reply.json()) as { error?: string; data?: { totalPrice?: number } };
  return { status: reply.status, error: text.error, total: text.data?.totalPrice };
}

interface Round {
  postId: string;
  bought: Awaited<ReturnType<typeof send>>;
  changed: Awaited<ReturnType<typeof send>>;
}

/** A fan buys a new post in one process while its creator changes it in another. The order alternates. */
async function race(change: (id: string) => Omit<Call, 'as'>, body: object = {}): Promise<Round[]> {
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await buildSale(app, creator, PRICE);
    const buy = () => send(processes[0], { method: 'POST', path: `/wallet/charges/feed/${id}`, as: fan, body });
    const act = () => send(processes[1], { ...change(id), as: creator });
    const [bought, changed] =
      round % 2 === 0 ? await Promise.all([buy(), act()]) : (await Promise.all([act(), buy()])).toReversed();
    if (bought && changed) rounds.push({ postId: id, bought, changed });
  }
  return rounds;
}

async function readSale(postId: string) {
  const { db } = app.context;
  const mine = and(eq(purchases.userId, fan.id), eq(purchases.targetId, postId));
  const [owned] = await db.select().from(purchases).where(mine);
  const [charge] = await db.select().from(walletCharges).where(eq(walletCharges.targetId, postId));
  const [post] = await db.select().from(items).where(eq(items.id, postId));
  return { isOwned: owned !== undefined, charged: charge?.totalPrice ?? null, post: post ?? null };
}

/** A sale that went through, and one that was rejected without a charge. */
const SOLD = { status: 200, error: undefined, isOwned: true, charged: PRICE };
const rejected = (status: number, error?: string) => ({ status, error, isOwned: false, charged: null });

const getOutcome = ({ status, error }: Round['bought']) => ({ status, error });

const sold = (rounds: readonly Round[]) => rounds.filter(({ bought }) => bought.status === 200);

describe('M-16: an item is locked before its buyer is charged', () => {
  it('a post deleted at the same moment is either sold and kept for its buyer, or not charged', async () => {
    const rounds = await race((id) => ({ method: 'DELETE', path: `/performer/feeds/${id}` }));
    for (const { postId, bought, changed } of rounds) {
      expect(changed.status).toBe(200);
      const seen = await send(processes[1], { method: 'GET', path: `/user/feeds/${postId}`, as: fan });
      const { isOwned, charged, post } = await readSale(postId);
      const sale = { ...getOutcome(bought), isOwned, charged, seen: seen.status, isStored: post !== null };
      expect([
        { ...SOLD, seen: 200, isStored: true },
        { ...rejected(404, 'ENTITY_NOT_FOUND'), seen: 404, isStored: false },
      ]).toContainEqual(sale);
    }
    const { wallet } = await app.services.wallet.balances(fan.id);
    expect(wallet).toBe(ROUNDS * 1_000 - sold(rounds).length * PRICE);
  });

  it('a post hidden at the same moment is either sold, or not charged', async () => {
    const rounds = await race((id) => ({
      method: 'PUT',
      path: `/performer/feeds/${id}`,
      body: { text: 'Words', status: 'inactive' },
    }));
    for (const { postId, bought, changed } of rounds) {
      expect(changed.status).toBe(200);
      const { isOwned, charged, post } = await readSale(postId);
      expect(post?.status).toBe('inactive');
      const sale = { ...getOutcome(bought), isOwned, charged };
      expect([SOLD, { ...rejected(404), error: bought.error }]).toContainEqual(sale);
    }
  });

  it('a post repriced at the same moment costs the price its buyer saw, or is not charged', async () => {
    const rounds = await race(
      (id) => ({ method: 'PUT', path: `/performer/feeds/${id}`, body: { text: 'Words', isSale: true, price: 9 } }),
      { expectedPrice: 5 },
    );
    for (const { postId, bought, changed } of rounds) {
      expect(changed.status).toBe(200);
      const { isOwned, charged, post } = await readSale(postId);
      expect(post?.price).toBe(900);
      expect([SOLD, rejected(409, 'PRICE_CHANGED')]).toContainEqual({ ...getOutcome(bought), isOwned, charged });
    }
  });

  it('a post taken off sale at the same moment is either sold, or rejected because it has no price', async () => {
    const rounds = await race((id) => ({
      method: 'PUT',
      path: `/performer/feeds/${id}`,
      body: { text: 'Words', isSale: false },
    }));
    for (const { postId, bought, changed } of rounds) {
      expect(changed.status).toBe(200);
      const { isOwned, charged } = await readSale(postId);
      expect([SOLD, rejected(404, 'NOTHING_TO_PAY')]).toContainEqual({ ...getOutcome(bought), isOwned, charged });
    }
  });

  it('a creator who closes the account at the same moment is paid first, or gets nothing', async () => {
    const posts = await Promise.all(Array.from({ length: ROUNDS }, () => buildSale(app, creator, PRICE)));
    const leave = send(processes[1], {
      method: 'POST',
      path: '/users/me/deletion',
      as: creator,
      body: { confirmation: creator.account.username },
    });
    const bought = await Promise.all(
      posts.map(({ id }, index) =>
        send(processes[index % 2], { method: 'POST', path: `/wallet/charges/feed/${id}`, as: fan }),
      ),
    );
    const left = await leave;
    const count = bought.filter(({ status }) => status === 200).length;
    // A creator with pending income cannot close the account, so all buyers paid before, or none did.
    expect(left.status === 200 ? count : left.error).toBe(left.status === 200 ? 0 : 'DELETION_MONEY_PENDING');
    expect(await app.services.wallet.balances(creator.id)).toMatchObject({ pending: count * 400 });
  });
});
