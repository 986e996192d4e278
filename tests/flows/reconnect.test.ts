import { setTimeout as sleep } from 'node:timers/promises';
import { limits } from '@contract/base/limits';
import { openSocket, type SocketConnection } from '@/services/socket-client';
import { buildPerformer } from '../factories/performer';
import { buildSubscription } from '../factories/subscription';
import { buildUser } from '../factories/user';
import { buildTestApp, type TestApp } from '../harness/build-test-app';
import { listen, until } from '../harness/socket-client';
import { startTcpProxy, type TcpProxy } from '../harness/tcp-proxy';

interface Heard {
  sequence?: number | undefined;
  text?: string | undefined;
}

const CUT_MS = 20_000;

let app: TestApp;
let proxy: TcpProxy;
let connection: SocketConnection | undefined;

beforeAll(async () => {
  app = await buildTestApp();
  proxy = await startTcpProxy(await listen(app));
});
afterAll(async () => {
  connection?.close();
  await proxy.close();
  await app.close();
});

// Promises R-1.
describe('a client that was offline for twenty seconds', () => {
  it('reconnects by itself and shows all forty missed messages, once and in order', async () => {
    const creator = await buildPerformer(app);
    const fan = await buildUser(app);
    await buildSubscription(app, { userId: fan.id, performerId: creator.id });
    const opening = { as: fan.token, body: { source: 'performer', sourceId: creator.id } };
    const params = { id: (await app.call('createConversation', opening)).data._id };
    const send = (text: string) => app.call('sendMessage', { as: fan.token, params, body: { text } });

    // As in the web app: each connection fetches messages newer than the last one shown.
    const shown: Required<Heard>[] = [];
    const waiting: Heard[] = [];
    let isFilling = false;
    let connects = 0;
    const show = ({ sequence = 0, text = '' }: Heard) => {
      if (sequence > (shown.at(-1)?.sequence ?? 0)) shown.push({ sequence, text });
    };
    const fill = async () => {
      isFilling = true;
      const query = { afterSequence: shown.at(-1)?.sequence ?? 0, limit: limits.listMax };
      const { data } = await app.call('listMessages', { as: creator.token, params, query });
      for (const message of [...data.data.toReversed(), ...waiting.splice(0)]) show(message);
      isFilling = false;
      connects += 1;
    };
    connection = await openSocket(
      proxy.url,
      { getToken: () => creator.token, isPayloadRead: true },
      {
        onStatus: (status) => void (status === 'connected' && fill()),
        onEvent(name, payload) {
          if (name === 'message_created')
            (isFilling ? (message: Heard) => waiting.push(message) : show)(payload as Heard);
        },
      },
    );
    await until('the client is connected', () => connects === 1);
    for (let n = 1; n <= 5; n += 1) await send(`before ${n}`);
    await until('the messages before the cut are shown', () => shown.length === 5);

    const cutAt = Date.now();
    proxy.cut();
    for (let n = 1; n <= 40; n += 1) {
      await send(`missed ${n}`);
      await sleep(CUT_MS / 50);
    }
    await sleep(Math.max(0, CUT_MS - (Date.now() - cutAt)));
    expect(shown).toHaveLength(5);
    proxy.mend();
    // The longest delay between retries, plus the library's jitter.
    await until('the client is connected again', () => connects === 2, limits.socketReconnectMax * 1.5 + 5_000);
    await send('after');
    await until('the message after the cut is shown', () => shown.length >= 46);

    const numbered = (word: string, count: number) => Array.from({ length: count }, (_, n) => `${word} ${n + 1}`);
    const texts = [...numbered('before', 5), ...numbered('missed', 40), 'after'];
    expect(shown).toEqual(texts.map((text, n) => ({ sequence: n + 1, text })));
  });
});
