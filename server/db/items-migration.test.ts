import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eq, sql } from 'drizzle-orm';
import { listProblems } from '../../tests/factories/money';
import { buildPerformer, type BuiltPerformer } from '../../tests/factories/performer';
import { buildUser, type BuiltPerson } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { createEmptyDatabase } from '../../tests/harness/test-database';
import { openDatabase } from './client';
import { newId } from './columns';
import { migrationsFolder, runMigrations } from './migrate';
import { items } from './schema/items';

const BEFORE = '0000_baseline';

let database: Awaited<ReturnType<typeof createEmptyDatabase>>;
let app: TestApp;
let creator: BuiltPerformer;
let fan: BuiltPerson;
const posts = { text: newId(), open: newId(), sale: newId(), free: newId(), planned: newId(), removed: newId() };
const [yes, no] = [newId(), newId()];
const shown = {} as Record<'content' | 'thumbnail', string>;

async function copyUpTo(tag: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'migrations-'));
  await cp(migrationsFolder(), folder, { recursive: true });
  const journal = path.join(folder, 'meta', '_journal.json');
  const { entries, ...rest } = JSON.parse(await readFile(journal, 'utf8')) as { entries: { tag: string }[] };
  const last = entries.findIndex((entry) => entry.tag === tag);
  await writeFile(journal, JSON.stringify({ ...rest, entries: entries.slice(0, last + 1) }));
  return folder;
}

/** Ordered so that rows come after those they reference. */
const peopleTables = ['accounts', 'performers', 'sessions'];

/** Creates accounts in a current database, and copies the columns that also exist in the old one. */
async function buildPeople(): Promise<void> {
  const today = await buildTestApp();
  try {
    creator = await buildPerformer(today);
    fan = await buildUser(today);
    for (const table of peopleTables) {
      const { rows } = await today.context.db.execute<{ row: object }>(
        sql`select to_jsonb(t) as row from ${sql.identifier(table)} t`,
      );
      const { rows: columns } = await app.context.db.execute<{ name: string }>(sql`
        select column_name as name from information_schema.columns
        where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER'`);
      const names = sql.join(
        columns.filter(({ name }) => name in (rows[0]?.row ?? {})).map(({ name }) => sql.identifier(name)),
        sql`, `,
      );
      for (const { row } of rows) {
        await app.context.db.execute(sql`insert into ${sql.identifier(table)} (${names}) overriding system value
          select ${names} from jsonb_populate_record(null::${sql.identifier(table)}, ${JSON.stringify(row)}::jsonb)
          on conflict do nothing`);
      }
    }
  } finally {
    await today.close();
  }
}

async function fillOldDatabase(): Promise<void> {
  const { db } = app.context;
  await buildPeople();
  // Raw SQL, because today's schema lacks the old columns.
  const picture = async (isPublic: boolean) => {
    const id = newId();
    await db.execute(sql`insert into files (id, owner_id, type, kind, mime_type, size, is_public, status)
      values (${id}, ${creator.id}, 'feed-photo', 'image', 'image/webp', 1, ${isPublic}, 'finished')`);
    return id;
  };
  shown.content = await picture(false);
  shown.thumbnail = await picture(true);
  const post = (id: string, columns: Record<string, unknown>) => {
    const row = { id, performer_id: creator.id, type: 'text', slug: `post-${id}`, title: 'Old', ...columns };
    const names = sql.raw(Object.keys(row).join(', '));
    return db.execute(
      sql`insert into feeds (${names}) values (${sql.join(
        Object.values(row).map((value) => sql`${value}`),
        sql`, `,
      )})`,
    );
  };
  await post(posts.text, { text: 'For subscribers', has_poll: true, poll_description: 'Well?', total_vote: 1 });
  await post(posts.open, { is_sale: true, text: 'For all', is_pinned: true, pinned_at: new Date(), total_like: 7 });
  await post(posts.sale, { is_sale: true, price: 500, type: 'photo', thumbnail_id: shown.thumbnail });
  await post(posts.free, { is_free: true, teaser_id: newId(), streaming_scheduled: '2026-12-01T00:00:00Z' });
  await post(posts.planned, { status: 'inactive', is_schedule: true, schedule_at: '2100-01-01T00:00:00Z' });
  await post(posts.removed, { status: 'inactive', deleted_at: new Date() });
  await db.execute(
    sql`insert into feed_files (feed_id, file_id, position) values (${posts.sale}, ${shown.content}, 0)`,
  );
  for (const [position, [id, votes]] of [[yes, 1] as const, [no, 0] as const].entries()) {
    await db.execute(sql`insert into polls (id, performer_id, feed_id, description, position, total_vote)
      values (${id}, ${creator.id}, ${posts.text}, ${id}, ${position}, ${votes})`);
  }
  await db.execute(sql`insert into votes (feed_id, voter_id, poll_id) values (${posts.text}, ${fan.id}, ${yes})`);
  await db.execute(sql`insert into reactions (id, created_by, action, object_type, object_id)
    values (${newId()}, ${fan.id}, 'bookmark', 'feed', ${posts.sale}), (${newId()}, ${fan.id}, 'like', 'feed', ${posts.open})`);
  await db.execute(sql`insert into comments (id, created_by, object_type, object_id, recipient_id, content)
    values (${newId()}, ${fan.id}, 'feed', ${posts.open}, ${creator.id}, 'Said before')`);
  await sellOldPost();
}

