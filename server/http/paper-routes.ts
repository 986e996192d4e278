import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../access';
import { AppError } from '../errors';
import { readTokenOrCookie, type FindActor } from './authorize-request';

interface PaperRoutesContext {
  openPaper(
    link: { kind: 'receipt' | 'statement'; ownerId: string; file: string; expires: number; signature: string },
    actor: Actor | null,
  ): Promise<{ name: string; type: string; size: number; bytes: Readable }>;
  findActor: FindActor;
}

/** Serves receipts and statements as files to the owner of a link that was made a moment ago. */
export function registerPaperRoutes(http: FastifyInstance, { openPaper, findActor }: PaperRoutesContext): void {
  http.get<{ Params: { kind: string; owner: string; file: string }; Querystring: Record<string, unknown> }>(
    '/papers/:kind/:owner/:file',
    // A HEAD would make all of it.
    { schema: { hide: true }, exposeHeadRoute: false },
    async (request, reply) => {
      const { e, s } = request.query;
      const { kind, owner: ownerId, file } = request.params;
      if (kind !== 'receipt' && kind !== 'statement') throw new AppError('ENTITY_NOT_FOUND');
      if (typeof e !== 'string' || typeof s !== 'string' || !/^\d{1,12}$/.test(e)) throw new AppError('FORBIDDEN');
      const token = readTokenOrCookie(request);
      const actor = token === null ? null : await findActor(token, request.ip);
      const paper = await openPaper({ kind, ownerId, file, expires: Number(e), signature: s }, actor);
      return reply
        .headers({
          'content-type': paper.type,
          'content-length': paper.size,
          'content-disposition': `attachment; filename="${paper.name}"`,
          'cache-control': 'private, no-store',
          'referrer-policy': 'no-referrer',
          'x-content-type-options': 'nosniff',
        })
        .send(paper.bytes);
    },
  );
}
