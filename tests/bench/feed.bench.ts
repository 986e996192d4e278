import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import autocannon from 'autocannon';
import { sql } from 'drizzle-orm';
import Fastify from 'fastify';
import { buildApp } from '../../server/app';
import { openDatabase, type Db } from '../../server/db/client';
import { startEmbeddedPostgres } from '../../server/db/embedded-postgres';
import { runMigrations } from '../../server/db/migrate';
import { parseEnv } from '../../server/env';
import { createDirectQueue } from '../../server/jobs/direct-queue';
import { createContext } from '../../server/runtime';

/**
 * GET /user/feeds beside a bare route that runs one hand-written query and sends its JSON, over real HTTP, at a thousand
 * and at a hundred thousand posts. The gap to the bare route is what access, links, people and the contract cost.
 */
const CREATORS = 200;
const PAGE = 12;
const CALLS = 200;
const WARM_UP = 40;
const SIZES = [1_000, 100_000];

const idOf = (prefix: string, n: number) => `${prefix}${n.toString(16).padStart(24 - prefix.length, '0')}`;
const fan = idOf('f', 1);

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
      values (${fan}, 'user', 'fan', 'Fan', 'active', true)`);
  await db.execute(sql`
    insert into follows (id, follower_id, following_id)
      select 'd' || substr(id, 2), ${fan}, id from accounts where kind = 'performer' order by id limit 40`);
  await db.execute(sql`
    insert into subscriptions (id, user_id, performer_id, subscription_type, status, expired_at)
      select 'e' || substr(id, 2), ${fan}, id, 'monthly', 'active', now() + interval '30 days'
      from accounts where kind = 'performer' order by id limit 10`);
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
    insert into feeds (id, performer_id, type, title, slug, text, tagline, is_sale, price, published_at, created_at, updated_at)
      select 'b' || lpad(to_hex(n), 23, '0'), 'c' || lpad(to_hex(1 + n % ${CREATORS}), 23, '0'), 'photo', 'Post ' || n,
        'post-' || n, repeat('Words of a post. ', 20), 'Inside: more', n % 3 = 0, case when n % 3 = 0 then 500 else 0 end,
        now() - n * interval '1 minute', now(), now()
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    insert into feed_files (feed_id, file_id, position)
      select 'b' || lpad(to_hex(n), 23, '0'), 'a' || lpad(to_hex(n), 23, '0'), 0
      from generate_series(${from}::int, ${to}::int) n`);
  await db.execute(sql`
    update performers p set stat_feeds = (select count(*) from feeds f where f.performer_id = p.id)`);
  await db.execute(sql`vacuum analyze`);
}

/** The least that a server could do for the same page. */
function createBareServer(db: Db) {
  const http = Fastify();
  http.get('/raw', async () => {
    const { rows } = await db.execute(sql`
      select f.*, a.name, a.username, p.stat_feeds, p.monthly_price, json_agg(i order by ff.position) as files
      from (select * from feeds where status = 'active' order by published_at desc, id desc limit ${PAGE}) f
      join accounts a on a.id = f.performer_id join performers p on p.id = f.performer_id
      left join feed_files ff on ff.feed_id = f.id left join files i on i.id = ff.file_id
      group by f.id, f.performer_id, f.type, f.title, f.slug, f.text, f.tagline, f.is_sale, f.is_free, f.price, f.status,
        f.thumbnail_id, f.teaser_id, f.poll_description, f.poll_expired_at, f.has_poll, f.is_pinned, f.pinned_at,
        f.is_schedule, f.schedule_at, f.streaming_scheduled, f.published_at, f.total_like, f.total_comment, f.total_vote,
        f.deleted_at, f.created_at, f.updated_at, a.name, a.username, p.stat_feeds, p.monthly_price
      order by f.published_at desc`);
    return { status: 0, data: { data: rows, total: 0 } };
  });
  return http;
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

interface Case {
  name: string;
  url: string;
  token?: string;
}

function fetchOnce({ url, token }: Case): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: token ? { authorization: token } : {} }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
      reply.resume();
      reply.once('end', () => resolve(performance.now() - start));
    }).once('error', reject);
  });
}

