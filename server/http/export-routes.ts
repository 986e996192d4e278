import type { FastifyInstance } from 'fastify';
import type { Readable } from 'node:stream';
import type { Actor } from '../access';
import type { FindActor } from './authorize-request';
import { registerDownload } from './download-link';

interface ExportRoutesContext {
  openExport(
    link: { id: string; expires: number; signature: string },
    actor: Actor | null,
  ): Promise<{ name: string; type: string; size: number; bytes: Readable } | { link: string }>;
  findActor: FindActor;
}

export function registerExportRoutes(http: FastifyInstance, { openExport, findActor }: ExportRoutesContext): void {
  registerDownload(http, '/exports/:id/download', {
    findActor,
    open: ({ id = '' }, seal, actor) => openExport({ id, ...seal }, actor),
  });
}
