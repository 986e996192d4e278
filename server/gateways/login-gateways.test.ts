import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Db } from '../db/client';
import { parseEnv } from '../env';
import { createLoginGateways } from './login-gateways';
import { createOutboxSms, createWebSms } from './sms';

const build = (env: Record<string, string>) =>
  createLoginGateways(parseEnv({ APP_SECRET: 'x', ...env }), {
    db: {} as Db,
    now: () => new Date(),
    outboxDir: '/nowhere',
  });
const kinds = (env: Record<string, string>) =>
  Object.values(build(env)).map(
    (one: { isProduction: boolean } | null) => one && (one.isProduction ? 'real' : 'sandbox'),
  );

describe('login gateways', () => {
  it('uses sandboxes on a local site, and on a public one only if SANDBOX is set', () => {
    expect(kinds({})).toEqual(['sandbox', 'sandbox', 'sandbox']);
    for (const host of ['127.0.0.1:3000', '192.168.1.20', '[::1]:3000', 'site.localhost', 'box.local']) {
      expect(kinds({ WEB_PUBLIC_URL: `http://${host}` })).toEqual(['sandbox', 'sandbox', 'sandbox']);
    }
    for (const host of ['ovela.example', '192.169.1.20', 'localhost.evil.com', '10.evil.com', '172.32.0.1']) {
      expect(kinds({ WEB_PUBLIC_URL: `https://${host}` })).toEqual([null, null, null]);
    }
    expect(kinds({ WEB_PUBLIC_URL: 'https://ovela.example', SANDBOX: '1' })).toEqual(['sandbox', 'sandbox', 'sandbox']);
  });

  it('uses the real provider if its keys are configured', () => {
    const keys = {
      SMS_URL: 'https://sms.test/send',
      SMS_KEY: 'k',
      GOOGLE_CLIENT_ID: 'id',
      TWITTER_API_KEY: 'k',
      TWITTER_API_SECRET: 's',
      WEB_PUBLIC_URL: 'https://ovela.example',
    };
    expect(kinds(keys)).toEqual(['real', 'real', 'real']);
    expect(build(keys).google).toMatchObject({ clientId: 'id', pageUrl: '' });
    expect(kinds({ GOOGLE_CLIENT_ID: 'id' })).toEqual(['sandbox', 'real', 'sandbox']);
  });

  it('throws if only one of two related settings is configured', () => {
    expect(() => build({ SMS_URL: 'https://sms.test' })).toThrow('SMS_URL and SMS_KEY');
    expect(() => build({ TWITTER_API_SECRET: 's' })).toThrow('TWITTER_API_KEY and TWITTER_API_SECRET');
  });
});

describe('SMS', () => {
  it('sends texts to the gateway with its key', async () => {
    const asked: unknown[] = [];
    let answer = 202;
    const server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { method, headers } = request;
        asked.push({ method, key: headers.authorization, body: JSON.parse(body) as unknown });
        response.writeHead(answer, answer === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end('thanks');
      });
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/send`;
    const sms = createWebSms({ url, key: 'the-key' });
    await sms.send({ to: '+358451234567', text: '123456 is your code' });
    expect(asked).toEqual([
      { method: 'POST', key: 'Bearer the-key', body: { to: '+358451234567', text: '123456 is your code' } },
    ]);
    const send = () => sms.send({ to: '+358451234567', text: 'x' });
    for (answer of [500, 401]) await expect(send()).rejects.toThrow(`answered ${answer}`);
    answer = 302;
    await expect(send()).rejects.toThrow('fetch failed');
    server.close();
    await once(server, 'close');
    await expect(send()).rejects.toThrow('fetch failed');
  });

  it('writes texts to the outbox without a gateway', async () => {
    const outboxDir = await mkdtemp(path.join(tmpdir(), 'outbox-'));
    await createOutboxSms({ outboxDir }).send({ to: '+358451234567', text: 'hello' });
    const [file = ''] = await readdir(outboxDir);
    expect(JSON.parse(await readFile(path.join(outboxDir, file), 'utf8'))).toMatchObject({
      channel: 'sms',
      to: '+358451234567',
      text: 'hello',
    });
    await rm(outboxDir, { recursive: true });
  });
});
