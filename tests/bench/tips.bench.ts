import { sql } from 'drizzle-orm';
import { cents } from '@contract/base/money';
import { buildPerformer } from '../factories/performer';
import { buildUser } from '../factories/user';
import { startBenchApi } from './harness/api';
import { printTable } from './harness/report';

/** Tips over HTTP, each under a key of its own, beside bare commits of one row in the same database. */
const SECONDS = 5;
const bench = await startBenchApi();
const { api, app } = bench;

/** Lets `callers` do something again and again. @returns how often a second it was done. */
async function rateOf(callers: number, act: (caller: number) => Promise<void>): Promise<number> {
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
  const creators = await Promise.all(Array.from({ length: 16 }, () => buildPerformer(app)));
  const fans = await Promise.all(Array.from({ length: 16 }, () => buildUser(app, { wallet: cents(100_000_000) })));
  let count = 0;
  const tip = async (token: string, id: string) => {
    count += 1;
    const reply = await fetch(`${api.url}/wallet/charges/tip/${id}`, {
      method: 'POST',
      headers: { authorization: token, 'content-type': 'application/json', 'idempotency-key': `tip ${count}` },
      body: '{"price":3}',
    });
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
  };
  await app.context.db.execute(sql`create table bench_rows (id bigserial primary key, value int)`);
  const commit = () => app.context.db.execute(sql`insert into bench_rows (value) values (1)`).then(() => undefined);
  const at = <T>(list: readonly T[], index: number) => list[index % list.length] as T;
  await rateOf(8, (caller) => tip(at(fans, caller).token, creator.id));

  const rows: [string, number, number][] = [];
  for (const callers of [1, 16]) {
    const base = await rateOf(callers, commit);
    const spread = await rateOf(callers, (caller) => tip(at(fans, caller).token, at(creators, caller).id));
    const one = await rateOf(callers, (caller) => tip(at(fans, caller).token, creator.id));
    rows.push([`bare commits, ${callers} at once`, base, 1]);
    rows.push([`tips to ${callers} creators, ${callers} at once`, spread, spread / base]);
    if (callers > 1) rows.push([`tips to one creator, ${callers} at once`, one, one / base]);
  }
  printTable(['', 'a second', 'share'], rows);
} finally {
  await bench.stop();
}