/** A fan with $50 buys the post for $5, of which the creator earns $4. */
async function sellOldPost(): Promise<void> {
  const { db } = app.context;
  const charge = newId();
  await db.execute(sql`insert into wallet_charges (id, user_id, performer_id, type, target, target_id, products, original_price,
    total_price, status) values (${charge}, ${fan.id}, ${creator.id}, 'feed', 'feed', ${posts.sale}, '[{"name": "Old"}]', 500, 500, 'success')`);
  await db.execute(sql`insert into purchases (user_id, target, target_id, charge_id)
    values (${fan.id}, 'feed', ${posts.sale}, ${charge})`);
  await db.execute(sql`insert into earnings (id, performer_id, user_id, transaction_id, source_type, source_id, type, gross_price,
    net_price, commission, site_commission, payment_gateway, is_token, release_at) values (${newId()}, ${creator.id}, ${fan.id},
    ${charge}, 'feed', ${posts.sale}, 'feed', 500, 400, 100, 0.2, 'system', true, now() + interval '7 days')`);
  await move('top-up', { gateway: -5000, wallet: 5000 }, newId());
  await move('feed', { wallet: -500, pending: 400, revenue: 100 }, charge);
}

async function move(code: string, lines: Record<string, number>, subject: string): Promise<void> {
  const owners: Record<string, string> = { wallet: fan.id, pending: creator.id };
  const input = Object.entries(lines).map(([kind, amount]) => ({
    account_id: newId(),
    kind,
    owner_id: owners[kind] ?? '',
    amount,
  }));
  await app.context.db
    .execute(sql`select * from post_transfer(${newId()}, ${code}, ${`${code}:${subject}`}, ${subject}, null,
    ${JSON.stringify(input)}::jsonb)`);
}

beforeAll(async () => {
  database = await createEmptyDatabase();
  const old = await copyUpTo(BEFORE);
  await runMigrations(database.url, old);
  await rm(old, { recursive: true });
  app = await buildTestApp({}, { databaseUrl: database.url });
  // `move` needs today's transfer function, which the old database lacks.
  const { db } = app.context;
  await db.execute(sql.raw(await readFile(path.join(migrationsFolder(), '0020_post_transfer.sql'), 'utf8')));
  await fillOldDatabase();
  await db.execute(sql`drop function post_transfer`);
  await runMigrations(database.url);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

// Promises W-3.
describe('migrating a database in which posts are not yet stored as items', () => {
  it('keeps every post with its audience and price', async () => {
    const rows = await app.context.db.select().from(items);
    const offers = Object.fromEntries(rows.map(({ id, audience, price }) => [id, [audience, price]]));
    expect(offers).toEqual({
      [posts.text]: ['subscribers', 0],
      [posts.open]: ['public', 0],
      [posts.sale]: ['sale', 500],
      [posts.free]: ['members', 0],
      [posts.planned]: ['subscribers', 0],
      [posts.removed]: ['subscribers', 0],
    });
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(['feed']));
    const [open] = rows.filter(({ id }) => id === posts.open);
    expect(open).toMatchObject({ slug: `post-${posts.open}`, isPinned: true, totalLike: 7, text: 'For all' });
    const [planned] = rows.filter(({ id }) => id === posts.planned);
    expect(planned).toMatchObject({ isScheduled: true, publishAt: new Date('2100-01-01T00:00:00Z') });
    expect(rows.find(({ id }) => id === posts.removed)?.deletedAt).toEqual(expect.any(Date));
  });

  it('keeps purchases, votes, reactions and comments', async () => {
    const see = async (id: string) => (await app.call('getFeed', { params: { id }, as: fan.token })).data;
    const bought = await see(posts.sale);
    expect(bought).toMatchObject({ isBought: true, access: 'open', isSale: true, price: 5, isBookmarked: true });
    expect([bought.fileIds, bought.thumbnailId]).toEqual([[shown.content], shown.thumbnail]);
    expect(await see(posts.open)).toMatchObject({ isLiked: true, text: 'For all', isSale: true, price: 0 });
    // The migration drops references to missing files.
    expect(await see(posts.free)).toMatchObject({ isFree: true, teaserId: null, access: 'locked-platform' });
    const { data } = await app.call('getPerformerFeed', { params: { id: posts.text }, as: creator.token });
    expect(data).toMatchObject({ pollIds: [yes, no], pollDescription: 'Well?', polls: [{ totalVote: 1 }, {}] });
    const query = { objectId: posts.open, objectType: 'feed' };
    expect((await app.call('listComments', { query })).data.data).toMatchObject([{ content: 'Said before' }]);
    const purchases = (await app.call('listPurchases', { as: fan.token })).data;
    expect(purchases.data).toMatchObject([{ targetId: posts.sale, isAvailable: true, kind: 'photo' }]);
    const [counted] = await app.context.db.select().from(items).where(eq(items.id, posts.sale));
    expect(counted?.totalBookmark).toBe(1);
  });

  it('leaves a database that passes verification', async () => {
    expect(await listProblems(app)).toEqual([]);
  });
});

// Promises W-3.
describe('migrating a database from before the baseline', () => {
  it('fails with an explanation, and changes nothing', async () => {
    const old = await createEmptyDatabase();
    const client = openDatabase(old.url, { max: 1 });
    await client.db.execute(sql`create schema drizzle`);
    await client.db.execute(sql`create table drizzle.__drizzle_migrations (id serial, hash text, created_at bigint)`);
    await client.db.execute(
      sql`insert into drizzle.__drizzle_migrations (hash, created_at) values ('x', 1795342000000)`,
    );
    await client.close();
    await expect(runMigrations(old.url)).rejects.toThrow('older than the first release');
    await old.drop();
  });
});
