import { connect } from 'node:net';
import { cents } from '@contract/base/money';
import { buildPerformer } from '../../tests/factories/performer';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp } from '../../tests/harness/build-test-app';
import { untilWaiting } from '../../tests/harness/lock-races';
import { howBusy } from '../../tests/harness/how-busy';
import { listen } from '../../tests/harness/socket-client';

const body = '{"username":"nobody","password":"wrong"}';
const head = `POST /auth/login HTTP/1.1\r\nhost: api.test\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;

async function startWithCall() {
  const app = await buildTestApp({ CALL_SECONDS: '60', LOG_LEVEL: 'silent' });
  const url = new URL(await listen(app));
  const arrived = new Promise((resolve) => app.http.server.once('request', resolve));
  const socket = connect(Number(url.port), url.hostname);
  let heard = '';
  socket.on('data', (chunk) => (heard += chunk.toString()));
  socket.on('error', () => undefined);
  const gone = new Promise((resolve) => socket.on('close', resolve));
  socket.write(head);
  await arrived;
  return { app, socket, gone, heard: () => heard };
}

// Promises R-8.
describe('a stopping API', () => {
  it('tells load balancers first, and answers calls as before', async () => {
    const app = await buildTestApp();
    const get = async (url: string) => {
      const { statusCode, headers, json } = await app.http.inject(url);
      return { code: statusCode, cache: headers['cache-control'], status: json<{ status: string }>().status };
    };
    expect(await get('/health')).toEqual({ code: 200, cache: 'no-store', status: 'ok' });
    app.drain();
    expect(await get('/health')).toEqual({ code: 503, cache: 'no-store', status: 'draining' });
    expect(await get('/live')).toEqual({ code: 200, cache: 'no-store', status: 'ok' });
    expect((await app.call('listCountries', {})).status).toBe(200);
    await app.close();
  });

  it('lets a running request end, then closes its connection', async () => {
    const { app, socket, gone, heard } = await startWithCall();
    const start = performance.now();
    const stopped = app.close();
    socket.write(body);
    await Promise.all([stopped, gone]);
    expect(heard()).toContain('HTTP/1.1 422');
    expect(performance.now() - start).toBeLessThan(3_000 * howBusy());
  });

  it('does not wait forever for a stalled request', async () => {
    const { app, gone } = await startWithCall();
    const start = performance.now();
    await Promise.all([app.close(), gone]);
    expect(performance.now() - start).toBeLessThan(9_000 * howBusy());
  });

  it('waits for work that follows a response: a late payment still notifies its recipient', async () => {
    const app = await buildTestApp();
    const creator = await buildPerformer(app);
    const fan = await buildUser(app, { wallet: cents(1_000) });
    const stopping = await buildTestApp({ CALL_SECONDS: '1', LOG_LEVEL: 'silent' }, { beside: app });
    const origin = await listen(stopping);
    const holder = await app.context.db.$client.connect();
    await holder.query('begin');
    await holder.query('lock table ledger_transfers in exclusive mode');
    const tip = fetch(`${origin}/wallet/charges/tip/${creator.id}`, {
      method: 'POST',
      headers: { authorization: fan.token, 'content-type': 'application/json', 'idempotency-key': 'late' },
      body: JSON.stringify({ price: 5 }),
    });
    await untilWaiting(app, 1);
    expect((await tip).status).toBe(503);
    const gone = new Promise((resolve) => stopping.http.server.once('close', resolve));
    const closed = stopping.close();
    await gone;
    await holder.query('commit');
    holder.release();
    // Rejects if work after the commit has failed.
    await closed;
    expect(stopping.events).toContainEqual(expect.objectContaining({ event: 'send_notification' }));
    await app.close();
  });
});
