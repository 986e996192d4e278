import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEnv } from '../env';
import { createFailures, type Failure } from '../log/failures';
import { createLogger } from '../log/logger';
import { createForwardedStreaming } from './streaming-forwarded';

const PATIENCE_MS = 300;
const env = parseEnv({ APP_SECRET: 'a secret' });
const reported: Failure[] = [];
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.close();
    server.closeAllConnections();
  }
});

/** @param answer of the process that runs the engine */
async function openSegment(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  servers.push(server);
  await once(server, 'listening');
  const log = createLogger('silent');
  const failures = createFailures(log, { onFailure: (failure) => void reported.push(failure) });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const deps = { env, log, failures, now: () => new Date() };
  const streaming = createForwardedStreaming(url, deps, { patienceMs: PATIENCE_MS });
  return streaming.hls!.open('show', 'segment1.m4s', { viewer: 'a', expires: 0, signature: '' });
}

describe('a live segment of another process', () => {
  it('may take longer than the process has to reply, as on a slow phone', async () => {
    const { mimeType, size, bytes } = await openSegment((_request, reply) => {
      reply.writeHead(200, { 'content-type': 'video/iso.segment', 'content-length': 8 }).write('half');
      void sleep(2 * PATIENCE_MS).then(() => reply.end('half'));
    });
    expect([mimeType, size]).toEqual(['video/iso.segment', 8]);
    expect(await text(bytes as Readable)).toBe('halfhalf');
    expect(reported).toEqual([]);
  });

  it('is unavailable if the process does not reply in time', async () => {
    await expect(openSegment(() => undefined)).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    expect(reported.splice(0)).toMatchObject([{ kind: 'gateway', name: 'streaming node' }]);
  });

  it('ends at the process when its viewer leaves', async () => {
    const closed = vi.fn<() => void>();
    const { bytes } = await openSegment((request, reply) => {
      request.once('close', closed);
      reply.writeHead(200).write('half');
    });
    (bytes as Readable).destroy();
    await vi.waitFor(() => expect(closed).toHaveBeenCalledTimes(1));
  });
});
