import { timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { ServerContext } from '../context';
import { waitForRoom } from '../errors';
import { createKeyedHash } from '../lib/secret-box';
import type { HlsFiles } from '../streaming/hls-files';
import type { StreamingGateway } from './streaming';

/** Reachable by other machines of the site only: proxies must not pass it on. */
export const NODE_PATH = '/internal/streaming/';

/** Bodies of calls from API processes to the one that runs the embedded engine. */
export const nodeCalls = {
  createAccess: z.object({
    sessionId: z.string(),
    viewer: z.string(),
    as: z.enum(['host', 'viewer']),
    isPaying: z.boolean().optional(),
    isRecorded: z.boolean(),
    seconds: z.number(),
  }),
  connect: z.object({ ticket: z.string(), sdp: z.string() }),
  remove: z.object({ sessionId: z.string(), viewer: z.string() }),
  end: z.object({ sessionId: z.string() }),
};

export type NodeCall = keyof typeof nodeCalls;

/** Other API processes send this in `authorization`. */
export const createNodeKey = (appSecret: string): string => createKeyedHash(appSecret, 'streaming node')('embedded');

/** The side of the process that runs the engine. */
export interface StreamingNode {
  path: string;
  isNode(authorization: string | undefined): boolean;
  answers: Record<NodeCall, (body: unknown) => Promise<object>>;
  hls: HlsFiles;
}

/** @returns null with another engine, or that of another process */
export function createStreamingNode(
  streaming: StreamingGateway,
  { appSecret, failures }: { appSecret: string; failures: ServerContext['failures'] },
): StreamingNode | null {
  const { hls } = streaming;
  if (streaming.engine !== 'embedded' || streaming.isElsewhere || !hls) return null;
  const key = Buffer.from(createNodeKey(appSecret));
  return {
    path: NODE_PATH,
    hls,
    isNode(authorization = '') {
      const given = Buffer.from(authorization);
      return given.length === key.length && timingSafeEqual(given, key);
    },
    answers: {
      createAccess: (body) => streaming.createAccess(nodeCalls.createAccess.parse(body)),
      async connect(body) {
        const { ticket, sdp } = nodeCalls.connect.parse(body);
        return { sdp: await streaming.connect(ticket, sdp) };
      },
      async remove(body) {
        const { sessionId, viewer } = nodeCalls.remove.parse(body);
        await streaming.remove(sessionId, viewer);
        return {};
      },
      // The reply does not wait for the recording, which takes longer than a caller should.
      async end(body) {
        const { sessionId } = nodeCalls.end.parse(body);
        void streaming
          .end(sessionId)
          .catch(waitForRoom)
          .catch((error: unknown) => failures.report('gateway', 'streaming engine', error));
        return {};
      },
    },
  };
}
