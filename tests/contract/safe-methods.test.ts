import { sql } from 'drizzle-orm';
import type { Route } from '@contract/base/define';
import { routes } from '@contract/index';
import type { EndpointName } from '@contract/schemas';
import { buildLife, type Life } from '../factories/full-account';
import { buildTestApp, type TestApp } from '../harness/build-test-app';

const getRoute = (name: EndpointName): Route => routes[name];
/** Side effects that reads may have: counted views and searches, last use of a session, rate limits. */
const traces = new Set(['profile_views', 'item_views', 'search_keywords', 'rate_limits']);
const counters = ['stat_views', 'total_view', 'last_used_at', 'views'];

/** Excludes GET calls that the specification gives an effect. Those take a token from the header only. Decisions 1. */
const reads = (Object.keys(routes) as EndpointName[]).filter(
  (name) => getRoute(name).method === 'GET' && !getRoute(name).changes,
);

const needQuery = new Set<EndpointName>([
  'checkUsername',
  'listComments',
  'listFanNotes',
  'listPostSales',
  'locatePoint',
  'searchMessages',
]);
const withItem = [
  'getFeed',
  'getPerformerFeed',
  'getUser',
  'getConversation',
  'listMessages',
] as const satisfies EndpointName[];

describe('GET calls', () => {
  let app: TestApp;
  let life: Life;
  beforeAll(async () => {
    app = await buildTestApp();
    life = await buildLife(app);
    await app.jobs.drain();
  });
  afterAll(() => app.close());

  async function readAll(): Promise<Record<string, string>> {
    const { rows } = await app.context.db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`);
    const digests: Record<string, string> = {};
    for (const { name } of rows.filter((row) => !traces.has(row.name))) {
      const less = counters.reduce((row, key) => sql`${row} - ${key}::text`, sql`to_jsonb(t)`);
      const { rows: found } = await app.context.db.execute<{ digest: string }>(sql`
        select md5(coalesce(string_agg((${less})::text, '' order by (${less})::text), '')) as digest
        from ${sql.identifier(name)} t`);
      digests[name] = found[0]?.digest ?? '';
    }
    return digests;
  }

  const getParams = (name: EndpointName): Record<string, string> => {
    const known: Record<string, string> = { type: 'feeds', a: 'GB', b: 'Kent', id: life.creator.id };
    if (name === 'getFeed') known.id = life.soldId;
    if (name === 'getPerformerFeed') known.id = life.plainId;
    if (name === 'getUser') known.id = life.fan.id;
    if (name === 'getConversation' || name === 'listMessages') known.id = life.conversationId;
    return Object.fromEntries(
      [...getRoute(name).path.matchAll(/:(\w+)/g)].map(([, place = '']) => [place, known[place] ?? 'x']),
    );
  };

  it('I-10: change nothing, for any account', async () => {
    const before = await readAll();
    const answered = new Set<EndpointName>();
    for (const name of reads) {
      for (const as of [life.fan.token, life.creator.token, undefined]) {
        const { status } = await app.call(name, { as, params: getParams(name) });
        expect([name, status < 500]).toEqual([name, true]);
        if (status === 200) answered.add(name);
      }
    }
    const open = reads.filter((name) => getRoute(name).access !== 'admin');
    // The others need an item or a query.
    const alone = open.filter((name) => !getRoute(name).path.includes(':') && !needQuery.has(name));
    expect([...alone, ...withItem].filter((name) => !answered.has(name))).toEqual([]);
    await app.jobs.drain();
    expect(await readAll()).toEqual(before);
  });
});
