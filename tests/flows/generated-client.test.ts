import { spawn } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { cents } from '@contract/base/money';
import { buildFeed } from '../factories/feed';
import { buildPerformer } from '../factories/performer';
import { buildUser, PASSWORD } from '../factories/user';
import { findFreePort } from '../harness/api-process';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { listen } from '../harness/socket-client';

const client = path.resolve('tools/client');
const document = path.join(client, 'openapi.json');

let app: TestApp;
let url: string;
let webhookPort: number;
beforeAll(async () => {
  webhookPort = await findFreePort();
  app = await buildTestApp({ OUTGOING_ALLOW: `127.0.0.1:${webhookPort}` });
  url = await listen(app);
  writeFileSync(document, (await app.http.inject('/openapi.json')).body);
});
afterAll(async () => {
  for (const name of ['openapi.json', 'schema.d.ts', 'out'])
    rmSync(path.join(client, name), { recursive: true, force: true });
  await app.close();
});

/** @returns standard output @throws Error unless the program succeeds */
async function run(args: string[], env: Record<string, string> = {}): Promise<string> {
  // Programs of others run on the machine's clock.
  const { NODE_OPTIONS: _clock, ...rest } = process.env;
  const child = spawn(process.execPath, args, { env: { ...rest, ...env } });
  let [output, problems] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (output += part.toString()));
  child.stderr.on('data', (part: Buffer) => (problems += part.toString()));
  const code = await new Promise((resolve) => child.once('close', resolve));
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${String(code)}:\n${output}${problems}`);
  return output;
}
const runTool = (...args: string[]) => run(['scripts/with-tools.mjs', ...args]);

it('is documented without an error or warning of redocly and spectral', async () => {
  expect(await run(['scripts/lint-api.mjs', document])).toContain('No results with a severity of');
});

it('R-6: serves a client with generated types, which logs in, reads a feed, tips, and verifies a webhook', async () => {
  const [fan, creator] = [await buildUser(app, { wallet: cents(20_00) }), await buildPerformer(app)];
  await buildFeed(app, creator, { text: 'Read by a program', isSale: true, price: 0 });
  await runTool('openapi-typescript', document, '--output', path.join(client, 'schema.d.ts'));
  await runTool('tsc', '--project', client);
  const jobs = setInterval(() => void app.jobs.drain(), 100);
  const output = await run([path.join(client, 'out/client.js')], {
    API_URL: url,
    FAN: fan.account.username ?? '',
    CREATOR: creator.account.username ?? '',
    PASSWORD,
    WEBHOOK_PORT: String(webhookPort),
  }).finally(() => clearInterval(jobs));
  expect(JSON.parse(output)).toEqual({
    posts: 1,
    text: 'Read by a program',
    tip: 5,
    refused: 'Forbidden',
    webhook: {
      type: 'tip.received',
      timestamp: expect.any(String),
      data: expect.objectContaining({ fanId: fan.id, amount: 5 }),
    },
  });
  expect((await app.call('getMe', { as: fan.token })).data.balance).toBe(15);
});
