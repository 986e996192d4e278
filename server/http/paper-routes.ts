import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../access';
import { AppError } from '../errors';
import type { FindActor } from './authorize-request';
import { registerDownload } from './download-link';

interface PaperRoutesContext {
  openPaper(
    link: { kind: 'receipt' | 'statement'; ownerId: string; file: string; expires: number; signature: string },
    actor: Actor | null,
  ): Promise<{ name: string; type: string; size: number; bytes: Readable }>;
  findActor: FindActor;
}

export function registerPaperRoutes(http: FastifyInstance, { openPaper, findActor }: PaperRoutesContext): void {
  registerDownload(http, '/papers/:kind/:owner/:file', {
    findActor,
    async open({ kind, owner: ownerId = '', file = '' }, seal, actor) {
      if (kind !== 'receipt' && kind !== 'statement') throw new AppError('ENTITY_NOT_FOUND');
      return openPaper({ kind, ownerId, file, ...seal }, actor);
    },
  });
}
