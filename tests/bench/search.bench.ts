import { Agent, get } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Db } from '../../server/db/client';
import { startBenchApi } from './harness/api';
import { expectTarget, percentile, printTable } from './harness/report';
import { seedPeople, seedPosts } from './harness/seed';

const WARM_UP = 30;
const CALLS = 150;
const SIZES = [10_000, 100_000];

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function fetchOnce(url: string, token: string | undefined): Promise<number> {
  const start = performance.now();
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: token ? { authorization: token } : {} }, (reply) => {
      if (reply.statusCode !== 200) reject(new Error(`${url}: ${reply.statusCode}`));
      reply.resume();
      reply.once('end', () => resolve(performance.now() - start));
    }).once('error', reject);
  });
}

async function getTimes(url: string, token: string | undefined): Promise<number[]> {
  for (let n = 0; n < WARM_UP; n += 1) await fetchOnce(url, token);
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) times.push(await fetchOnce(url, token));
  return times;
}

/** Adds words to every post, every tenth, every thousandth, and ten posts. One rare word is also in locked text. */
async function wordPosts(db: Db, from: number, to: number): Promise<void> {
  await db.execute(sql`
    update items set
      title = 'Post about ' || translate(to_hex((number * 7919) % 2000 + 4096), '0123456789', 'ghijklmnop')
        || case when number % 10 = 0 then ' pottery' else '' end
        || case when number % 1000 = 0 then ' glazing' else '' end
        || case when number in (11, 222, 333, 4444, 5555, 6666, 7777, 8888, 9999, 9998) then ' Marguerite' else '' end,
      text = text || case when number % 500 = 3 then ' cobalt' else '' end
    from (select id as key, ('x' || right(id, 8))::bit(32)::int as number from items) numbered
    where items.id = key and number between ${from} and ${to}`);
  await db.execute(sql`vacuum analyze items`);
}

const bench = await startBenchApi();
const { api, app } = bench;
try {
  const { db } = app.context;
  await seedPeople(db, 1);
  const token = await app.services.session.open(`f${'1'.padStart(23, '0')}`);
  const list = (q: string) => `${api.url}/user/feeds?limit=12&q=${encodeURIComponent(q)}`;
  const cases: [name: string, url: string, as?: string][] = [
    ['a word in every post, fan', list('words'), token],
    ['a word of every tenth title, fan', list('pottery'), token],
    ['a word of every thousandth title, fan', list('glazing'), token],
    ['a word of ten titles, fan', list('marguerite'), token],
    ['the same, mistyped', list('margurite'), token],
    ['two words, fan', list('pottery marguerite'), token],
    ['a word of closed texts, fan', list('cobalt'), token],
    ['no such word, fan', list('zzyzxqq'), token],
    ['creators, mistyped', `${api.url}/performers/user/search?limit=12&q=creatr`],
    ['suggestions while typing', `${api.url}/search/suggestions?q=potte`, token],
    ['suggestions, rare', `${api.url}/search/suggestions?q=margue`, token],
  ];
  const medians = new Map<string, number[]>();
  let from = 1;
  for (const size of SIZES) {
    await seedPosts(db, from, size);
    await wordPosts(db, from, size);
    from = size + 1;
    const start = performance.now();
    await app.services.search.readWords();
    console.log(`  words of ${size} posts read in ${(performance.now() - start).toFixed(0)} ms`);
    await db.execute(sql`analyze search_words`);
    for (const [name, url, as] of cases) {
      medians.set(name, [...(medians.get(name) ?? []), percentile(await getTimes(url, as), 0.5)]);
    }
  }
  const growths = [...medians].map(([name, values]) => ({
    name,
    values,
    growth: (values.at(-1) ?? 0) / (values[0] ?? 1),
  }));
  printTable(
    ['p50 ms of one search', ...SIZES.map((size) => `${size} posts`), 'growth'],
    growths.map(({ name, values, growth }) => [name, ...values, growth]),
  );
  for (const { name, growth } of growths) expectTarget(`${name}: growth of p50`, growth, { atMost: 1.5 });
} finally {
  agent.destroy();
  await bench.stop();
}
