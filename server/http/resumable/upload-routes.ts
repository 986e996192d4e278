import { Transform, Readable } from 'node:stream';
import { ERRORS, Server, type Upload } from '@tus/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { routes } from '@contract/index';
import { limits } from '@contract/base/limits';
import type { UploadField } from '@contract/base/define';
import { uploadPurposes } from '@contract/base/upload-purposes';
import type { Actor } from '../../access';
import { newId } from '../../db/columns';
import { AppError } from '../../errors';
import { isError } from '../../lib/error';
import { createRunningCounts } from '../../lib/running-counts';
import { authorizeRequest } from '../authorize-request';
import { isTimedOut } from '../connection/call-limit';
import { HttpRefusal } from '../connection/refusals';
import type { EndpointContext } from '../register-endpoint';
import { cleanInput } from '../sanitize-input';
import { nameOf, tellKind, watchConnection, type UploadedFile } from '../multipart-upload';
import { assertProtocol, isPart, PART, UPLOADS_PATH } from './tus-protocol';
import { UploadStore, type KnownUpload } from './upload-store';
import { createUploadLocker, type UploadLockStore } from './upload-lock';

type InspectFile = (
  path: string,
  field: Pick<UploadField, 'kinds'>,
) => Promise<Pick<UploadedFile, 'mimeType' | 'kind'>>;

/** What the upload service must do; the types are its own. */
interface UploadRoutesContext<Row extends KnownUpload> extends Omit<
  EndpointContext,
  'verifyCaptcha' | 'needsCaptcha' | 'tmpDir'
> {
  uploads: {
    locks: UploadLockStore & { find(id: string): Promise<Row | null> };
    getPath(id: string): string;
    begin(
      actor: Actor,
      upload: { id: string; name: string; size: number; purpose: string; metadata: string },
      takeBytes: (bytes: number) => Promise<void>,
    ): Promise<void>;
    open(actor: Actor, id: string): Promise<Row>;
    inspect(upload: Row, inspectFile: InspectFile): Promise<void>;
    complete(actor: Actor, id: string, inspectFile: InspectFile): Promise<void>;
    discard(id: string): Promise<void>;
    /** When an upload ends that is sent no part from now on. */
    getExpiry(): Date;
  };
  /** Address of this API as others see it. */
  publicUrl: string;
  onFailure(error: unknown): void;
}

/** The call that takes the same files whole: who may make it may send them in parts, at the same times. */
const whole = routes.uploadFeedVideo;
/** Milliseconds that a call has to end once another waits for the same upload. */
const LET_GO_MS = 500;
/**
 * Calls of one account under way in this process. Two pages send three files each, and ask about them anew while a connection
 * that broke is not known to be gone.
 */
const MAX_CALLS = 12;

/** As the OpenAPI document tells of them; the protocol says the rest. */
const protocol = `tus 1.0 (https://tus.io/protocols/resumable-upload), with \`Tus-Resumable: 1.0.0\`.`;
const calls = [
  {
    ...{ method: 'POST', isOfOne: false },
    summary: `Begins a file that comes in parts: \`Upload-Length\`, and \`Upload-Metadata\` with filename and purpose, one of ${uploadPurposes.join(', ')}. Location ends with the id, which is the file's`,
  },
  { method: 'HEAD', isOfOne: true, summary: 'How much of it has come: `Upload-Offset`' },
  { method: 'PATCH', isOfOne: true, summary: `The next part, as ${PART}, from \`Upload-Offset\`` },
  { method: 'DELETE', isOfOne: true, summary: 'Gives it up' },
] as const;

/** What the protocol's server knows of a call. */
interface State {
  actor: Actor;
  id: string | undefined;
  /** Why it went wrong, before it was put in the protocol's words. */
  error?: unknown;
  /** Why no more is taken of what is sent: it hardly moved, its sender went away, or there is no room for it. */
  refusal?: AppError;
}

