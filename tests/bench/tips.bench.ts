import { Agent, request } from 'node:http';
import { sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { startBenchApi } from './harness/api';
import { openPgbench } from './harness/pgbench';
import { expectTarget, median, printTable } from './harness/report';

/**
 * Tips over HTTP, each under a key of its own, beside bare commits of one row in the same database and, where there is a pgbench,
 * beside its TPC-B-like transactions: five statements on four tables, on a server with the same settings.
 */
const SECONDS = 5;
/** Rounds, in which all take turns: whatever else the machine does meets all of them alike. */
const ROUNDS = 3;
const CALLERS = 16;
const PGBENCH = `pgbench, ${CALLERS} at once`;
const bench = await startBenchApi();
const { api, app } = bench;

/** Lets `callers` do something again and again. @returns how often a second it was done. */
async function getRate(callers: number, act: (caller: number) => Promise<void>): Promise<number> {
  const start = performance.now();
  let done = 0;
  const work = async (caller: number) => {
    while (performance.now() - start < SECONDS * 1_000) {
      await act(caller);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  return (done * 1_000) / (performance.now() - start);
}

try {
  const creator = await buildPerformer(app);
  const creators = await Promise.all(Array.from({ length: CALLERS }, () => buildPerformer(app)));
  const fans = await Promise.all(Array.from({ length: CALLERS }, () => buildUser(app, { wallet: cents(100_000_000) })));
  let count = 0;
  const agent = new Agent({ keepAlive: true, maxSockets: CALLERS });
  const tip = (token: string, id: string) =>
    new Promise<void>((resolve, reject) => {
      count += 1;
      const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': `tip ${count}` };
      const call = request(`${api.url}/wallet/charges/tip/${id}`, { agent, method: 'POST', headers }, (reply) => {
        if (reply.statusCode !== 200) reject(new Error(`a tip was answered ${reply.statusCode}`));
        reply.resume().once('end', resolve);
      });
      call.once('error', reject).end('{"price":3}');
    });
  await app.context.db.execute(sql`create table bench_rows (id bigserial primary key, value int)`);
  const commit = () => app.context.db.execute(sql`insert into bench_rows (value) values (1)`).then(() => undefined);
  const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
  await getRate(8, (caller) => tip(at(fans, caller).token, creator.id));

  const toMany = (caller: number) => tip(at(fans, caller).token, at(creators, caller).id);
  const toOne = (caller: number) => tip(at(fans, caller).token, creator.id);
  const pgbench = openPgbench(bench.databaseUrl);
  const measures: [string, () => Promise<number>][] = [
    ['bare commits, 1 at once', () => getRate(1, commit)],
    ['tips, 1 at once', () => getRate(1, toOne)],
    [`bare commits, ${CALLERS} at once`, () => getRate(CALLERS, commit)],
    [`tips to ${CALLERS} creators, ${CALLERS} at once`, () => getRate(CALLERS, toMany)],
    [`tips to one creator, ${CALLERS} at once`, () => getRate(CALLERS, toOne)],
  ];
  if (pgbench) measures.push([PGBENCH, () => pgbench(CALLERS, SECONDS)]);
  const rates = new Map<string, number[]>(measures.map(([name]) => [name, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [name, measure] of measures) rates.get(name)?.push(await measure());
  }
  const base = rates.get(PGBENCH);
  const getShare = (list: readonly number[]) =>
    base ? median(list.map((rate, round) => rate / (base[round] ?? 0))) : Number.NaN;
  printTable(
    ['', 'a second', 'share of pgbench'],
    [...rates].map(([name, list]) => [name, median(list), getShare(list)]),
  );
  for (const [name, list] of rates) {
    if (base && name.startsWith('tips to'))
      expectTarget(`${name}: share of pgbench`, getShare(list), { atLeast: 0.12 });
  }
  agent.destroy();
} finally {
  await bench.stop();
}
