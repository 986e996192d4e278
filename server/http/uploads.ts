import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import type { EndpointSchema, UploadField } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import { adviseKinds, emptyFile, readableKinds, type MediaKind } from '@contract/base/media-kinds';
import { newId } from '../db/columns';
import { AppError } from '../errors';
import { isBodyPending } from './connection/drain-body';
import { cleanLine, dropHidden } from '@contract/base/text-rules';

export type UploadKind = 'image' | 'video' | 'audio' | 'document' | 'other';

/** A file that arrived, lying in a temporary place; whoever keeps it moves it away, what remains is removed. */
export interface UploadedFile {
  tmpPath: string;
  /** What the sender called it; shown, never used as a path. */
  name: string;
  /** Told by the bytes, not by the sender. */
  mimeType: string;
  kind: UploadKind;
  size: number;
}

export interface Upload {
  files: Record<string, UploadedFile>;
  fields: Record<string, string | string[]>;
  /** Removes what nobody moved away. */
  discard(): Promise<void>;
}

const maxBytes: Record<UploadField['kinds'][number], number> = {
  image: limits.imageBytes,
  video: limits.videoBytes,
  audio: limits.audioBytes,
  document: limits.documentBytes,
  any: limits.videoBytes,
};

const kindsByMime = new Map<string, MediaKind>(
  (Object.keys(readableKinds) as MediaKind[]).flatMap((kind) => readableKinds[kind].types.map((type) => [type, kind])),
);

/** Bytes that tell what a file is. */
export const HEAD_BYTES = 8_192;

/** Bytes a second below which an upload does not move. */
const LEAST_RATE = 2_048;

/** Looks at what comes in on a connection. @returns a promise that rejects once too little does, or it broke; how to stop. */
export function watchConnection({ raw }: FastifyRequest, stallMs: number): { broken: Promise<never>; stop(): void } {
  const watch = new AbortController();
  const broken = new Promise<never>((_, reject) => {
    const fail = () => reject(new AppError('BODY_TOO_SLOW'));
    let before = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const now = raw.socket.bytesRead;
      if (isBodyPending(raw) && now - before < (LEAST_RATE * stallMs) / 1000) fail();
      before = now;
    }, stallMs);
    const onClose = () => {
      if (isBodyPending(raw)) fail();
    };
    raw.once('close', onClose);
    watch.signal.addEventListener('abort', () => {
      clearInterval(timer);
      raw.off('close', onClose);
    });
  });
  return { broken, stop: () => watch.abort() };
}

/**
 * Takes a multipart body in, unless it comes too slowly.
 *
 * @param options.tmpDir where the files lie until somebody keeps them.
 * @param options.stallMs how long it may hardly move.
 * @throws AppError BODY_TOO_SLOW, NO_FILE, INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE; nothing is left on disk
 * then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  fileFields: NonNullable<EndpointSchema['files']>,
  { tmpDir, stallMs }: { tmpDir: string; stallMs: number },
): Promise<Upload> {
  await mkdir(tmpDir, { recursive: true });
  const connection = watchConnection(request, stallMs);
  const writing = new AbortController();
  const paths: string[] = [];
  try {
    const parts = receiveParts(request, fileFields, { tmpDir, paths, signal: writing.signal });
    return await Promise.race([parts, connection.broken]);
  } catch (error) {
    writing.abort();
    await discardAll(paths);
    throw error;
  } finally {
    connection.stop();
  }
}

/** Streams the parts to disk; what is too large, or by its first bytes no file of its field, ends there. */
async function receiveParts(
  request: FastifyRequest,
  fileFields: NonNullable<EndpointSchema['files']>,
  { tmpDir, paths, signal }: { tmpDir: string; paths: string[]; signal: AbortSignal },
): Promise<Upload> {
  const upload: Upload = {
    files: {},
    fields: Object.create(null) as Upload['fields'],
    discard: async () => discardAll(paths),
  };
  for await (const part of request.parts({
    limits: { fileSize: limits.videoBytes, fields: 200, files: 10, fieldSize: 1024 * 1024 },
  })) {
    if (part.type === 'field') {
      addField(upload.fields, part.fieldname, String(part.value));
      continue;
    }
    const target = Object.entries(fileFields).find(
      ([name, field]) => name === part.fieldname || field.aliases?.includes(part.fieldname),
    );
    if (!target) {
      part.file.resume();
      continue;
    }
    const [name, field] = target;
    const tmpPath = path.join(tmpDir, newId());
    paths.push(tmpPath);
    const told = await takeFile(part.file, tmpPath, { field, signal });
    upload.files[name] = { tmpPath, name: nameOf(part.filename), ...told };
  }
  for (const [name, field] of Object.entries(fileFields)) {
    if (field.required && !upload.files[name]) throw new AppError('NO_FILE');
  }
  return upload;
}

