import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '@contract/base/limits';
import { HttpRefusal } from '../connection/http-server';
import { uploadExtensions } from './upload-store';

export const UPLOADS_PATH = '/files/uploads';
export const PART = 'application/offset+octet-stream';
const VERSION = '1.0.0';

export const exposedUploadHeaders = [
  'location',
  'tus-resumable',
  'tus-version',
  'tus-extension',
  'tus-max-size',
  'upload-offset',
  'upload-length',
  'upload-metadata',
  'upload-expires',
];

/** Methods that clients can send in a header if their environment supports only POST. */
const overridable = new Set(['HEAD', 'PATCH', 'DELETE']);

/** Applies `X-HTTP-Method-Override`. Call it before routing, and only for URLs of the protocol. */
export function overrideUploadMethod(raw: IncomingMessage): void {
  const method = String(raw.headers['x-http-method-override'] ?? '').toUpperCase();
  if (overridable.has(method)) raw.method = method;
}

/** Sets the version on every response, even on errors; for OPTIONS also the extensions and the maximum size. */
export function setUploadHeaders({ method }: FastifyRequest, reply: FastifyReply): void {
  if (method === 'OPTIONS')
    void reply.headers({
      'tus-version': VERSION,
      'tus-extension': uploadExtensions.join(','),
      'tus-max-size': limits.videoBytes,
    });
  else void reply.header('tus-resumable', VERSION);
}

/** Rejects requests that violate the protocol, before any other check. @throws HttpRefusal 412, 415, 400 */
export function assertProtocol({ method, headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] !== VERSION) {
    void reply.header('tus-version', VERSION);
    throw new HttpRefusal(412, `Tus-Resumable: must be ${VERSION}`);
  }
  if (headers['upload-checksum'] !== undefined || /\bupload-checksum\b/i.test(headers.trailer ?? ''))
    throw new HttpRefusal(400, 'Upload-Checksum: checksums are not supported; send the chunk without one.');
  if (method !== 'PATCH') return;
  if (!isPart(headers['content-type'])) throw new HttpRefusal(415, `Content-Type: must be ${PART}`);
  if (!/^\d{1,15}$/.test(String(headers['upload-offset'])))
    throw new HttpRefusal(400, 'Upload-Offset: must be the byte offset at which the chunk starts');
}

export const isPart = (contentType: string | undefined): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === PART;