/** A database of its own with so many posts, the API on it, and the bare route. */
async function openWorld(posts: number, { url, dataDir }: { url: string; dataDir: string }) {
  await runMigrations(url);
  const env = parseEnv({ DATA_DIR: dataDir, APP_SECRET: 'bench', RATE_LIMITS: '0', LOG_LEVEL: 'silent', DEMO: '0' });
  const { context, close } = createContext(env, url);
  const app = await buildApp({ ...context, jobs: createDirectQueue() });
  const bare = createBareServer(context.db);
  await Promise.all([app.http.listen({ port: 0, host: '127.0.0.1' }), bare.listen({ port: 0, host: '127.0.0.1' })]);
  await seedPeople(context.db);
  await seedPosts(context.db, 1, posts);
  const token = await app.services.session.open(fan);
  const addressOf = (server: { address(): unknown }) => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const list = `${addressOf(app.http.server)}/user/feeds?limit=${PAGE}`;
  const cases: Case[] = [
    { name: 'bare route, one query', url: `${addressOf(bare.server)}/raw` },
    { name: 'everybody, guest', url: list },
    { name: 'everybody, fan', url: list, token },
    { name: 'home, fan', url: `${list}&isHome=true`, token },
    { name: 'home by cursor, fan', url: `${list}&isHome=true&beforeId=${idOf('b', posts / 2)}`, token },
    { name: 'one creator, fan', url: `${list}&performerId=${idOf('c', 3)}`, token },
    { name: 'only videos (there are none), fan', url: `${list}&type=video`, token },
    { name: 'only what is open at home, fan', url: `${list}&isHome=true&isUnlocked=true`, token },
  ];
  return {
    cases,
    async close() {
      await Promise.all([app.close(), bare.close()]);
      await close();
    },
  };
}

const dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-bench-'));
const postgres = await startEmbeddedPostgres({ dataDir });
const admin = openDatabase(postgres.url(), { max: 1 });
const worlds: { posts: number; cases: Case[]; close(): Promise<void> }[] = [];
for (const posts of SIZES) {
  await admin.pool.query(`create database posts_${posts}`);
  worlds.push({ posts, ...(await openWorld(posts, { url: postgres.url(`posts_${posts}`), dataDir })) });
}

// In turns, so that whatever else the machine does falls on all alike.
const times = new Map<Case, number[]>();
const all = worlds.flatMap((world) => world.cases);
for (let n = -WARM_UP; n < CALLS; n += 1) {
  for (const one of all) {
    const ms = await fetchOnce(one);
    if (n >= 0) times.set(one, [...(times.get(one) ?? []), ms]);
  }
}
const at = (one: Case, share: number) =>
  (times.get(one) ?? []).toSorted((a, b) => a - b)[Math.floor(CALLS * share)] ?? 0;
for (const { posts, cases } of worlds) {
  console.log(`${posts} posts:`);
  for (const one of cases) {
    const headers = one.token ? { authorization: one.token } : {};
    const load = await autocannon({ url: one.url, connections: 10, duration: 3, headers });
    const [p50, p95] = [at(one, 0.5).toFixed(2), at(one, 0.95).toFixed(2)];
    const rate = Math.round(load.requests.average);
    console.log(`  ${one.name.padEnd(34)} p50 ${p50} ms   p95 ${p95} ms   ${rate} requests/s at 10 connections`);
  }
}
console.log('p50 at the larger size over the smaller:');
const [small, large] = worlds;
for (const [n, one] of (small?.cases ?? []).entries()) {
  const grown = large?.cases[n];
  if (grown) console.log(`  ${one.name.padEnd(34)} × ${(at(grown, 0.5) / at(one, 0.5)).toFixed(2)}`);
}

for (const world of worlds) await world.close();
agent.destroy();
await admin.close();
await postgres.stop();
await rm(dataDir, { recursive: true, force: true });
