import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';

export interface DoubledRequest {
  method: string;
  path: string;
  authorization: string;
  body: Record<string, unknown>;
}

type Answer = { status: number; body: object } | 'hang';

export interface EngineDouble {
  url: string;
  requests: DoubledRequest[];
  close(): Promise<void>;
}

export async function startEngineDouble(answer: (request: DoubledRequest) => Answer): Promise<EngineDouble> {
  const requests: DoubledRequest[] = [];
  async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const doubled = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      body: JSON.parse((await readText(request)) || '{}') as Record<string, unknown>,
    };
    requests.push(doubled);
    const given = answer(doubled);
    if (given === 'hang') return;
    response.writeHead(given.status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(given.body));
  }
  const server = createServer((request, response) => void respond(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const piece of request) text += String(piece);
  return text;
}
