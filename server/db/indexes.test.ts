import { getTableName, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';
import pg from 'pg';
import { buildLife } from '../../tests/factories/full-account';
import { buildSubscription } from '../../tests/factories/subscription';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { dataRules, fileHolders } from '../modules/operations/privacy/data-rules';
import * as s from './schema';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const getPlace = (column: AnyPgColumn) => `${getTableName(column.table)}.${column.name}`;

/** Columns that come first in an index that is complete, or leaves out only null. */
async function listIndexed(): Promise<Set<string>> {
  const { rows } = await app.context.db.execute<{ place: string }>(sql`
    select c.relname || '.' || a.attname as place
    from pg_index i
    join pg_class c on c.oid = i.indrelid
    join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attnum = i.indkey[0]
    where i.indisvalid
      and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)')`);
  return new Set(rows.map(({ place }) => place));
}

async function listForeignKeys(): Promise<string[]> {
  const { rows } = await app.context.db.execute<{ place: string }>(sql`
    select k.conrelid::regclass || '.' || a.attname as place
    from pg_constraint k
    join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`);
  return rows.map(({ place }) => place);
}

describe('lookups', () => {
  it('find every foreign key by an index', async () => {
    const indexed = await listIndexed();
    expect((await listForeignKeys()).filter((place) => !indexed.has(place))).toEqual([]);
  });

  it('find every account and file column by an index, for exports and deletion', async () => {
    /** Never looked up, or in `posts`, of which there are few: only the site itself writes them. */
    const onlyRead = new Set(['conversations.opened_by', 'comments.recipient_id', 'posts.author_id']);
    const people = dataRules.flatMap(({ owner, others }) => [...owner, ...others]);
    const indexed = await listIndexed();
    const missing = [...people, ...fileHolders].map(getPlace).filter((place) => !indexed.has(place));
    expect([...new Set(missing)].filter((place) => !onlyRead.has(place))).toEqual([]);
  });

  it('find the times that renewals and scheduled jobs query by an index', async () => {
    const times = [
      s.subscriptions.nextRecurringDate,
      s.subscriptions.expiredAt,
      s.platformSubscriptions.nextRecurringDate,
    ];
    const indexed = await listIndexed();
    expect([...times, s.idempotencyKeys.createdAt].map(getPlace).filter((place) => !indexed.has(place))).toEqual([]);
  });
});

async function record(work: () => Promise<void>): Promise<string[]> {
  const texts = new Set<string>();
  const original = pg.Client.prototype.query;
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function query(this: pg.Client, ...args) {
    const [asked] = args as unknown[];
    texts.add(typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? ''));
    return (original as (...all: unknown[]) => never).apply(this, args);
  });
  await work();
  spy.mockRestore();
  return [...texts];
}

interface Plan {
  'Node Type': string;
  'Relation Name'?: string;
  Plans?: Plan[];
}

/** Tables that PostgreSQL cannot read by an index in this statement, even if sequential scans are discouraged. */
async function listScanned(text: string): Promise<string[]> {
  const client = await app.context.db.$client.connect();
  try {
    await client.query('set enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (generic_plan, format json) ${text}`,
    );
    const scanned: string[] = [];
    const walk = (plan: Plan): void => {
      if (plan['Node Type'] === 'Seq Scan') scanned.push(plan['Relation Name'] ?? '');
      plan.Plans?.forEach(walk);
    };
    for (const { 'QUERY PLAN': plans } of rows) walk(plans[0].Plan);
    return scanned;
  } finally {
    await client.query('reset enable_seqscan');
    client.release();
  }
}

describe('background jobs', () => {
  /** Settings have few rows at any size of the site, and the ranking has to read all creators anyway. */
  const small = new Set(['settings', 'performers']);

  it('find their rows by an index, including deletion and renewals', async () => {
    const life = await buildLife(app);
    await buildSubscription(app, { userId: life.fan.id, performerId: life.creator.id, expiredAt: app.clock.now() });
    const jobs = [
      'renew-subscriptions',
      'sweep',
      'delete-accounts',
      'release-earnings',
      'mail-notices',
      'sweep-files',
    ] as const;
    const texts = await record(async () => {
      await app.jobs.drain();
      for (const name of jobs) await app.jobs.run(name, {});
      await app.services.eraseAccount(life.fan.id);
      await app.services.eraseAccount(life.creator.id);
    });
    const lookups = texts.filter((text) => /^\s*(select|with|update|delete)\b/i.test(text) && /\bwhere\b/i.test(text));
    expect(lookups.length).toBeGreaterThan(50);
    const scans: Record<string, string[]> = {};
    for (const text of lookups) {
      const tables = (await listScanned(text)).filter((table) => !small.has(table));
      if (tables.length > 0) scans[text] = tables;
    }
    expect(scans).toEqual({});
  });
});
