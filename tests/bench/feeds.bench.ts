import { Agent, get } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Db } from '../../server/db/client';
import { startBenchApi } from './harness/api';
import { compareUnderLoad } from './harness/load';
import { expectTarget, percentile, printTable } from './harness/report';

/**
 * GET /user/feeds beside Fastify sending the same bytes, over real HTTP, at a thousand to a hundred thousand posts. The gap
 * is what the database, access, links, people and the contract cost.
 */
const CREATORS = 200;
/** Of those who call under load, each with creators of their own. */
const FANS = 64;
const PAGE = 12;
const CALLS = 200;
const WARM_UP = 60;
const SIZES = [1_000, 10_000, 100_000];

const idOf = (prefix: string, n: number) => `${prefix}${n.toString(16).padStart(24 - prefix.length, '0')}`;
const fanIds = Array.from({ length: FANS }, (_, n) => idOf('f', n + 1));

async function seedPeople(db: Db): Promise<void> {
  await db.execute(sql`
    insert into accounts (id, kind, username, name, status, verified_email)
      select 'c' || lpad(to_hex(n), 23, '0'), 'performer', 'creator' || n, 'Creator ' || n, 'active', true
      from generate_series(1, ${CREATORS}) n`);
  await db.execute(sql`
    insert into performers (id, monthly_price, yearly_price, verified_document)
      select id, 999, 9999, true from accounts where kind = 'performer'`);
  await db.execute(sql`
    insert into accounts (id, kind, username, name, status, verified_email)
      select 'f' || lpad(to_hex(n), 23, '0'), 'user', 'fan' || n, 'Fan ' || n, 'active', true
      from generate_series(1, ${FANS}) n`);
  // Any forty creators, and ten of those.
  const theirs = sql`accounts f cross join lateral (select id, row_number() over (order by md5(id || f.id)) as place
    from accounts where kind = 'performer') c where f.kind = 'user'`;
  await db.execute(sql`
    insert into follows (id, follower_id, following_id)
      select 'd' || substr(md5(c.id || f.id), 10), f.id, c.id from ${theirs} and c.place <= 40`);
  await db.execute(sql`
    insert into subscriptions (id, user_id, performer_id, subscription_type, status, expired_at)
      select 'e' || substr(md5(c.id || f.id), 10), f.id, c.id, 'monthly', 'active', now() + interval '30 days'
      from ${theirs} and c.place <= 10`);
}

/** Adds posts with one picture each, spread over all creators and the past. */
async function seedPosts(db: Db, from: number, to: number): Promise<void> {
  const variant = (name: string) => ({
    key: `00/x/${name}`,
    mimeType: 'image/webp',
    width: 640,
    height: 480,
    size: 40000,
  });
  const variants = { large: variant('large'), small: variant('small'), blurred: variant('blurred') };
  await db.execute(sql`
    insert into files (id, owner_id, type, kind, mime_type, size, width, height, status, variants)
      select 'a' || lpad(to_hex(n), 23, '0'), 'c' || lpad(to_hex(1 + n % ${CREATORS}), 23, '0'), 'feed-photo', 'image',
        'image/webp', 40000, 1600, 1200, 'finished', ${JSON.stringify(variants)}::jsonb
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    insert into items (id, kind, performer_id, type, title, slug, text, tagline, audience, price, published_at, created_at, updated_at)
      select 'b' || lpad(to_hex(n), 23, '0'), 'feed', 'c' || lpad(to_hex(1 + n % ${CREATORS}), 23, '0'), 'photo', 'Post ' || n,
        'post-' || n, repeat('Words of a post. ', 20), 'Inside: more', case when n % 3 = 0 then 'sale' else 'subscribers' end,
        case when n % 3 = 0 then 500 else 0 end,
        now() - n * interval '1 minute', now(), now()
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    insert into feed_posts (id) select 'b' || lpad(to_hex(n), 23, '0') from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    insert into item_files (item_id, file_id, position)
      select 'b' || lpad(to_hex(n), 23, '0'), 'a' || lpad(to_hex(n), 23, '0'), 0
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    update performers p set stat_feeds = (select count(*) from items f where f.performer_id = p.id)`);
  await db.execute(sql`vacuum analyze`);
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function fetchOnce(url: string, token?: string): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: token ? { authorization: token } : {} }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
      reply.resume();
      reply.once('end', () => resolve(performance.now() - start));
    }).once('error', reject);
  });
}

/** Times of single calls, one after the other, in milliseconds. */
async function timesOf(url: string, token?: string): Promise<number[]> {
  for (let n = 0; n < WARM_UP; n += 1) await fetchOnce(url, token);
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) times.push(await fetchOnce(url, token));
  return times;
}

const bench = await startBenchApi();
const { api, app } = bench;
try {
  const { db } = app.context;
  await seedPeople(db);
  const tokens = await Promise.all(fanIds.map((id) => app.services.session.open(id)));
  const [token = ''] = tokens;
  const feeds = `${api.url}/user/feeds?limit=${PAGE}`;
  const cases: [name: string, url: string, as?: string][] = [
    ['everybody, guest', feeds],
    ['everybody, fan', feeds, token],
    ['home, fan', `${feeds}&isHome=true`, token],
    ['one creator, fan', `${feeds}&performerId=${idOf('c', 3)}`, token],
    ['home, a late page by cursor, fan', `${feeds}&isHome=true&beforeId=${idOf('b', 900)}`, token],
    ['only videos (none), fan', `${feeds}&type=video`, token],
    ['only unlocked at home, fan', `${feeds}&isHome=true&isUnlocked=true`, token],
  ];
  const medians = new Map<string, number[]>();
  let from = 1;
  for (const size of SIZES) {
    await seedPosts(db, from, size);
    from = size + 1;
    for (const [name, url, as] of cases) {
      medians.set(name, [...(medians.get(name) ?? []), percentile(await timesOf(url, as), 0.5)]);
    }
  }
  const growths = [...medians].map(([name, values]) => ({
    name,
    values,
    growth: (values.at(-1) ?? 0) / (values[0] ?? 1),
  }));
  printTable(
    ['p50 ms of one call', ...SIZES.map((size) => `${size} posts`), 'growth'],
    growths.map(({ name, values, growth }) => [name, ...values, growth]),
  );

  const bytes = await (await fetch(feeds, { headers: { authorization: token } })).text();
  const bare = await bench.startBare(bytes);
  const loads = await compareUnderLoad([
    { name: 'the same bytes', url: `${bare.url}/bytes`, pid: bare.pid },
    { name: 'everybody, guest', url: feeds, pid: api.pid },
    { name: 'everybody, fans', url: feeds, pid: api.pid, tokens },
    { name: 'home, fans', url: `${feeds}&isHome=true`, pid: api.pid, tokens },
  ]);
  const base = loads['the same bytes'];
  printTable(
    [`at ${SIZES.at(-1)} posts`, 'requests/s', 'share', 'p50 ms', 'CPU ms'],
    Object.entries(loads).map(([name, { rate, p50, cpuMs }]) => [name, rate, rate / base.rate, p50, cpuMs]),
  );
  expectTarget('feed of a guest, share of the same bytes', loads['everybody, guest'].rate / base.rate, {
    atLeast: 0.15,
  });
  expectTarget('feed of a fan, share of the same bytes', loads['everybody, fans'].rate / base.rate, { atLeast: 0.15 });
  for (const { name, growth } of growths) expectTarget(`${name}: growth of p50`, growth, { atMost: 1.5 });
} finally {
  agent.destroy();
  await bench.stop();
}
