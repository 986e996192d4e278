import createClient from 'openapi-fetch';
import type { paths } from './schema.js';

/**
 * A program of somebody else, with types generated from the OpenAPI document: logs in, reads a feed, and tips its creator.
 * `generated-client.test.ts` compiles and runs it. It is also the shortest example of using the API.
 */
const { API_URL = '', USERNAME = '', PASSWORD = '' } = process.env;
const api = createClient<paths>({ baseUrl: API_URL });

/** @throws Error for a refusal, with what the API says */
function requireData<T>({ data, error }: { data?: { data?: T }; error?: { message: string | string[] } }): T {
  if (data?.data === undefined) throw new Error(String(error?.message ?? 'no answer'));
  return data.data;
}

const { token } = requireData(await api.POST('/auth/login', { body: { username: USERNAME, password: PASSWORD } }));
const headers = { Authorization: token };

const feed = requireData(await api.GET('/user/feeds', { params: { query: { limit: 5 } }, headers }));
const [post] = feed.data;
if (!post) throw new Error('The feed is empty.');

const tip = requireData(
  await api.POST('/wallet/charges/tip/{id}', {
    params: { path: { id: post.fromSourceId }, header: { 'Idempotency-Key': 'the-first-tip' } },
    body: { price: 5 },
    headers,
  }),
);

const refusal = await api.GET('/admin/overview', { headers });
console.log(
  JSON.stringify({
    posts: feed.total,
    text: post.text,
    tip: tip.totalPrice,
    refused: refusal.error?.error,
  }),
);
