import { createServer, type IncomingMessage } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { settingsRoutes } from '@contract/site/settings-routes';
import { createServerClient } from '@/composition/server-client';
import { contentSecurityPolicy } from '@/config/content-security';
import { readMediaSources, readPublicEnv } from '@/config/env';

/** A backend that builds media URLs from the host of the request, as compatible backends do. */
async function askBackend(env: (port: number) => Record<string, string>): Promise<{ logoUrl: string; port: number }> {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ status: 0, data: { logoUrl: `http://${request.headers.host}/logo.png` } }));
  });
  server.listen(0);
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  for (const [name, value] of Object.entries(env(port))) vi.stubEnv(name, value);
  const request = { headers: {}, socket: { remoteAddress: '127.0.0.1' } } as unknown as IncomingMessage;
  const { callApi } = createServerClient(request);
  const { logoUrl = '' } = await callApi(settingsRoutes.getSettings);
  server.closeAllConnections();
  server.close();
  return { logoUrl, port };
}

it('rendered pages use the same media host as the browser, and the security policy allows it', async () => {
  const { logoUrl, port } = await askBackend((at) => ({
    API_ENDPOINT: `http://localhost:${at}`,
    MEDIA_ORIGINS: 'https://cdn.test',
  }));
  expect(logoUrl).toBe(`http://localhost:${port}/logo.png`);
  const policy = contentSecurityPolicy({
    nonce: 'abc',
    env: readPublicEnv(),
    mediaSources: readMediaSources(),
    settings: {},
    isDevelopment: false,
  });
  const images = /img-src ([^;]*)/.exec(policy)?.[1]?.split(' ');
  expect(images).toEqual(expect.arrayContaining([`http://localhost:${port}`, 'https://cdn.test']));
  expect(policy).not.toContain('127.0.0.1');
});
