import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addMigration } from '../../tests/harness/add-migration';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../tests/harness/test-database';
import { until } from '../../tests/harness/socket-client';
import { openDatabase, withConnection } from './client';
import { migrationsFolder, runMigrations } from './migrate';
import { findBreaking, listMigrations, listPendingMigrations } from './pending-migrations';

/** Older ones were written for sites that stop during an update. */
const FIRST_CHECKED = '0055';

it('W-3: no migration breaks processes of the version before', async () => {
  const migrations = await listMigrations();
  expect(migrations.length).toBeGreaterThan(50);
  const broken = migrations.filter(({ name }) => name >= FIRST_CHECKED).flatMap(findBreaking);
  expect(broken).toEqual([]);
});

describe('findBreaking', () => {
  it.each([
    'DROP TABLE "posts"',
    'ALTER TABLE "posts" DROP COLUMN "title"',
    'ALTER TABLE "posts" RENAME COLUMN "title" TO "name"',
    'ALTER TABLE "posts" ALTER COLUMN "title" SET DATA TYPE integer',
    'ALTER TABLE "posts" ALTER COLUMN "title" SET NOT NULL',
    'ALTER TABLE "posts" ALTER COLUMN "title" DROP DEFAULT',
    'ALTER TABLE "posts" ADD COLUMN "slug" text NOT NULL',
    'ALTER TABLE "posts" ADD CONSTRAINT "short" CHECK (length(title) < 9)',
    'CREATE UNIQUE INDEX "one_title" ON "posts" USING btree ("title")',
    'DROP FUNCTION post_transfer(text)',
  ])('names %s', (statement) => {
    expect(findBreaking({ statements: [statement] })).toEqual([{ statement, reason: expect.any(String) }]);
  });

  it('names an UPDATE of a table that the same migration locks', () => {
    const statements = ['ALTER TABLE "posts" ADD COLUMN "slug" text', 'UPDATE posts SET slug = id'];
    expect(findBreaking({ statements })).toMatchObject([{ statement: statements[1] }]);
    expect(findBreaking({ statements: ['UPDATE posts SET slug = id'] })).toEqual([]);
  });

  it.each([
    [
      'a new table with its constraints',
      'CREATE TABLE "a" ("id" text)',
      'ALTER TABLE "a" ADD CONSTRAINT "b" UNIQUE("id")',
    ],
    ['a column that may be left out', 'ALTER TABLE "posts" ADD COLUMN "slug" text'],
    ['a column with a default', `ALTER TABLE "posts" ADD COLUMN "slug" text DEFAULT '' NOT NULL`],
    ['an index', 'CREATE INDEX "by_slug" ON "posts" ("slug")'],
    [
      'a function that is replaced',
      'DROP FUNCTION f(text)',
      'CREATE FUNCTION f(a text) RETURNS text AS $$ DROP TABLE a $$',
    ],
    ['what no version reads any more', '-- contract: unused since 1.4\nALTER TABLE "posts" DROP COLUMN "title"'],
  ])('allows %s', (_what, ...statements) => {
    expect(findBreaking({ statements })).toEqual([]);
  });
});

describe('with migrations that the database lacks', () => {
  let folder: string;
  let database: TestDatabase;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'creator-platform-migrations-'));
    await cp(migrationsFolder(), folder, { recursive: true });
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.drop();
    await rm(folder, { recursive: true });
  });

  const add = (tag: string, sql: string) => addMigration(folder, tag, sql);

  const listPending = () => withConnection(database.url, ({ db }) => listPendingMigrations(db, folder));

  it('lists them, and none once they have run', async () => {
    expect(await listPending()).toEqual([]);
    await add('0900_good', 'ALTER TABLE "photos" ADD COLUMN "slug" text');
    expect(await listPending()).toMatchObject([{ name: '0900_good', statements: [expect.stringContaining('slug')] }]);
    await runMigrations(database.url, folder);
    expect(await listPending()).toEqual([]);
  });

  it('leaves the database as it was if one of them fails', async () => {
    await add('0901_fine', 'ALTER TABLE "photos" ADD COLUMN "kept" text');
    await add('0902_broken', 'ALTER TABLE "nowhere" ADD COLUMN "lost" text');
    await expect(runMigrations(database.url, folder)).rejects.toThrow('nowhere');
    expect((await listPending()).map(({ name }) => name)).toEqual(['0901_fine', '0902_broken']);
    const columns = `select column_name from information_schema.columns where table_name = 'photos' and column_name = 'kept'`;
    const { rows } = await withConnection(database.url, ({ db }) => db.execute(columns));
    expect(rows).toEqual([]);
  });

  it('tries again while somebody uses its table, and lets others pass meanwhile', async () => {
    await rm(path.join(folder, '0902_broken.sql'));
    await writeFile(path.join(folder, '0902_broken.sql'), 'ALTER TABLE "photos" ADD COLUMN "late" text');
    const holder = openDatabase(database.url, { max: 1 });
    const held = await holder.pool.connect();
    await held.query('begin');
    await held.query('select 1 from photos');
    const migrated = runMigrations(database.url, folder);
    const isWaiting = `select 1 from pg_locks where not granted and mode = 'AccessExclusiveLock'
      and database = (select oid from pg_database where datname = current_database())`;
    await until('it waits', async () => (await held.query(isWaiting)).rowCount === 1);
    await until('it gives way', async () => (await held.query(isWaiting)).rowCount === 0);
    await held.query('commit');
    held.release();
    await migrated;
    expect(await listPending()).toEqual([]);
    await holder.close();
  });

  it('lists all for an empty database', async () => {
    const empty = await createEmptyDatabase();
    const pending = await withConnection(empty.url, ({ db }) => listPendingMigrations(db));
    expect(pending).toHaveLength((await listMigrations()).length);
    await empty.drop();
  });
});
