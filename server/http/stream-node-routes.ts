import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import type { HlsFiles } from '../streaming/hls-files';
import { readSignedLink } from './signed-link';

/** The embedded engine of this process. Declared here, because this layer does not import gateways. */
interface StreamingNode {
  path: string;
  isNode(authorization: string | undefined): boolean;
  answers: Record<string, (body: unknown) => Promise<object>>;
  hls: HlsFiles;
}

interface SegmentAddress {
  Params: { sessionId: string; name: string };
  Querystring: Record<string, unknown>;
}

/** Lets other API processes use the embedded engine of this one (LIVE_NODE_URL). They check first who may watch. */
export function registerStreamNodeRoutes(http: FastifyInstance, { path, isNode, answers, hls }: StreamingNode): void {
  // Everybody else must not learn that the address exists.
  const assertNode = async ({ headers }: FastifyRequest) => {
    if (!isNode(headers.authorization)) throw new AppError('ROUTE_NOT_FOUND');
  };
  const guarded = { schema: { hide: true }, onRequest: assertNode };
  for (const [call, answer] of Object.entries(answers))
    http.post(`${path}${call}`, guarded, ({ body }) => answer(body));
  http.get<SegmentAddress>(`${path}hls/:sessionId/:name`, guarded, async ({ params, query }, reply) => {
    const { mimeType, size, bytes } = await hls.open(params.sessionId, params.name, readSignedLink(query));
    return reply.headers({ 'content-type': mimeType, 'content-length': size }).send(bytes);
  });
}
