import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createServerClient } from '@/composition/server-client';
import { feedRoutes } from '@contract/content/feed-routes';
import { messageRoutes } from '@contract/conversation/message-routes';
import { notificationRoutes } from '@contract/conversation/notification-routes';

interface Backend {
  /** How it answers `POST /batch`; without one it never offered that. */
  answerBatch?: (paths: string[]) => { status: number; body?: unknown };
  offers?: boolean;
}

const before = process.env['API_ENDPOINT'];
afterEach(() => {
  if (before === undefined) delete process.env['API_ENDPOINT'];
  else process.env['API_ENDPOINT'] = before;
});

const reply = (path: string) => ({ status: 0, data: { data: [{ _id: path }], total: 1 } });
const all = (paths: string[]) => ({ status: 200, body: paths.map((path) => ({ status: 200, body: reply(path) })) });

/** A backend, and what a visitor's page was told when it asked for one list, then for two at once. */
async function visit({ answerBatch = () => ({ status: 404 }), offers = true }: Backend) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      asked.push(`${request.method} ${request.url} ${request.headers.authorization}`);
      const batch =
        request.method === 'POST' ? answerBatch((JSON.parse(sent) as { paths: string[] }).paths) : undefined;
      response.writeHead(batch?.status ?? 200, offers ? { 'x-batch': '/batch' } : {});
      response.end(JSON.stringify(batch ? batch.body : reply(request.url ?? '')));
    });
  }).listen(0);
  await once(server, 'listening');
  process.env['API_ENDPOINT'] = `http://localhost:${(server.address() as AddressInfo).port}/v1`;
  const pageOf = (token: string) =>
    createServerClient({
      headers: { cookie: `token=${token}` },
      socket: { remoteAddress: '127.0.0.1' },
    } as unknown as IncomingMessage).callApi;
  const [mine, hers] = [pageOf('mine'), pageOf('hers')];
  await mine(notificationRoutes.listNotifications, {});
  asked.length = 0;
  const outcomes = await Promise.allSettled([
    mine(feedRoutes.listFeeds, { query: { q: 'paper & ink' } }),
    mine(messageRoutes.listConversations, { query: { limit: 5 } }),
    hers(messageRoutes.listConversations, { query: { limit: 5 } }),
  ]);
  server.closeAllConnections();
  server.close();
  return {
    asked: asked.toSorted(),
    told: outcomes.map((outcome) =>
      outcome.status === 'fulfilled' ? outcome.value.data[0]?._id : (outcome.reason as { status?: number }).status,
    ),
  };
}

const paths = ['/user/feeds?q=paper+%26+ink', '/conversations?limit=5'];
const alone = [...paths.map((path) => `GET /v1${path} mine`), `GET /v1${paths[1]} hers`].toSorted();
const toldAlone = [`/v1${paths[0]}`, `/v1${paths[1]}`, `/v1${paths[1]}`];

it('what one page asks for at once is one call, and each visitor’s is their own', async () => {
  const sent: string[][] = [];
  const { asked, told } = await visit({ answerBatch: (them) => (sent.push(them), all(them)) });
  expect(asked).toEqual([`GET /v1${paths[1]} hers`, 'POST /v1/batch mine']);
  expect(sent).toEqual([paths]);
  expect(told).toEqual([paths[0], paths[1], `/v1${paths[1]}`]);
});

it('a refusal is that of the one call only', async () => {
  const answerBatch = (them: string[]) => ({
    status: 200,
    body: [{ status: 403, body: { statusCode: 403, message: 'Forbidden', error: 'FORBIDDEN' } }, all(them).body[1]],
  });
  expect((await visit({ answerBatch })).told).toEqual([403, paths[1], `/v1${paths[1]}`]);
});

it('a backend that does not offer it is asked for each', async () => {
  expect(await visit({ offers: false })).toEqual({ asked: alone, told: toldAlone });
});

it.each([404, 500])('one that offered it and answers %i is asked for each', async (status) => {
  const { asked, told } = await visit({ answerBatch: () => ({ status, body: {} }) });
  expect(asked).toEqual([...alone, 'POST /v1/batch mine'].toSorted());
  expect(told).toEqual(toldAlone);
});
