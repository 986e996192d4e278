import { setTimeout as sleep } from 'node:timers/promises';
import { io, type Socket } from 'socket.io-client';
import { buildPerformer } from '../factories/performer';
import { buildShowChat } from '../factories/show-chat';
import { buildUser } from '../factories/user';
import { startBenchApi } from './harness/api';
import { getRate, openCaller, takeTurns } from './harness/rates';
import { expectTarget, percentile, printTable } from './harness/report';

/**
 * Measures the time from sending a show's chat message over HTTP until all 500 sockets of its room have received it: validated,
 * committed, counted and published. Baseline: a bare socket.io server that broadcasts the same bytes. Promises R-7.
 */
const SOCKETS = 500;
/** Few sockets per account, because a crowd has many accounts. */
const TABS = 5;
const WRITERS = 8;
const SECONDS = 5;
const ROUNDS = 3;
/** For the latency measurement: a busy chat, faster than anyone can read. */
const MESSAGES = 150;
const INTERVAL_MS = 100;

const bench = await startBenchApi();
const { api, app } = bench;

async function connect(url: string, token = ''): Promise<Socket> {
  const socket = io(url, { query: { token }, transports: ['websocket'], forceNew: true });
  await new Promise<void>((resolve) => socket.once('connect', resolve));
  if (token) await new Promise<void>((resolve) => socket.emit('auth/login', { token }, () => resolve()));
  return socket;
}

async function fill(open: (index: number) => Promise<Socket>): Promise<Socket[]> {
  const sockets: Socket[] = [];
  while (sockets.length < SOCKETS) {
    const some = Array.from({ length: 25 }, (_, place) => open(sockets.length + place));
    sockets.push(...(await Promise.all(some)));
  }
  return sockets;
}

function createCrowd(sockets: readonly Socket[], event: string) {
  const waiting = new Map<string, { left: number; sentAt: number; end(): void }>();
  const times: number[] = [];
  for (const socket of sockets) {
    socket.on(event, ({ text }: { text: string }) => {
      const message = waiting.get(text);
      if (!message) return;
      times.push(performance.now() - message.sentAt);
      message.left -= 1;
      if (message.left === 0) message.end();
    });
  }
  let count = 0;
  return {
    times,
    async say(send: (text: string) => unknown): Promise<void> {
      count += 1;
      const text = `The kiln opens at nine, number ${count}.`;
      const heard = new Promise<void>((end) =>
        waiting.set(text, { left: sockets.length, sentAt: performance.now(), end }),
      );
      await Promise.all([heard, send(text)]);
      waiting.delete(text);
    },
  };
}

try {
  const host = await buildPerformer(app);
  const { conversationId } = await buildShowChat(app, host);
  const fans = await Promise.all(Array.from({ length: SOCKETS / TABS }, () => buildUser(app)));
  const writers = fans.slice(0, WRITERS).map(({ token }) => token);
  const event = `message_created_conversation_${conversationId}`;
  const room = await fill(async (index) => {
    const socket = await connect(api.url, fans[index % fans.length]?.token);
    socket.emit('public-stream/join', { conversationId });
    // A socket's events are handled in order, so once this one is acknowledged, the socket has joined.
    await new Promise<void>((resolve) => socket.emit('auth/login', { token: '' }, () => resolve()));
    return socket;
  });
  const chat = createCrowd(room, event);
  const { call, close } = openCaller(api.url, WRITERS);
  const write = (writer: number) =>
    chat.say((text) =>
      call(writers[writer % WRITERS] ?? '', `/messages/stream/conversations/${conversationId}`, { text }),
    );
  let sample: object = {};
  room[0]?.once(event, (message: object) => (sample = message));
  await write(0);

  const bare = await bench.startBare('{}');
  const bareRoom = await fill(() => connect(bare.url));
  const bareChat = createCrowd(bareRoom, 'said');
  const say = (writer: number) => bareChat.say((text) => bareRoom[writer]?.emit('say', { ...sample, text }));

  const rate = (callers: number, act: (caller: number) => Promise<void>) => getRate({ callers, seconds: SECONDS }, act);
  // Warms up: both servers compile their hot paths.
  for (const act of [write, say]) await rate(WRITERS, act);
  const BASE = 'bare socket.io, one after the other';
  const OURS = 'chat of a show, one after the other';
  const { getShare } = await takeTurns(
    [
      [BASE, () => rate(1, say)],
      [OURS, () => rate(1, write)],
      // A bare server batches concurrent messages into one packet, whereas the chat commits them one by one, in order.
      [`bare socket.io, ${WRITERS} at once`, () => rate(WRITERS, say)],
      [`chat of a show, ${WRITERS} at once`, () => rate(WRITERS, write)],
    ],
    { rounds: ROUNDS, base: BASE },
  );

  const measureTimes = async (act: (caller: number) => Promise<void>, times: number[]) => {
    times.length = 0;
    const sent: Promise<void>[] = [];
    for (let n = 0; n < MESSAGES; n += 1) {
      sent.push(act(n % WRITERS));
      await sleep(INTERVAL_MS);
    }
    await Promise.all(sent);
    return [percentile(times, 0.5), percentile(times, 0.95), percentile(times, 1)] as const;
  };
  const bareTimes = await measureTimes(say, bareChat.times);
  const times = await measureTimes(write, chat.times);
  printTable(
    [`ten a second to ${SOCKETS} sockets`, 'p50 ms', 'p95 ms', 'slowest ms'],
    [
      ['bare socket.io', ...bareTimes],
      ['chat of a show', ...times],
    ],
  );
  expectTarget('chat of a show: share of the rate of bare socket.io', getShare(OURS), { atLeast: 0.7 });
  expectTarget('chat of a show: p95 in milliseconds', times[1], { atMost: 300 });
  close();
  for (const socket of [...room, ...bareRoom]) socket.disconnect();
} finally {
  await bench.stop();
}