/**
 * Files in parts, by the tus protocol 1.0: `POST /files/uploads` begins one, `HEAD`, `PATCH` and `DELETE /files/uploads/:id` ask how much has
 * arrived, send more, and give it up. The file that comes of it has the id of the upload. Refusals are those of any other call.
 */
export function registerUploadRoutes<Row extends KnownUpload>(
  http: FastifyInstance,
  { uploads, publicUrl, onFailure, ...context }: UploadRoutesContext<Row>,
): void {
  const states = new WeakMap<object, State>();
  const stateOf = (request: object): State => {
    const state = states.get(request);
    if (!state) throw new Error('a call that did not come through these routes');
    return state;
  };
  const locker = createUploadLocker(uploads.locks, onFailure);
  const underWay = createRunningCounts();

  /** Keeps what has come whole; the last part may arrive twice, and at two processes at once. */
  async function complete({ actor }: State, id: string): Promise<void> {
    const lock = locker.newLock(id);
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      await uploads.complete(actor, id, tellKind);
    } finally {
      await lock.unlock();
    }
  }

  const tus = new Server({
    path: UPLOADS_PATH,
    datastore: new UploadStore({
      ...{ getPath: uploads.getPath, find: uploads.locks.find, discard: uploads.discard },
      inspect: (upload) => uploads.inspect(upload, tellKind),
    }),
    locker,
    lockDrainTimeout: LET_GO_MS,
    maxSize: limits.videoBytes,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => newId(),
    getFileIdFromRequest: (request) => stateOf(request).id,
    generateUrl: (_request, { id }) => `${publicUrl}${UPLOADS_PATH}/${id}`,
    async onUploadCreate(request, { id, size = 0, metadata: raw = {} }: Upload) {
      const { actor } = stateOf(request);
      const { filename, purpose } = cleanInput(raw);
      const metadata = request.headers.get('upload-metadata') ?? '';
      const upload = { id, name: nameOf(filename ?? ''), size, purpose: purpose ?? '', metadata };
      await uploads.begin(actor, upload, (bytes) => context.takeUploadBytes(actor.id, bytes));
      return {};
    },
    async onUploadFinish(request, { id }: Upload) {
      await complete(stateOf(request), id);
      return {};
    },
    onResponseError(request, error) {
      stateOf(request).error = error;
      return undefined;
    },
  });

  type UploadRequest = FastifyRequest<{ Params: { id?: string } }>;

  /** Refuses what is too much for one account before the database is asked. @throws AppError UPLOAD_SHARE */
  async function answerFew(request: UploadRequest, reply: FastifyReply): Promise<unknown> {
    const actor = request.call.actor as Actor;
    if (underWay.countOf(actor.id) >= MAX_CALLS)
      throw new AppError('UPLOAD_SHARE', { details: { retryAfterSeconds: 1 } });
    const leave = underWay.enter(actor.id);
    return answer(actor, request, reply).finally(leave);
  }

  async function answer(actor: Actor, request: UploadRequest, reply: FastifyReply): Promise<unknown> {
    const { id } = request.params;
    const row = id === undefined ? undefined : await uploads.open(actor, cleanInput(id));
    const expiry = uploads.getExpiry();
    // Nobody waits any more for what comes next.
    if (isTimedOut(request)) return reply;
    // As it is stored: the address may have had more in it than an id.
    const state: State = { actor, id: row?.id };
    const caller = { accountId: actor.id, ip: request.ip };
    const onEnd = (reason: AppError) => endBody(reason);
    const share = context.uploadBudget.begin(caller, { most: limits.videoBytes, onEnd });
    const connection = watchConnection(request, context.limits.stallMs);
    const body = new Transform({
      // As they come: what is only announced takes no room from others.
      transform(chunk: Buffer, _encoding, done) {
        try {
          share.add(chunk.length);
          done(null, chunk);
        } catch (error) {
          state.refusal = error as AppError;
          done(state.refusal);
        }
      },
    });
    // Whoever reads it hears of its end.
    body.on('error', () => undefined);
    const endBody = (reason: AppError, error: Error = reason) => {
      state.refusal ??= reason;
      body.destroy(error);
    };
    connection.broken.catch((error: Error) => {
      const message = 'Your connection is too slow. What has arrived is kept.';
      endBody(new AppError('BODY_TOO_SLOW', { message }), error);
    });
    try {
      const call = toWebRequest(request, publicUrl, body);
      states.set(call, state);
      const response = await tus.handleWeb(call);
      if (response.status >= 400) return await refuseAs(reply, { state, response });
      // All of it came before, and whoever kept it may have died over it.
      const isAllThere = request.method === 'HEAD' && Number(response.headers.get('upload-offset')) === row?.size;
      if (row && isAllThere && !row.storedAt) await complete(state, row.id);
      for (const [name, value] of response.headers)
        if (!name.startsWith('access-control-')) void reply.header(name, value);
      if (request.method === 'HEAD' && row) void reply.header('upload-metadata', row.metadata);
      if (request.method !== 'DELETE' && !isWhole(request, row, response))
        void reply.header('upload-expires', expiry.toUTCString());
      return await reply.status(response.status).header('cache-control', 'no-store').send();
    } finally {
      connection.stop();
      share.end();
      body.destroy();
    }
  }

  void http.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => assertProtocol(request, reply));
    // Others would be read into memory before anybody is asked who sends them.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(PART, (_request, _payload, done) => done(null));
    // How much the parts may bring is counted in bytes, once for all of a file.
    scope.addHook('preValidation', (request) =>
      authorizeRequest(request, whole, context, request.method === 'POST' ? 'upload' : 'read'),
    );
    const { callMs, uploadMs } = context.limits;
    for (const { method, isOfOne, summary } of calls)
      scope.route<{ Params: { id?: string } }>({
        ...{
          method,
          handler: answerFew,
          url: isOfOne ? `${UPLOADS_PATH}/:id` : UPLOADS_PATH,
          bodyLimit: Number.MAX_SAFE_INTEGER,
        },
        // Asking may mean keeping what has come: the picture is made, the film is looked into.
        schema: { summary, description: protocol },
        // Else the document has no call that only asks.
        config: { swagger: { exposeHeadRoute: true }, limitMs: method === 'DELETE' ? callMs : uploadMs },
      });
  });
}

