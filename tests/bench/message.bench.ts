import { io, type Socket } from 'socket.io-client';
import { buildPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser } from '../factories/user';
import { startBenchApi } from './harness/api';
import { percentile, printTable } from './harness/report';

/**
 * Measures the time from sending a message over HTTP until the recipient's socket receives it, beside the echo of a bare
 * socket.io server.
 */
const WARM_UP = 100;
const MESSAGES = 600;

const bench = await startBenchApi();
const { api, app } = bench;

async function join(url: string, token = ''): Promise<Socket> {
  const socket = io(url, { query: { token }, transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (token) await new Promise<void>((resolve) => socket.emit('auth/login', { token }, () => resolve()));
  return socket;
}

/** @returns milliseconds from each `send` until `socket` receives the event */
async function measure(socket: Socket, event: string, send: (n: number) => void | Promise<void>): Promise<number[]> {
  const times: number[] = [];
  for (let n = 0; n < WARM_UP + MESSAGES; n += 1) {
    const start = performance.now();
    const heard = new Promise<number>((resolve) => socket.once(event, () => resolve(performance.now() - start)));
    await send(n);
    const time = await heard;
    if (n >= WARM_UP) times.push(time);
  }
  return times;
}

try {
  const creator = await buildPerformer(app);
  const fan = await buildUser(app);
  await buildSubscription(app, { userId: fan.id, performerId: creator.id });
  const opening = { as: fan.token, body: { source: 'performer', sourceId: creator.id } };
  const { _id } = (await app.call('createConversation', opening)).data;
  const receiver = await join(api.url, creator.token);
  let sample: unknown;
  receiver.once('message_created', (message) => (sample = message));
  const messages = await measure(receiver, 'message_created', async (n) => {
    const reply = await fetch(`${api.url}/messages/conversations/${_id}`, {
      method: 'POST',
      headers: { authorization: fan.token, 'content-type': 'application/json' },
      body: JSON.stringify({ text: `The kiln opens at nine, number ${n}.`, clientId: `bench-${n}` }),
    });
    if (!reply.ok) throw new Error(await reply.text());
    await reply.arrayBuffer();
  });
  const bare = await bench.startBare('{}');
  const echo = await join(bare.url);
  const echoes = await measure(echo, 'echo', () => void echo.emit('echo', sample));
  receiver.disconnect();
  echo.disconnect();
  const base = percentile(echoes, 0.5);
  printTable(
    ['', 'p50 ms', 'p95 ms', 'times'],
    [
      ['bare echo', base, percentile(echoes, 0.95), 1],
      [
        'message, sender to receiver',
        percentile(messages, 0.5),
        percentile(messages, 0.95),
        percentile(messages, 0.5) / base,
      ],
    ],
  );
} finally {
  await bench.stop();
}
