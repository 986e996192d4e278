import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';

const HEALTH_MS = 100;
const HEALTH_PATIENCE_MS = 2_000;

export interface Balancer {
  url: string;
  /** Machines in the order of their turns; tests replace one by another during a deploy. */
  nodes: string[];
  /** Calls and sockets that each machine got. */
  counts: Map<string, number>;
  close(): Promise<void>;
}

/**
 * A load balancer as operators have one: new calls and sockets go in turn to the machines whose health path says 200, and a
 * polling connection stays with its machine. It retries nothing, so that every failed call is seen.
 */
export async function startBalancer(
  nodes: string[],
  { port = 0, healthPath = '/health' }: { port?: number; healthPath?: string } = {},
): Promise<Balancer> {
  const healthy = new Set<string>();
  const pollers = new Map<string, string>();
  const counts = new Map<string, number>();
  const sockets = new Set<Socket>();
  let turn = 0;

  async function check(): Promise<void> {
    await Promise.all(
      nodes.map(async (node) => {
        const reply = await fetch(`${node}${healthPath}`, { signal: AbortSignal.timeout(HEALTH_PATIENCE_MS) }).catch(
          () => null,
        );
        if (reply?.ok) healthy.add(node);
        else healthy.delete(node);
      }),
    );
  }

  function choose(url: string): URL {
    const known = pollers.get(new URL(url, 'http://x').searchParams.get('sid') ?? '');
    const open = nodes.filter((node) => healthy.has(node));
    turn += 1;
    const node = known ?? open[turn % open.length] ?? nodes[0]!;
    counts.set(node, (counts.get(node) ?? 0) + 1);
    return new URL(node);
  }

  const server = createServer((call, answer) => {
    const target = choose(call.url ?? '/');
    forward(call, answer, target, (text) => {
      const id = call.url?.startsWith('/socket.io/') ? /"sid":"([^"]+)"/.exec(text)?.[1] : undefined;
      if (id !== undefined) pollers.set(id, target.origin);
    });
  });
  server.on('upgrade', (call: IncomingMessage, client: Socket, head: Buffer) => {
    const target = choose(call.url ?? '/');
    const upstream = connect(Number(target.port), target.hostname, () => {
      const lines = Object.entries(call.headers).map(([name, value]) => `${name}: ${String(value)}`);
      upstream.write(`${call.method} ${call.url} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
      upstream.write(head);
      upstream.pipe(client);
      client.pipe(upstream);
    });
    for (const [one, other] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        sockets.delete(one);
        other.destroy();
      });
    }
  });
  await check();
  const timer = setInterval(() => void check(), HEALTH_MS);
  await new Promise<void>((resolve) => server.listen(port, resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    nodes,
    counts,
    async close() {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function forward(call: IncomingMessage, answer: ServerResponse, target: URL, onText: (text: string) => void): void {
  const { method, url, headers } = call;
  // A connection of its own, because a kept one may be closed by a machine that stops.
  const place = { host: target.hostname, port: target.port, method, path: url, headers, agent: false } as const;
  const upstream = request(place, (reply) => {
    answer.writeHead(reply.statusCode ?? 502, reply.headers);
    reply.on('data', (chunk: Buffer) => onText(chunk.toString()));
    reply.pipe(answer);
  });
  upstream.on('error', () => {
    if (!answer.headersSent) answer.writeHead(502);
    answer.end();
  });
  call.pipe(upstream);
}
