import { once } from 'node:events';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import type { EndpointSchema, UploadField } from '@contract/base/define';
import { limits } from '@contract/base/limits';
import { emptyFile } from '@contract/base/media-kinds';
import { cleanLine, dropHidden } from '@contract/base/text-rules';
import { newId } from '../db/columns';
import { AppError } from '../errors';
import { HttpRefusal } from './connection/http-server';
import { HEAD_BYTES, judgeHead, type DetectedKind, type UploadKind } from './upload-kind';
import { watchConnection } from './upload-watch';

/** A received file in a temporary folder. Move it to keep it; `discard` removes it otherwise. */
export interface UploadedFile {
  tmpPath: string;
  /** File name as sent; only displayed, never used as a path. */
  name: string;
  /** Detected from the bytes, not taken from the sender's header. */
  mimeType: string;
  kind: UploadKind;
  size: number;
}

export interface Upload {
  files: Record<string, UploadedFile>;
  fields: Record<string, string | string[]>;
  discard(): Promise<void>;
}

const maxBytes: Record<UploadField['kinds'][number], number> = {
  image: limits.imageBytes,
  video: limits.videoBytes,
  audio: limits.audioBytes,
  document: limits.documentBytes,
  any: limits.videoBytes,
};

type FileFields = NonNullable<EndpointSchema['files']>;

/** Limit for everything but files: fields, boundaries, unknown parts. A JSON body may have as much. */
const MAX_TEXT_BYTES = 1024 * 1024;

const getMaxBytes = ({ kinds }: UploadField): number => Math.max(...kinds.map((kind) => maxBytes[kind]));

export const maxBodyBytes = (fields: FileFields): number =>
  Object.values(fields).reduce((sum, field) => sum + getMaxBytes(field), MAX_TEXT_BYTES);

const JSON_TYPE = 'application/json';
/**
 * Treats a JSON field as a file, so that it can be rejected: the plugin would parse it, however large. Compatible clients send
 * none.
 */
const isPartAFile = (_field: string | undefined, type: string | undefined, file: string | undefined): boolean =>
  file !== undefined || type === 'application/octet-stream' || type?.startsWith(JSON_TYPE) === true;

interface ReceiveOptions {
  tmpDir: string;
  stallMs: number;
  /** Aborts when the upload must be cut short; its `reason` is the AppError to throw. */
  ending: AbortSignal;
  /** Counts file bytes before they are written. @throws AppError beyond a limit */
  count(bytes: number): Promise<void>;
  /** Called once, before the first file is read. @param fields those received so far @throws AppError to reject the upload */
  onFirstFile?(fields: Upload['fields']): Promise<void>;
}

/**
 * Receives the fields and files of a form. After an error, no file is left on disk.
 *
 * @throws AppError BODY_TOO_SLOW, NO_FILE, INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE, VALIDATION_FAILED for a
 * second file in a field, the reason of `ending`, and errors of `count` and `onFirstFile`
 */
export async function receiveUpload(
  request: FastifyRequest,
  fileFields: FileFields,
  { tmpDir, stallMs, ending, ...hooks }: ReceiveOptions,
): Promise<Upload> {
  await mkdir(tmpDir, { recursive: true });
  const connection = watchConnection(request, stallMs);
  const writing = new AbortController();
  const paths: string[] = [];
  try {
    // It may have aborted before anybody listened.
    ending.throwIfAborted();
    const parts = receiveParts(request, fileFields, { ...hooks, tmpDir, paths, signal: writing.signal });
    const ended = once(ending, 'abort').then(() => ending.throwIfAborted() as never);
    return await Promise.race([parts, connection.broken, ended]);
  } catch (error) {
    writing.abort();
    await discardAll(paths);
    // The parser's errors have neither a status nor a code.
    const isMalformed = error instanceof Error && error.constructor === Error && !('code' in error);
    throw isMalformed ? new HttpRefusal(400, 'The body is not a valid multipart form.') : error;
  } finally {
    connection.stop();
  }
}

