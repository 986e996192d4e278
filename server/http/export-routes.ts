import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../access';
import { AppError } from '../errors';
import { readTokenOrCookie, type FindActor } from './authorize-request';

interface ExportRoutesContext {
  openExport(
    link: { id: string; expires: number; signature: string },
    actor: Actor | null,
  ): Promise<{ name: string; size: number; bytes: Readable }>;
  findActor: FindActor;
}

/** Serves archives of people's data to the owner of a link that was made a moment ago. */
export function registerExportRoutes(http: FastifyInstance, { openExport, findActor }: ExportRoutesContext): void {
  http.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/exports/:id/download',
    // A HEAD would read all of it.
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const { e, s } = request.query;
      if (typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) throw new AppError('FORBIDDEN');
      const token = readTokenOrCookie(request);
      const actor = token === null ? null : await findActor(token, request.ip);
      const link = { id: request.params.id, expires: Number(e), signature: s };
      const { name, size, bytes } = await openExport(link, actor);
      return reply
        .headers({
          'content-type': 'application/zip',
          'content-length': size,
          'content-disposition': `attachment; filename="${name}"`,
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(bytes);
    },
  );
}
