import { Agent, get } from 'node:http';
import { text } from 'node:stream/consumers';
import { cents } from '@contract/base/money';
import { fillWallet } from '../factories/user';
import { startBenchApi } from './harness/api';
import { readCpuMs } from './harness/load';
import { expectTarget, median, printTable } from './harness/report';
import { getId, seedPeople, seedPosts } from './harness/seed';

/** Measures each API call that a fan's pages make, one at a time, beside Fastify sending the same bytes. */
const WARM_UP = 150;
const CALLS = 250;
const ROUNDS = 3;
const EACH = 25;

const agent = new Agent({ keepAlive: true, maxSockets: 1 });

function fetchText(url: string, token: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent, headers: { authorization: token } }, (reply) => {
      if (reply.statusCode === 200) resolve(text(reply));
      else reject(new Error(`${url}: ${reply.statusCode}`));
    }).once('error', reject);
  });
}

async function measure(url: string, token: string, { pid, calls = CALLS }: { pid: number; calls?: number }) {
  const before = readCpuMs(pid);
  const times: number[] = [];
  for (let n = 0; n < calls; n += 1) {
    const start = performance.now();
    await fetchText(url, token);
    times.push(performance.now() - start);
  }
  return { cpu: (readCpuMs(pid) - before) / calls, p50: median(times) };
}

const bench = await startBenchApi();
const { api, app } = bench;
try {
  const { db } = app.context;
  await seedPeople(db, 1);
  await seedPosts(db, 1, 1_000);
  const fan = getId('f', 1);
  const token = await app.services.session.open(fan);
  await fillWallet(app, fan, cents(100_000));
  for (let n = 1; n <= EACH; n += 1) {
    const as = { as: token, headers: {} };
    await app.call('tipPerformer', { ...as, params: { id: getId('c', n) }, body: { price: 3 } });
    const body = { source: 'performer', sourceId: getId('c', n) };
    const { data } = await app.call('createConversation', { ...as, body });
    await app.call('sendMessage', { ...as, params: { id: data._id }, body: { type: 'text', text: 'Hello' } });
  }
  const calls: [name: string, path: string][] = [
    ['subscriptions of a fan', '/subscriptions/user/search'],
    ['random creators', '/performers/search/random'],
    ['statement', `/wallet/statement?limit=${EACH}`],
    ['following', '/follows/following'],
    ['conversations', '/conversations'],
    ['home feed', '/user/feeds?isHome=true'],
    ['feed', '/user/feeds'],
  ];
  const rows: [string, number, number, number, number][] = [];
  for (const [name, path] of calls) {
    const url = api.url + path;
    const bare = await bench.startBare(await fetchText(url, token));
    await measure(url, token, { pid: api.pid, calls: WARM_UP });
    await measure(`${bare.url}/bytes`, token, { pid: bare.pid, calls: WARM_UP });
    const found = { ours: [] as { cpu: number; p50: number }[], base: [] as { cpu: number; p50: number }[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      found.ours.push(await measure(url, token, { pid: api.pid }));
      found.base.push(await measure(`${bare.url}/bytes`, token, { pid: bare.pid }));
    }
    const middle = (of: 'ours' | 'base', key: 'cpu' | 'p50') => median(found[of].map((one) => one[key]));
    rows.push([name, middle('ours', 'cpu'), middle('base', 'cpu'), middle('ours', 'p50'), middle('base', 'p50')]);
    await bare.stop();
  }
  printTable(['one call at a time', 'CPU ms', 'same bytes', 'p50 ms', 'same bytes'], rows);
  for (const [name, cpu] of rows) expectTarget(`${name}: CPU ms`, cpu, { atMost: 3 });
} finally {
  agent.destroy();
  await bench.stop();
}
