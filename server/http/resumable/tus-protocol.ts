import type { IncomingMessage } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { limits } from '@contract/base/limits';
import { HttpRefusal } from '../connection/http-server';
import { uploadExtensions } from './upload-store';

/** Where files are sent in parts. */
export const UPLOADS_PATH = '/files/uploads';
/** The media type of a part. */
export const PART = 'application/offset+octet-stream';
const VERSION = '1.0.0';

/** Headers of the protocol that pages of other sites may read. */
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

/** Methods that clients may name in a header where their surroundings know only POST. */
const overridable = new Set(['HEAD', 'PATCH', 'DELETE']);

/** The protocol lets `X-HTTP-Method-Override` stand for the method. Call it for its addresses alone, before a route is looked for. */
export function overrideUploadMethod(raw: IncomingMessage): void {
  const method = String(raw.headers['x-http-method-override'] ?? '').toUpperCase();
  if (overridable.has(method)) raw.method = method;
}

/**
 * Sets the headers of the protocol on a reply: its version, also where the call is refused, and for OPTIONS the extensions and the
 * largest size.
 */
export function setUploadHeaders({ method }: FastifyRequest, reply: FastifyReply): void {
  if (method === 'OPTIONS')
    void reply.headers({
      'tus-version': VERSION,
      'tus-extension': uploadExtensions.join(','),
      'tus-max-size': limits.videoBytes,
    });
  else void reply.header('tus-resumable', VERSION);
}

/** Refuses a call that does not speak the protocol, before anything else is looked at. @throws HttpRefusal 412, 415, 400 */
export function assertProtocol({ method, headers }: FastifyRequest, reply: FastifyReply): void {
  if (headers['tus-resumable'] !== VERSION) {
    void reply.header('tus-version', VERSION);
    throw new HttpRefusal(412, `Tus-Resumable: must be ${VERSION}`);
  }
  if (headers['upload-checksum'] !== undefined || /\bupload-checksum\b/i.test(headers.trailer ?? ''))
    throw new HttpRefusal(400, 'Upload-Checksum: checksums are not looked at here; send the part without one.');
  if (method !== 'PATCH') return;
  if (!isPart(headers['content-type'])) throw new HttpRefusal(415, `Content-Type: must be ${PART}`);
  if (!/^\d{1,15}$/.test(String(headers['upload-offset'])))
    throw new HttpRefusal(400, 'Upload-Offset: must say where the part begins');
}

/** Whether a body is a part of a file. */
export const isPart = (contentType: string | undefined): boolean =>
  contentType?.split(';')[0]?.trim().toLowerCase() === PART;
