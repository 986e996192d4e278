import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServerClient } from '@/composition/server-client';
import { feedRoutes } from '@contract/content/feed-routes';

/** @param cuts how many connections the backend cuts at first. @returns the outcome, and the number of requests */
async function ask(cuts: number, call: (api: ReturnType<typeof createServerClient>['callApi']) => Promise<unknown>) {
  let asked = 0;
  const server = createServer((request, response) => {
    asked += 1;
    if (asked <= cuts) request.socket.destroy();
    else response.end(JSON.stringify({ status: 0, data: { data: [], total: 0 } }));
  }).listen(0);
  await once(server, 'listening');
  vi.stubEnv('API_ENDPOINT', `http://localhost:${(server.address() as AddressInfo).port}`);
  const visit = { headers: {}, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
  const outcome = await call(createServerClient(visit).callApi).then(
    () => 'answered',
    () => 'failed',
  );
  server.closeAllConnections();
  server.close();
  return { outcome, asked };
}

it('a read is retried once after a lost connection, and no more', async () => {
  // A query of its own, because guests share responses to equal requests.
  const read = (cuts: number) => ask(cuts, (callApi) => callApi(feedRoutes.listFeeds, { query: { offset: cuts } }));
  expect(await read(1)).toEqual({ outcome: 'answered', asked: 2 });
  expect(await read(9)).toEqual({ outcome: 'failed', asked: 2 });
});

it('a write is not retried', async () => {
  const params = { id: 'a'.repeat(24) };
  expect(await ask(1, (callApi) => callApi(feedRoutes.votePoll, { params }))).toEqual({ outcome: 'failed', asked: 1 });
});
