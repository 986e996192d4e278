import { Readable, type Transform } from 'node:stream';
import { ERRORS } from '@tus/server';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../access';
import { AppError } from '../../errors';
import { isTimedOut } from '../connection/call-limit';
import { HttpRefusal } from '../connection/http-server';
import type { EndpointContext } from '../endpoint-context';
import { cleanInput } from '../sanitize-input';
import { isPart, PART } from './tus-protocol';
import type { TusServer, UploadCallState, Uploads } from './tus-server';
import { openUploadBody } from './upload-body';
import type { KnownUpload } from './upload-store';

export type UploadRequest = FastifyRequest<{ Params: { id?: string } }>;

interface UploadCallDeps<Row extends KnownUpload> extends Pick<EndpointContext, 'uploadBudget' | 'limits'> {
  uploads: Pick<Uploads<Row>, 'open' | 'getExpiry'>;
  publicUrl: string;
  tus: TusServer;
}

/** Handles one request of the protocol. @throws AppError, HttpRefusal */
export async function handleUploadCall<Row extends KnownUpload>(
  deps: UploadCallDeps<Row>,
  actor: Actor,
  request: UploadRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { uploads, publicUrl, tus } = deps;
  const { id } = request.params;
  const row = id === undefined ? undefined : await uploads.open(actor, cleanInput(id));
  const expiry = uploads.getExpiry();
  if (isTimedOut(request)) return reply;
  // The stored id, because the URL may contain more than an id.
  const state: UploadCallState = { actor, id: row?.id };
  const body = openUploadBody(request, state, deps);
  try {
    const response = await tus.handle(toWebRequest(request, publicUrl, body.stream), state);
    if (response.status >= 400) return await rejectCall(reply, { state, response });
    // A process that died may have received the whole file without storing it.
    const isReceived = request.method === 'HEAD' && Number(response.headers.get('upload-offset')) === row?.size;
    if (row && isReceived && !row.storedAt) await tus.complete(state, row.id);
    setHeaders(reply, { request, row, response, expiry });
    return await reply.status(response.status).header('cache-control', 'no-store').send();
  } finally {
    body.close();
  }
}

function setHeaders(
  reply: FastifyReply,
  {
    request,
    row,
    response,
    expiry,
  }: { request: UploadRequest; row: KnownUpload | undefined; response: Response; expiry: Date },
): void {
  for (const [name, value] of response.headers) if (!name.startsWith('access-control-')) void reply.header(name, value);
  if (request.method === 'HEAD' && row) void reply.header('upload-metadata', row.metadata);
  if (request.method !== 'DELETE' && !isWhole(request, row, response))
    void reply.header('upload-expires', expiry.toUTCString());
}

function isWhole(request: FastifyRequest, row: KnownUpload | undefined, { headers }: Response): boolean {
  const size = row?.size ?? Number(request.headers['upload-length']);
  return Number(headers.get('upload-offset') ?? 0) === size;
}

/**
 * The request as the protocol's server takes it. @param body receives the bytes; if the connection breaks, those before it
 * count
 */
function toWebRequest(request: FastifyRequest, origin: string, body: Transform): Request {
  const { method, raw } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  const url = new URL(raw.url ?? '', origin);
  const hasBody = (method === 'PATCH' || method === 'POST') && isPart(request.headers['content-type']);
  if (!hasBody) return new Request(url, { method, headers });
  headers.set('content-type', PART);
  raw.pipe(body);
  return new Request(url, { method, headers, body: Readable.toWeb(body), duplex: 'half' } as RequestInit);
}

async function rejectCall(
  reply: FastifyReply,
  { state: { error, refusal }, response }: { state: UploadCallState; response: Response },
): Promise<never> {
  const { status } = response;
  if (refusal) throw refusal;
  // Another request is waiting for this upload.
  if (error === ERRORS.ABORTED) void reply.header('connection', 'close');
  if (error instanceof AppError) throw error;
  if (status === 413) throw new AppError('PAYLOAD_TOO_LARGE');
  // An unexpected error, such as a disk failure.
  if (error instanceof Error) throw error;
  throw new HttpRefusal(status, (await response.text()).trim());
}
