import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import createClient from 'openapi-fetch';
import { Webhook } from 'standardwebhooks';
import type { paths } from './schema.js';

/**
 * A program of somebody else, with types generated from the OpenAPI document: a creator has their server told of tips, and a
 * fan reads the creator's post and tips. `generated-client.test.ts` compiles and runs it. It is also the shortest example of
 * using the API.
 */
const { API_URL = '', FAN = '', CREATOR = '', PASSWORD = '', WEBHOOK_PORT = '' } = process.env;
const api = createClient<paths>({ baseUrl: API_URL });

/** @throws Error for a refusal, with what the API says */
function requireData<T>({ data, error }: { data?: { data?: T }; error?: { message: string | string[] } }): T {
  if (data?.data === undefined) throw new Error(String(error?.message ?? 'no answer'));
  return data.data;
}

async function logIn(username: string): Promise<{ Authorization: string }> {
  const { token } = requireData(await api.POST('/auth/login', { body: { username, password: PASSWORD } }));
  return { Authorization: token };
}

const asCreator = await logIn(CREATOR);
const { secret } = requireData(
  await api.POST('/webhook-endpoints', {
    body: { url: `http://127.0.0.1:${WEBHOOK_PORT}/`, events: ['tip.received'] },
    headers: asCreator,
  }),
);
const webhook = new Promise<unknown>((resolve, reject) => {
  const server = createServer((request, response) => {
    void text(request)
      .then((body) => new Webhook(secret).verify(body, request.headers as Record<string, string>))
      .then(resolve, reject)
      .finally(() => {
        response.writeHead(204).end();
        server.close();
      });
  });
  server.listen(Number(WEBHOOK_PORT), '127.0.0.1');
});

const asFan = await logIn(FAN);
const feed = requireData(await api.GET('/user/feeds', { params: { query: { limit: 5 } }, headers: asFan }));
const [post] = feed.data;
if (!post) throw new Error('The feed is empty.');

const tip = requireData(
  await api.POST('/wallet/charges/tip/{id}', {
    params: { path: { id: post.fromSourceId }, header: { 'Idempotency-Key': 'the-first-tip' } },
    body: { price: 5 },
    headers: asFan,
  }),
);

const refusal = await api.GET('/admin/overview', { headers: asFan });
console.log(
  JSON.stringify({
    posts: feed.total,
    text: post.text,
    tip: tip.totalPrice,
    refused: refusal.error?.error,
    webhook: await webhook,
  }),
);
