import { Agent, get } from 'node:http';
import { startBenchApi } from './harness/api';
import { compareUnderLoad } from './harness/load';
import { expectTarget, percentile, printTable } from './harness/report';
import { getId, seedPeople, seedPosts } from './harness/seed';

/** Runs beside Fastify sending the same bytes: the difference is the cost of database, access, links, accounts and contract. */
/** Number of fans that send requests under load, each following different creators. */
const FANS = 64;
const PAGE = 12;
const CALLS = 200;
const WARM_UP = 60;
const SIZES = [1_000, 10_000, 100_000];

const fanIds = Array.from({ length: FANS }, (_, n) => getId('f', n + 1));

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

async function getTimes(url: string, token?: string): Promise<number[]> {
  for (let n = 0; n < WARM_UP; n += 1) await fetchOnce(url, token);
  const times: number[] = [];
  for (let n = 0; n < CALLS; n += 1) times.push(await fetchOnce(url, token));
  return times;
}

const bench = await startBenchApi();
const { api, app } = bench;
try {
  const { db } = app.context;
  await seedPeople(db, FANS);
  const tokens = await Promise.all(fanIds.map((id) => app.services.session.open(id)));
  const [token = ''] = tokens;
  const feeds = `${api.url}/user/feeds?limit=${PAGE}`;
  const cases: [name: string, url: string, as?: string][] = [
    ['everybody, guest', feeds],
    ['everybody, fan', feeds, token],
    ['home, fan', `${feeds}&isHome=true`, token],
    ['one creator, fan', `${feeds}&performerId=${getId('c', 3)}`, token],
    ['home, a late page by cursor, fan', `${feeds}&isHome=true&beforeId=${getId('b', 900)}`, token],
    ['only videos (none), fan', `${feeds}&type=video`, token],
    ['only unlocked at home, fan', `${feeds}&isHome=true&isUnlocked=true`, token],
  ];
  const medians = new Map<string, number[]>();
  let from = 1;
  for (const size of SIZES) {
    await seedPosts(db, from, size);
    from = size + 1;
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
  const getShare = (name: keyof typeof loads) => loads[name].rate / base.rate;
  expectTarget('feed of a guest, share of the same bytes', getShare('everybody, guest'), { atLeast: 0.05 });
  expectTarget('feed of a fan, share of the same bytes', getShare('everybody, fans'), { atLeast: 0.015 });
  expectTarget('home of a fan, share of the same bytes', getShare('home, fans'), { atLeast: 0.01 });
  for (const { name, growth } of growths) expectTarget(`${name}: growth of p50`, growth, { atMost: 1.6 });
} finally {
  agent.destroy();
  await bench.stop();
}
