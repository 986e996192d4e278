import { createWriteStream } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import type { EndpointSchema, UploadField } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import { adviseKinds, readableKinds, type MediaKind } from '@contract/base/media-kinds';
import { newId } from '../db/columns';
import { AppError } from '../errors';
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

/** Whether more of a request is to come; never so for one that was made up within the process. */
export const isComingIn = (raw: IncomingMessage): boolean => 'complete' in raw && !raw.complete;

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
      if (isComingIn(raw) && now - before < (LEAST_RATE * stallMs) / 1000) fail();
      before = now;
    }, stallMs);
    const onClose = () => {
      if (isComingIn(raw)) fail();
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

/** Streams the parts to disk, checking each file's size while it flows and its kind by its first bytes. */
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
    const size = await writeLimited(part.file, tmpPath, {
      most: Math.max(...field.kinds.map((kind) => maxBytes[kind])),
      signal,
    });
    if (size === 0) throw new AppError('NO_FILE');
    upload.files[name] = {
      tmpPath,
      name: nameOf(part.filename),
      size,
      ...(await tellKind(tmpPath, field)),
    };
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

async function writeLimited(
  source: NodeJS.ReadableStream,
  target: string,
  { most, signal }: { most: number; signal: AbortSignal },
): Promise<number> {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new AppError('PAYLOAD_TOO_LARGE') : null, chunk);
    },
  });
  await pipeline(source, counter, createWriteStream(target, { mode: 0o600 }), { signal });
  return size;
}

/** What a file is, by its first bytes. @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE when it is none of the field's. */
export async function tellKind(
  file: string,
  field: Pick<UploadField, 'kinds' | 'wrongKind'>,
): Promise<{ mimeType: string; kind: UploadKind }> {
  const handle = await open(file);
  const head = Buffer.alloc(8192);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  await handle.close();
  const type = await fileTypeFromBuffer(head.subarray(0, bytesRead));
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
