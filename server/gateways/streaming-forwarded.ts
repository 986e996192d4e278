import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { errorCatalogue, type ErrorCode } from '@contract/base/errors';
import { AppError } from '../errors';
import { createHlsFiles, type HlsFiles } from '../streaming/hls-files';
import type { z } from 'zod';
import type { StreamingDeps } from './streaming-embedded';
import type { StreamAccess, StreamingGateway } from './streaming';
import { createNodeKey, NODE_PATH, type NodeCall, type nodeCalls } from './streaming-node';

const PATIENCE_MS = 15_000;

/**
 * The embedded engine of another API process, which owns all rooms: this one passes on what browsers ask. Browsers send and
 * receive pictures there, and live segments come through here.
 *
 * @param nodeUrl of that process, as this machine reaches it
 * @param options.patienceMs only for tests
 */
export function createForwardedStreaming(
  nodeUrl: string,
  { env, now, failures }: StreamingDeps,
  { patienceMs = PATIENCE_MS }: { patienceMs?: number } = {},
): StreamingGateway {
  const base = nodeUrl.replace(/\/$/, '');
  const authorization = createNodeKey(env.APP_SECRET);

  async function reach(address: string, init: RequestInit): Promise<Response> {
    try {
      return await fetch(`${base}${address}`, { ...init, redirect: 'error' });
    } catch (error) {
      failures.report('gateway', 'streaming node', error);
      throw new AppError('UNAVAILABLE');
    }
  }

  async function ask<C extends NodeCall>(call: C, body: z.input<(typeof nodeCalls)[C]>): Promise<unknown> {
    const headers = { authorization, 'content-type': 'application/json' };
    const signal = AbortSignal.timeout(patienceMs);
    const reply = await reach(`${NODE_PATH}${call}`, { method: 'POST', headers, body: JSON.stringify(body), signal });
    if (!reply.ok) throw await readRefusal(reply);
    return reply.json();
  }

  /** The error of our catalogue that the other process replied with. */
  async function readRefusal(reply: Response): Promise<AppError> {
    const text = await reply.text();
    const code = Object.keys(errorCatalogue).find((known) => text.includes(`"error":"${known}"`));
    if (code !== undefined) return new AppError(code as ErrorCode);
    failures.report('gateway', 'streaming node', new Error(`${reply.status}: ${text.slice(0, 200)}`));
    return new AppError('UNAVAILABLE');
  }

  return {
    engine: 'embedded',
    tellsHosts: true,
    isElsewhere: true,
    isRecordedHere: true,
    hls: openSegments(),
    agora: null,
    livekitUrl: null,
    createAccess: async (request) => (await ask('createAccess', request)) as StreamAccess,
    connect: async (ticket, sdp) => ((await ask('connect', { ticket, sdp })) as { sdp: string }).sdp,
    remove: async (sessionId, viewer) => void (await ask('remove', { sessionId, viewer })),
    end: async (sessionId) => void (await ask('end', { sessionId })),
    listConnected: async () => [],
    // The process that runs the engine stores what it reports, and the recordings.
    onHostChanged: () => undefined,
    onRecorded: () => undefined,
    prepare: async () => undefined,
    close: async () => undefined,
  };

  function openSegments(): HlsFiles {
    const own = createHlsFiles({
      dir: env.DATA_DIR,
      baseUrl: env.API_PUBLIC_URL,
      secret: env.APP_SECRET,
      now: () => now().getTime(),
    });
    return {
      ...own,
      async open(sessionId, name, { viewer, expires, signature }) {
        const link = new URLSearchParams({ v: viewer, e: String(expires), s: signature });
        const address = `${NODE_PATH}hls/${encodeURIComponent(sessionId)}/${encodeURIComponent(name)}?${link}`;
        // Only until the headers arrive, because the body takes as long as the viewer's connection.
        const patience = new AbortController();
        const timer = setTimeout(() => patience.abort(), patienceMs);
        const reply = await reach(address, { headers: { authorization }, signal: patience.signal }).finally(() =>
          clearTimeout(timer),
        );
        if (!reply.ok) throw await readRefusal(reply);
        return {
          mimeType: reply.headers.get('content-type') ?? 'application/octet-stream',
          size: Number(reply.headers.get('content-length')),
          bytes: reply.body ? Readable.fromWeb(reply.body as ReadableStream) : Buffer.alloc(0),
        };
      },
    };
  }
}