/** What a file is called, as one line of at most 200 characters. */
export const nameOf = (filename: string | undefined): string =>
  Array.from(cleanLine(path.basename(dropHidden(filename ?? ''))))
    .slice(0, 200)
    .join('');

/** What is told of a file by its bytes. */
type Told = Pick<UploadedFile, 'mimeType' | 'kind'>;
type KindRule = Pick<UploadField, 'kinds' | 'wrongKind'>;

/** Writes a file down, or leaves nothing of it. @throws AppError NO_FILE, PAYLOAD_TOO_LARGE, and as `judgeHead` once there is enough to judge by */
async function takeFile(
  source: AsyncIterable<Buffer>,
  target: string,
  { field, signal }: { field: UploadField; signal: AbortSignal },
): Promise<Told & { size: number }> {
  const most = Math.max(...field.kinds.map((kind) => maxBytes[kind]));
  let head = Buffer.alloc(0);
  let size = 0;
  let told: Told | undefined;
  async function* look(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) throw new AppError('PAYLOAD_TOO_LARGE');
      if (!told) head = Buffer.concat([head, chunk]);
      if (!told && head.length >= HEAD_BYTES) told = await judgeHead(head.subarray(0, HEAD_BYTES), field);
      yield chunk;
    }
  }
  // Opened first: what is refused before would be there only after it was removed.
  const file = await open(target, 'wx', 0o600);
  try {
    await pipeline(source, look, file.createWriteStream(), { signal });
    if (size === 0) throw new AppError('NO_FILE', { message: emptyFile });
    return { size, ...(told ?? (await judgeHead(head, field))) };
  } catch (error) {
    await file.close();
    await rm(target, { force: true });
    throw error;
  }
}

/** What a file is that lies here. @throws as `judgeHead` */
export async function tellKind(file: string, field: KindRule): Promise<Told> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return await judgeHead(buffer.subarray(0, bytesRead), field);
  } finally {
    await handle.close();
  }
}

/**
 * What a file is, by its first bytes.
 *
 * @param head its first HEAD_BYTES, or all of a shorter one.
 * @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE when it is none of the field's.
 */
async function judgeHead(head: Uint8Array, field: KindRule): Promise<Told> {
  const type = await fileTypeFromBuffer(head);
  const kind = type && kindsByMime.get(type.mime);
  if (field.kinds.includes('any')) return { mimeType: type?.mime ?? 'application/octet-stream', kind: kind ?? 'other' };
  // A document may be a scan (PDF) or a photograph.
  const fits =
    kind !== undefined &&
    (field.kinds.some((wanted) => wanted === kind) || (kind === 'image' && field.kinds.includes('document')));
  if (!type || !kind || !fits) {
    const code = field.wrongKind ?? (field.kinds.includes('image') ? 'INVALID_IMAGE' : 'INVALID_OR_MISSING_FILE');
    // A document may also be a photo: see above.
    const taken = (['image', 'video', 'audio', 'document'] as const).filter(
      (wanted) => field.kinds.includes(wanted) || (wanted === 'image' && field.kinds.includes('document')),
    );
    throw new AppError(code, { message: `This file type is not supported. ${adviseKinds(taken)}` });
  }
  return { mimeType: type.mime, kind };
}

function addField(fields: Upload['fields'], rawName: string, value: string): void {
  const name = dropHidden(rawName).replace(/\[\d*\]$/, '');
  // Text forms of "nothing" that clients of this family send. Wire contract 1.8.
  if (value === 'undefined' || value === 'null') return;
  const before = fields[name];
  const text = dropHidden(value);
  fields[name] = before === undefined ? text : [...(Array.isArray(before) ? before : [before]), text];
}

async function discardAll(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((file) => rm(file, { force: true })));
}
