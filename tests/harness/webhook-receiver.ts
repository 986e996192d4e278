import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface WebhookReceiver {
  /** For `OUTGOING_ALLOW`. */
  host: string;
  url: string;
  received: ReceivedWebhook[];
  /** Replies with these from now on; 204 by default. */
  reply: { status: number; text?: string; headers?: Record<string, string> };
  close(): Promise<void>;
}

/** Somebody's server, on this machine. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const received: ReceivedWebhook[] = [];
  const server = createServer((request, response) => {
    void readText(request).then((body) => {
      received.push({ path: request.url ?? '', headers: request.headers, body });
      const { status, text, headers } = receiver.reply;
      response.writeHead(status, headers).end(text);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const receiver: WebhookReceiver = {
    host,
    url: `http://${host}/hooks`,
    received,
    reply: { status: 204 },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return receiver;
}
