import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { io, type ManagerOptions, type SocketOptions } from 'socket.io-client';
import { findFreePort } from '../harness/api-process';
import { createTestDatabase } from '../harness/test-database';

const started: ChildProcess[] = [];
afterEach(() => started.splice(0).forEach((child) => child.kill('SIGKILL')));

async function startLogged(env: Record<string, string>) {
  const port = String(await findFreePort());
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      ...env,
      API_PORT: port,
      API_HOST: '127.0.0.1',
      LOG_LEVEL: 'debug',
      DEMO: '0',
    },
  });
  started.push(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const url = `http://127.0.0.1:${port}`;
  while (!(await fetch(`${url}/health`).catch(() => undefined))?.ok) {
    if (child.exitCode !== null) throw new Error(output);
    await sleep(100);
  }
  return {
    url,
    async stop() {
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
      return output;
    },
  };
}

/** Sends valid and invalid socket messages, unless the handshake is rejected. */
async function knock(url: string, handshake: Partial<ManagerOptions & SocketOptions>): Promise<void> {
  const socket = io(url, { transports: ['websocket'], forceNew: true, reconnection: false, ...handshake });
  await new Promise<void>((resolve) => {
    socket.on('connect', resolve);
    socket.on('connect_error', () => resolve());
  });
  if (socket.connected) {
    const token = { ...handshake.query, ...(typeof handshake.auth === 'object' && handshake.auth) }['token'];
    socket.emit('typing', { conversationId: { token }, isTyping: token });
    await socket.timeout(5_000).emitWithAck('auth/login', { token });
  }
  socket.disconnect();
}

// Promises F-8.
it('I-2: logs contain no tokens, codes or passwords after any failure', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'log-scan-'));
  const database = await createTestDatabase();
  const api = await startLogged({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const secrets: Record<string, string> = { password: 'the-password-of-mira' };
  const call = async (method: string, url: string, { body, token }: { body?: unknown; token?: string } = {}) => {
    const reply = await fetch(`${api.url}${url}`, {
      method,
      // The link of a mail redirects to the web app, which does not run here.
      redirect: 'manual',
      headers: { 'content-type': 'application/json', ...(token && { authorization: token }) },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const parsed = (await reply.json().catch(() => ({}))) as { data?: Record<string, string> };
    return { status: reply.status, data: parsed.data ?? {} };
  };
  const email = 'mira@log-scan.test';
  await call('POST', '/auth/users/register', { body: { email, password: secrets.password } });
  const login = await call('POST', '/auth/login', { body: { username: email, password: secrets.password } });
  secrets.token = login.data.token ?? '';
  expect(secrets.token).toHaveLength(51);

  // The token in the header and in the query, malformed calls, invalid JSON, and errors.
  const { token } = secrets;
  await call('GET', '/users/me', { token });
  await call('GET', `/users/me?Authorization=${token}`);
  await call('GET', `/no/such/page?Authorization=${token}`);
  await call('GET', `/feeds/%00?Authorization=${token}`);
  await call('PUT', '/users', { token, body: `{"password":"${secrets.password}` });
  await call('POST', '/auth/login', { body: { username: { a: secrets.password }, password: [secrets.password] } });
  await call('POST', '/auth/login', { body: { username: secrets.password, password: 'x\u0000y' } });
  await call('PUT', '/users', { token, body: { name: `nul \u0000 ${secrets.password}`, password: secrets.password } });

  // Socket logins by payload and by query, rejected ones, and plain HTTP to the socket server.
  await knock(api.url, { auth: { token } });
  await knock(api.url, { query: { token } });
  await knock(api.url, { query: { token }, transports: ['polling'] });
  await knock(api.url, { query: { token }, extraHeaders: { origin: 'https://elsewhere.test' } });
  for (const path of [
    '/socket.io',
    '/socket.io/',
    '/socket.io/?EIO=9',
    '/socket.io/?EIO=4&transport=polling&sid=none',
  ]) {
    await call('GET', `${path}${path.includes('?') ? '&' : '?'}token=${token}`);
  }

  const outbox = path.join(dataDir, 'outbox');
  const readOutbox = async () =>
    // The first message creates the folder. A file with another extension is still being written.
    (
      await Promise.all(
        (await readdir(outbox).catch(() => []))
          .filter((name) => name.endsWith('.json'))
          .map((name) => readFile(path.join(outbox, name), 'utf8')),
      )
    ).join('\n');
  /** Jobs send messages, sometimes by way of a second job. */
  const awaitSent = async (pattern: RegExp) => {
    for (let look = 0; look < 300; look += 1) {
      const found = pattern.exec(await readOutbox())?.[1];
      if (found !== undefined) return found;
      await sleep(100);
    }
    throw new Error(`No mail or text that matches ${String(pattern)} was sent in 30 s`);
  };
  secrets.verification = await awaitSent(/email-verified\?token=([\w-]{43})/);
  await call('GET', `/auth/email-verified?token=${secrets.verification}`);
  await call('POST', '/auth/mail-links/use', { body: { action: 'verify-email', token: secrets.verification } });
  const two = await call('POST', '/auth/two-step/connect', { token, body: {} });
  secrets.twoFactor = two.data.secret ?? '';
  await call('POST', '/auth/two-step/verify', { token, body: { verificationCode: '000000' } });
  await call('POST', '/auth/phone/send-code', { body: { phone: '+358457654321' } });
  await call('POST', '/auth/phone', { body: { phone: '+358457654321', code: '000000' } });
  const google = await fetch(`${api.url}/sandbox/google`, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams({
      redirect_uri: 'http://localhost:3000/x',
      state: 's',
      own: 'g@log-scan.test',
      name: 'G',
    }),
  });
  const tokenId =
    new URLSearchParams(new URL(google.headers.get('location') ?? '').hash.slice(1)).get('id_token') ?? '';
  secrets.google = tokenId;
  for (let i = 0; i < 2; i += 1) await call('POST', '/auth/google/login', { body: { tokenId, role: 'user' } });
  await call('POST', '/auth/users/forgot', { body: { email } });

  secrets.phoneCode = await awaitSent(/(\d{6}) is your code/);
  secrets.reset = await awaitSent(/reset-password\?token=([\w-]{43})/);
  await call('GET', `/auth/email-verified?token=${secrets.reset}`);
  await call('POST', '/auth/users/reset', { body: { token: secrets.reset, password: 'x' } });

  const log = await api.stop();
  await Promise.all([database.drop(), rm(dataDir, { recursive: true })]);
  expect(log.length).toBeGreaterThan(100);
  for (const [name, secret] of Object.entries(secrets)) {
    expect([name, secret.length > 5]).toEqual([name, true]);
    expect([name, log.includes(secret)]).toEqual([name, false]);
  }
});

it('R-11: the report of a part of a page that failed is logged with the request id and without secrets', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'log-scan-'));
  const database = await createTestDatabase();
  const api = await startLogged({ DATABASE_URL: database.url, DATA_DIR: dataDir });
  const reply = await fetch(`${api.url}/page-failures`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ part: 'post', message: 'no such colour', path: '/home', stack: 'at /a.js?token=hush-hush' }),
  });
  const output = await api.stop();
  await Promise.all([database.drop(), rm(dataDir, { recursive: true, force: true })]);
  expect(reply.status).toBe(200);
  const line = output.split('\n').find((one) => one.includes('page failed'));
  expect(JSON.parse(line ?? '{}')).toMatchObject({
    failure: 'page',
    name: 'post',
    err: { message: 'no such colour (on /home)', stack: 'at /a.js?token=[hidden]' },
    reqId: expect.any(String) as string,
  });
});
