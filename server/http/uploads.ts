import { createWriteStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FastifyRequest } from 'fastify';
import { fileTypeFromBuffer } from 'file-type';
import type { EndpointSchema, UploadField } from '@contract/define';
import { limits } from '@contract/limits';
import { newId } from '../db/columns';
import { AppError } from '../errors';
import { dropNul } from './drop-nul';

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

/** Kinds and formats the server can read. SVG and HTML are not among them: they can carry scripts. */
const kindsByMime: Record<string, UploadKind> = {
  'image/jpeg': 'image', 'image/png': 'image', 'image/webp': 'image', 'image/gif': 'image', 'image/avif': 'image', 'image/heic': 'image',
  'video/mp4': 'video', 'video/quicktime': 'video', 'video/webm': 'video', 'video/x-matroska': 'video', 'video/matroska': 'video', 'video/mpeg': 'video', 'video/vnd.avi': 'video', 'video/x-m4v': 'video',
  'audio/mpeg': 'audio', 'audio/mp4': 'audio', 'audio/x-m4a': 'audio', 'audio/ogg': 'audio', 'audio/wav': 'audio', 'audio/aac': 'audio', 'audio/flac': 'audio', 'audio/x-flac': 'audio', 'audio/webm': 'audio', 'audio/ogg; codecs=opus': 'audio',
  'application/pdf': 'document',
}; // prettier-ignore

/**
 * Streams a multipart body to disk, checking each file's size while it flows and its kind by its first bytes.
 *
 * @param tmpDir where the files lie until somebody keeps them.
 * @throws AppError NO_FILE, INVALID_IMAGE, INVALID_OR_MISSING_FILE, PAYLOAD_TOO_LARGE; nothing is left on disk then.
 */
export async function receiveUpload(
  request: FastifyRequest,
  fileFields: NonNullable<EndpointSchema['files']>,
  tmpDir: string,
): Promise<Upload> {
  await mkdir(tmpDir, { recursive: true });
  const upload: Upload = {
    files: {},
    fields: Object.create(null) as Upload['fields'],
    discard: async () => discardAll(paths),
  };
  const paths: string[] = [];
  try {
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
      const size = await writeLimited(part.file, tmpPath, Math.max(...field.kinds.map((kind) => maxBytes[kind])));
      if (size === 0) throw new AppError('NO_FILE');
      upload.files[name] = {
        tmpPath,
        name: path.basename(part.filename ?? '').slice(0, 200),
        size,
        ...(await tellKind(tmpPath, field)),
      };
    }
    for (const [name, field] of Object.entries(fileFields)) {
      if (field.required && !upload.files[name]) throw new AppError('NO_FILE');
    }
    return upload;
  } catch (error) {
    await discardAll(paths);
    throw error;
  }
}

async function writeLimited(source: NodeJS.ReadableStream, target: string, most: number): Promise<number> {
  let size = 0;
  const counter = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > most ? new AppError('PAYLOAD_TOO_LARGE') : null, chunk);
    },
  });
  await pipeline(source, counter, createWriteStream(target, { mode: 0o600 }));
  return size;
}

async function tellKind(file: string, field: UploadField): Promise<{ mimeType: string; kind: UploadKind }> {
  const handle = await open(file);
  const head = Buffer.alloc(8192);
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  await handle.close();
  const type = await fileTypeFromBuffer(head.subarray(0, bytesRead));
  const kind = type ? kindsByMime[type.mime] : undefined;
  if (field.kinds.includes('any')) return { mimeType: type?.mime ?? 'application/octet-stream', kind: kind ?? 'other' };
  // A document may be a scan (PDF) or a photograph.
  const fits =
    kind !== undefined &&
    (field.kinds.some((wanted) => wanted === kind) || (kind === 'image' && field.kinds.includes('document')));
  if (!type || !kind || !fits)
    throw new AppError(
      field.wrongKind ?? (field.kinds.includes('image') ? 'INVALID_IMAGE' : 'INVALID_OR_MISSING_FILE'),
    );
  return { mimeType: type.mime, kind };
}

function addField(fields: Upload['fields'], rawName: string, value: string): void {
  const name = rawName.replace(/\[\d*\]$/, '');
  // Text forms of "nothing" that clients of this family send. Wire contract 1.8.
  if (value === 'undefined' || value === 'null') return;
  const before = fields[name];
  const text = dropNul(value);
  fields[name] = before === undefined ? text : [...(Array.isArray(before) ? before : [before]), text];
}

async function discardAll(paths: readonly string[]): Promise<void> {
  await Promise.all(paths.map((file) => rm(file, { force: true })));
}
