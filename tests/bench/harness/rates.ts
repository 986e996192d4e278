import { Agent, request } from 'node:http';
import { median, printTable } from './report';

export type Measures = readonly (readonly [string, () => Promise<number>])[];

export async function getRate(
  { callers, seconds }: { callers: number; seconds: number },
  act: (caller: number) => Promise<void>,
): Promise<number> {
  const start = performance.now();
  let done = 0;
  const work = async (caller: number) => {
    while (performance.now() - start < seconds * 1_000) {
      await act(caller);
      done += 1;
    }
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => work(caller)));
  return (done * 1_000) / (performance.now() - start);
}

/** Runs the measurements in turn, so that other load on the machine affects all of them equally, and prints the rates. */
export async function takeTurns(measures: Measures, { rounds, base }: { rounds: number; base: string }) {
  const rates = new Map<string, number[]>(measures.map(([name]) => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, measure] of measures) rates.get(name)?.push(await measure());
  }
  const bases = rates.get(base);
  const getShare = (name: string): number =>
    bases ? median((rates.get(name) ?? []).map((rate, round) => rate / (bases[round] ?? 0))) : Number.NaN;
  printTable(
    ['', 'a second', `share of ${base}`],
    [...rates].map(([name, list]) => [name, median(list), getShare(name)]),
  );
  return { getShare, hasBase: bases !== undefined };
}

export function openCaller(url: string, callers: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: callers });
  let count = 0;
  const call = (token: string, path: string, body: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      count += 1;
      const headers = { authorization: token, 'content-type': 'application/json', 'idempotency-key': `call ${count}` };
      const sent = request(`${url}${path}`, { agent, method: 'POST', headers }, (reply) => {
        let text = '';
        reply.setEncoding('utf8').on('data', (part: string) => (text += part));
        reply.once('end', () => {
          if (reply.statusCode === 200) resolve((JSON.parse(text) as { data: unknown }).data);
          else reject(new Error(`${path}: ${reply.statusCode} ${text.slice(0, 300)}`));
        });
      });
      sent.once('error', reject).end(JSON.stringify(body));
    });
  return { call, close: () => agent.destroy() };
}
