import { sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { startBenchApi } from './harness/api';
import { openPgbench } from './harness/pgbench';
import { getRate, openCaller, takeTurns, type Measures } from './harness/rates';
import { expectTarget } from './harness/report';

/**
 * Sends tips over HTTP, each with its own idempotency key, beside single-row commits in the same database and, if pgbench is
 * installed, its TPC-B-like transactions: five statements on four tables, with the same server settings.
 */
const SECONDS = 5;
const ROUNDS = 3;
const CALLERS = 16;
const PGBENCH = `pgbench, ${CALLERS} at once`;
const bench = await startBenchApi();
const { api, app } = bench;

try {
  const creator = await buildPerformer(app);
  const creators = await Promise.all(Array.from({ length: CALLERS }, () => buildPerformer(app)));
  const fans = await Promise.all(Array.from({ length: CALLERS }, () => buildUser(app, { wallet: cents(100_000_000) })));
  const { call, close } = openCaller(api.url, CALLERS);
  const tip = async (token: string, id: string) => void (await call(token, `/wallet/charges/tip/${id}`, { price: 3 }));
  const rate = (callers: number, act: (caller: number) => Promise<void>) => getRate({ callers, seconds: SECONDS }, act);
  await app.context.db.execute(sql`create table bench_rows (id bigserial primary key, value int)`);
  const commit = () => app.context.db.execute(sql`insert into bench_rows (value) values (1)`).then(() => undefined);
  const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
  await rate(8, (caller) => tip(at(fans, caller).token, creator.id));

  const toMany = (caller: number) => tip(at(fans, caller).token, at(creators, caller).id);
  const toOne = (caller: number) => tip(at(fans, caller).token, creator.id);
  const pgbench = openPgbench(bench.databaseUrl);
  const measures: Measures = [
    ['bare commits, 1 at once', () => rate(1, commit)],
    ['tips, 1 at once', () => rate(1, toOne)],
    [`bare commits, ${CALLERS} at once`, () => rate(CALLERS, commit)],
    [`tips to ${CALLERS} creators, ${CALLERS} at once`, () => rate(CALLERS, toMany)],
    [`tips to one creator, ${CALLERS} at once`, () => rate(CALLERS, toOne)],
    ...(pgbench ? [[PGBENCH, () => pgbench(CALLERS, SECONDS)] as const] : []),
  ];
  const { getShare, hasBase } = await takeTurns(measures, { rounds: ROUNDS, base: PGBENCH });
  for (const [name] of measures) {
    if (hasBase && name.startsWith('tips to'))
      expectTarget(`${name}: share of pgbench`, getShare(name), { atLeast: 0.12 });
  }
  close();
} finally {
  await bench.stop();
}
