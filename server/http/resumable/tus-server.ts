import { Server, type Upload } from '@tus/server';
import { limits } from '@contract/base/limits';
import type { UploadField } from '@contract/base/define';
import type { Actor } from '../../access';
import { newId } from '../../db/columns';
import type { AppError } from '../../errors';
import type { UploadBytes } from '../../media/upload-bytes';
import { toName, type UploadedFile } from '../multipart-upload';
import { detectKind } from '../upload-kind';
import { cleanInput } from '../sanitize-input';
import { UPLOADS_PATH } from './tus-protocol';
import { createUploadLocker, type UploadLockStore } from './upload-lock';
import { UploadStore, type KnownUpload } from './upload-store';

/** How long a request may go on once another one waits for the same upload. */
const LOCK_DRAIN_MS = 500;

type InspectFile = (
  path: string,
  field: Pick<UploadField, 'kinds'>,
) => Promise<Pick<UploadedFile, 'mimeType' | 'kind'>>;

/** The upload service. Declared here, because this layer does not import modules. */
export interface Uploads<Row extends KnownUpload> {
  locks: UploadLockStore;
  find(id: string): Promise<Row | null>;
  bytes: UploadBytes;
  begin(
    actor: Actor,
    upload: { id: string; name: string; size: number; purpose: string; metadata: string },
    takeBytes: (bytes: number) => Promise<void>,
  ): Promise<void>;
  open(actor: Actor, id: string): Promise<Row>;
  inspect(upload: Row, localPath: string, inspectFile: InspectFile): Promise<void>;
  complete(actor: Actor, id: string, inspectFile: InspectFile): Promise<void>;
  discard(id: string): Promise<void>;
  /** When an upload expires if no further chunk arrives. */
  getExpiry(): Date;
}

export interface TusServerOptions<Row extends KnownUpload> {
  uploads: Uploads<Row>;
  publicUrl: string;
  takeUploadBytes(caller: string, bytes: number): Promise<void>;
  onFailure(error: unknown): void;
}

export interface UploadCallState {
  actor: Actor;
  id: string | undefined;
  /** The original error, before the protocol's server converted it. */
  error?: unknown;
  /** Why the rest of the body is not read: it stalled, the client disconnected, or there is no space. */
  refusal?: AppError;
}

export type TusServer = ReturnType<typeof createTusServer>;

export function createTusServer<Row extends KnownUpload>(options: TusServerOptions<Row>) {
  const { uploads, publicUrl, takeUploadBytes, onFailure } = options;
  const states = new WeakMap<object, UploadCallState>();
  const datastore = new UploadStore({
    bytes: uploads.bytes,
    find: uploads.find,
    discard: uploads.discard,
    inspect: (upload, localPath) => uploads.inspect(upload, localPath, detectKind),
  });
  const locker = createUploadLocker({
    locks: uploads.locks,
    untilWritten: (id) => datastore.untilWritten(id),
    onFailure,
  });

  function getState(request: object): UploadCallState {
    const state = states.get(request);
    if (!state) throw new Error('No state for this request. Pass it to handle() of createTusServer.');
    return state;
  }

  /** Stores a complete file. Locks it, because the last chunk may be sent twice, to two processes at the same time. */
  async function complete({ actor }: UploadCallState, id: string): Promise<void> {
    const lock = locker.newLock(id);
    await lock.lock(new AbortController().signal, () => undefined);
    try {
      await uploads.complete(actor, id, detectKind);
    } finally {
      await lock.unlock();
    }
  }

  const server = new Server({
    path: UPLOADS_PATH,
    datastore,
    locker,
    lockDrainTimeout: LOCK_DRAIN_MS,
    maxSize: limits.videoBytes,
    disableTerminationForFinishedUploads: true,
    namingFunction: () => newId(),
    getFileIdFromRequest: (request) => getState(request).id,
    generateUrl: (_request, { id }) => `${publicUrl}${UPLOADS_PATH}/${id}`,
    async onUploadCreate(request, { id, size = 0, metadata: raw = {} }: Upload) {
      const { actor } = getState(request);
      const { filename, purpose } = cleanInput(raw);
      const metadata = request.headers.get('upload-metadata') ?? '';
      const upload = { id, name: toName(filename ?? ''), size, purpose: purpose ?? '', metadata };
      await uploads.begin(actor, upload, (bytes) => takeUploadBytes(actor.id, bytes));
      return {};
    },
    async onUploadFinish(request, { id }: Upload) {
      await complete(getState(request), id);
      return {};
    },
    onResponseError(request, error) {
      getState(request).error = error;
      return undefined;
    },
  });

  return {
    complete,
    handle(request: Request, state: UploadCallState): Promise<Response> {
      states.set(request, state);
      return server.handleWeb(request);
    },
  };
}
