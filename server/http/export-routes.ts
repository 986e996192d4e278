import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../access';
import type { FindActor } from './authorize-request';
import { registerDownload } from './download-link';

interface ExportRoutesContext {
  openExport(
    link: { id: string; expires: number; signature: string },
    actor: Actor | null,
  ): Promise<{ name: string; size: number; bytes: Readable }>;
  findActor: FindActor;
}

export function registerExportRoutes(http: FastifyInstance, { openExport, findActor }: ExportRoutesContext): void {
  registerDownload(http, '/exports/:id/download', {
    findActor,
    open: async ({ id = '' }, seal, actor) => ({
      type: 'application/zip',
      ...(await openExport({ id, ...seal }, actor)),
    }),
  });
}
