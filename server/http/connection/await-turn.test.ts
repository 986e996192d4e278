import type { Socket } from 'node:net';
import Fastify from 'fastify';
import { openRaw, writeRequest } from '../../../tests/harness/raw-connection';
import { until } from '../../../tests/harness/socket-client';
import { awaitTurn } from './call-limit';

it('R-10: processes pipelined requests one after another, and starts none once the connection is closed', async () => {
  const http = Fastify();
  const begun: string[] = [];
  const releases: (() => void)[] = [];
  const sockets: Socket[] = [];
  http.server.on('connection', (socket) => void sockets.push(socket));
  http.addHook('onRequest', (_request, reply) => awaitTurn(reply));
  http.get<{ Params: { name: string } }>('/:name', async ({ params: { name } }) => {
    begun.push(name);
    await new Promise<void>((resolve) => void releases.push(resolve));
    return name;
  });
  const origin = await http.listen({ port: 0, host: '127.0.0.1' });
  try {
    const connection = openRaw(origin);
    connection.write(['first', 'second', 'third'].map((name) => writeRequest(`GET /${name}`)).join(''));
    await until('the first is worked on', () => releases.length === 1);
    const other = openRaw(origin);
    other.write(writeRequest('GET /other'));
    await until('one on another connection is worked on', () => releases.length === 2);
    releases[0]?.();
    expect((await connection.nextReply()).body).toBe('first');
    await until('the second is worked on', () => releases.length === 3);
    connection.socket.destroy();
    await until('the server knows', () => sockets[0]?.destroyed === true);
    releases[2]?.();
    releases[1]?.();
    expect((await other.nextReply()).body).toBe('other');
    other.socket.destroy();
    expect(begun).toEqual(['first', 'other', 'second']);
  } finally {
    await http.close();
  }
});
