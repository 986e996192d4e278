import type { FastifyInstance } from 'fastify';
import { AppError } from '../errors';
import { isGuestKey } from '../lib/guest-key';
import type { HlsFiles } from '../streaming/hls-files';
import { admitCaller, readSignedLink, type LinkCallers } from './signed-link';

export const LIVE_PATH = '/streaming/hls/';

/** `viewer` is an account id, or the key of a guest. Promises. */
export type CanWatch = (request: { sessionId: string; viewer: string; country: string | null }) => Promise<boolean>;

interface StreamRoutesContext extends LinkCallers {
  hls: HlsFiles | null;
  canWatch: CanWatch;
  /** True if the web app has the same host: browsers then send its session with each request, so a link alone is not enough. */
  needsSession: boolean;
}

interface SegmentAddress {
  Params: { sessionId: string; name: string };
  Querystring: Record<string, unknown>;
}

/** Serves live segments by signed link, and checks access for each one. */
export function registerStreamRoutes(http: FastifyInstance, context: StreamRoutesContext): void {
  const { hls, canWatch, needsSession } = context;
  if (!hls) return;
  http.route<SegmentAddress>({
    method: 'GET',
    schema: { hide: true },
    url: `${LIVE_PATH}:sessionId/:name`,
    handler: async (request, reply) => {
      const { sessionId, name } = request.params;
      const link = readSignedLink(request.query);
      hls.assertValid(sessionId, link);
      const { country, findActor } = await admitCaller(request, context);
      const { viewer } = link;
      if (!isGuestKey(viewer)) {
        const actor = await findActor();
        if (actor ? actor.id !== viewer : needsSession) throw new AppError('FORBIDDEN');
      }
      if (!(await canWatch({ sessionId, viewer, country }))) throw new AppError('FORBIDDEN');
      const { mimeType, size, bytes } = await hls.open(sessionId, name, link);
      return reply
        .headers({
          'content-type': mimeType,
          'content-length': size,
          'x-content-type-options': 'nosniff',
          'content-security-policy': "default-src 'none'; sandbox",
          'cache-control': 'private, no-store',
        })
        .send(bytes);
    },
  });
}