/** The call as the protocol's server reads it. @param body gets what is sent; what came before a connection broke counts. */
function toWebRequest(request: FastifyRequest, origin: string, body: Transform): Request {
  const { method, raw } = request;
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers))
    if (value !== undefined) headers.set(name, String(value));
  const hasBody = (method === 'PATCH' || method === 'POST') && isPart(request.headers['content-type']);
  if (hasBody) {
    headers.set('content-type', PART);
    raw.pipe(body);
  }
  return new Request(new URL(raw.url ?? '', origin), {
    ...{ method, headers },
    ...(hasBody && { body: Readable.toWeb(body), duplex: 'half' }),
  } as RequestInit);
}

/** What the protocol's server refused, or could not do, as any other call says it. */
async function refuseAs(
  reply: FastifyReply,
  { state: { error, refusal }, response }: { state: State; response: Response },
): Promise<never> {
  const { status } = response;
  if (refusal) throw refusal;
  // It has to let another go first.
  if (error === ERRORS.ABORTED) void reply.header('connection', 'close');
  if (error instanceof AppError) throw error;
  if (status === 413) throw new AppError('PAYLOAD_TOO_LARGE');
  // Of the disk, or ours.
  if (isError(error)) throw error;
  throw new HttpRefusal(status, (await response.text()).trim());
}

/** Whether all of a file has come by the end of a call. */
function isWhole(request: FastifyRequest, row: KnownUpload | undefined, { headers }: Response): boolean {
  const size = row?.size ?? Number(request.headers['upload-length']);
  return Number(headers.get('upload-offset') ?? 0) === size;
}