async function receiveParts(
  request: FastifyRequest,
  fileFields: FileFields,
  {
    tmpDir,
    paths,
    signal,
    count,
    onFirstFile,
  }: Omit<ReceiveOptions, 'stallMs' | 'ending'> & { paths: string[]; signal: AbortSignal },
): Promise<Upload> {
  const upload: Upload = {
    files: {},
    fields: Object.create(null) as Upload['fields'],
    discard: async () => discardAll(paths),
  };
  let textBytes = 0;
  let isFirst = true;
  for await (const part of request.parts({
    limits: { fileSize: limits.videoBytes, fields: 200, files: 10, fieldSize: MAX_TEXT_BYTES },
    isPartAFile,
  })) {
    if (part.type === 'field') {
      const text = part.value as string;
      textBytes += Buffer.byteLength(text);
      if (textBytes > MAX_TEXT_BYTES || part.valueTruncated) throw new AppError('PAYLOAD_TOO_LARGE');
      addField(upload.fields, part.fieldname, text);
      continue;
    }
    if (part.filename === undefined && part.mimetype.startsWith(JSON_TYPE))
      throw new AppError('VALIDATION_FAILED', { message: `${part.fieldname}: must be plain text` });
    if (isFirst) await onFirstFile?.(upload.fields);
    isFirst = false;
    const target = Object.entries(fileFields).find(
      ([name, field]) => name === part.fieldname || field.aliases?.includes(part.fieldname),
    );
    if (!target) {
      for await (const chunk of part.file as AsyncIterable<Buffer>) await count(chunk.length);
      continue;
    }
    const [name, field] = target;
    if (upload.files[name]) throw new AppError('VALIDATION_FAILED', { message: `${name}: only one file can be sent` });
    const tmpPath = path.join(tmpDir, newId());
    paths.push(tmpPath);
    const told = await takeFile(part.file, tmpPath, { field, signal, count });
    upload.files[name] = { tmpPath, name: toName(part.filename), ...told };
  }
  for (const [name, field] of Object.entries(fileFields)) {
    if (field.required && !upload.files[name]) throw new AppError('NO_FILE');
  }
  return upload;
}

/** Shortens a file name to one line of at most 200 characters. */
export const toName = (filename: string | undefined): string =>
  Array.from(cleanLine(path.basename(dropHidden((filename ?? '').slice(-1000)))))
    .slice(0, 200)
    .join('');

/** Writes the file completely, or not at all. @throws AppError NO_FILE, PAYLOAD_TOO_LARGE, and those of `judgeHead` */
async function takeFile(
  source: AsyncIterable<Buffer>,
  target: string,
  { field, signal, count }: { field: UploadField; signal: AbortSignal; count: ReceiveOptions['count'] },
): Promise<DetectedKind & { size: number }> {
  const most = getMaxBytes(field);
  let head = Buffer.alloc(0);
  let size = 0;
  let told: DetectedKind | undefined;
  async function* look(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > most) throw new AppError('PAYLOAD_TOO_LARGE');
      await count(chunk.length);
      if (!told) head = Buffer.concat([head, chunk]);
      if (!told && head.length >= HEAD_BYTES) told = await judgeHead(head.subarray(0, HEAD_BYTES), field);
      yield chunk;
    }
  }
  // Opened before streaming: a stream that opens the file itself might do so only after the file was removed.
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

function addField(fields: Upload['fields'], rawName: string, value: string): void {
  const name = dropHidden(rawName).replace(/\[\d*\]$/, '');
  // Some clients send these words for absent values. Wire contract 1.8.
  if (value === 'undefined' || value === 'null') return;
  const before = fields[name];
  const text = dropHidden(value);
  fields[name] = before === undefined ? text : [...(Array.isArray(before) ? before : [before]), text];
}

async function discardAll(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((file) => rm(file, { force: true })));
}
