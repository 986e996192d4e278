import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { servePage } from '@/composition/serve-page';
import * as serverClient from '@/composition/server-client';

const AT_ONCE = 8;

it('R-10: no page is loaded for a visitor who left while waiting in the queue', async () => {
  let asked = 0;
  let open = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  const callApi = (async () => {
    asked += 1;
    await gate;
    return {};
  }) as never;
  vi.spyOn(serverClient, 'createServerClient').mockReturnValue({
    callApi,
    token: 'a',
    address: '',
    dropToken: () => undefined,
  });
  const visit = () => {
    const request = new IncomingMessage(new Socket());
    const response = new ServerResponse(request);
    const served = servePage({ page: undefined, path: '/', query: {}, request, response });
    const leave = () => {
      Object.defineProperty(response, 'closed', { value: true });
      response.emit('close');
    };
    return { leave, served: served.then(leave) };
  };
  const loading = Array.from({ length: AT_ONCE }, visit);
  const waiting = Array.from({ length: 10 }, visit);
  await new Promise((resolve) => setImmediate(resolve));
  const before = asked;
  for (const { leave } of waiting) leave();
  open();
  await Promise.all([...loading, ...waiting].map(({ served }) => served));
  expect(before).toBeGreaterThanOrEqual(AT_ONCE);
  expect(asked).toBe(before);
});

describe('a page requested at a loopback address', () => {
  async function ask(host: string, env: Record<string, string> = {}) {
    for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
    const load = vi.fn(async () => ({}));
    vi.spyOn(serverClient, 'createServerClient').mockReturnValue({
      callApi: load as never,
      token: 'a',
      address: '',
      dropToken: () => undefined,
    });
    const request = new IncomingMessage(new Socket());
    request.headers.host = host;
    const response = new ServerResponse(request);
    await servePage({ page: undefined, path: '/creator/posts?tab=drafts', query: {}, request, response });
    return {
      status: response.statusCode,
      location: response.getHeader('Location'),
      isLoaded: load.mock.calls.length > 0,
    };
  }

  it.each(['127.0.0.1:3000', '127.0.0.1', '[::1]:3000'])(
    'redirects %s to localhost, the name in the URLs of the API’s images',
    async (host) => {
      expect(await ask(host)).toMatchObject({
        status: 302,
        location: 'http://localhost:3000/creator/posts?tab=drafts',
        isLoaded: false,
      });
    },
  );

  it.each([
    ['localhost:3000', {}],
    ['127.0.0.1.example.test', {}],
    ['192.168.1.20:3000', {}],
    ['127.0.0.1:3000', { WEB_PUBLIC_URL: 'https://site.test' }],
    ['127.0.0.1:3000', { API_ENDPOINT: 'https://api.test' }],
  ])('is served without a redirect at %s with %j', async (host, env) => {
    expect(await ask(host, env)).toMatchObject({ status: 200, location: undefined, isLoaded: true });
  });
});
