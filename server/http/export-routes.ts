import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import { AppError } from '../errors';

interface ExportRoutesContext {
  openExport(link: { id: string; expires: number; signature: string }): Promise<{
    name: string;
    size: number;
    bytes: Readable;
  }>;
}

/** Serves archives of people's data to the holder of a link that was made for them a moment ago. */
export function registerExportRoutes(http: FastifyInstance, { openExport }: ExportRoutesContext): void {
  http.get<{ Params: { id: string }; Querystring: Record<string, unknown> }>(
    '/exports/:id/download',
    { schema: { hide: true } },
    async (request, reply) => {
      const { e, s } = request.query;
      if (typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) throw new AppError('FORBIDDEN');
      const { name, size, bytes } = await openExport({ id: request.params.id, expires: Number(e), signature: s });
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
