import { open } from 'node:fs/promises';
import { fileTypeFromBuffer } from 'file-type';
import type { UploadField } from '@contract/base/define';
import { adviseKinds, readableKinds, type MediaKind } from '@contract/base/media-kinds';
import { AppError } from '../errors';

export type UploadKind = 'image' | 'video' | 'audio' | 'document' | 'other';

export interface DetectedKind {
  mimeType: string;
  kind: UploadKind;
}

type KindRule = Pick<UploadField, 'kinds' | 'wrongKind'>;

const kindsByMime = new Map<string, MediaKind>(
  (Object.keys(readableKinds) as MediaKind[]).flatMap((kind) => readableKinds[kind].types.map((type) => [type, kind])),
);

/** This many bytes are enough to detect a file's type. */
export const HEAD_BYTES = 8_192;

export async function detectKind(file: string, field: KindRule): Promise<DetectedKind> {
  const handle = await open(file);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return await judgeHead(buffer.subarray(0, bytesRead), field);
  } finally {
    await handle.close();
  }
}

/** @param head the first HEAD_BYTES, or all of a shorter file @throws AppError INVALID_IMAGE, INVALID_OR_MISSING_FILE */
export async function judgeHead(head: Uint8Array, field: KindRule): Promise<DetectedKind> {
  const type = await fileTypeFromBuffer(head);
  const kind = type && kindsByMime.get(type.mime);
  if (field.kinds.includes('any')) return { mimeType: type?.mime ?? 'application/octet-stream', kind: kind ?? 'other' };
  // A document can be a scan (PDF) or a photo.
  const fits =
    kind !== undefined &&
    (field.kinds.some((wanted) => wanted === kind) || (kind === 'image' && field.kinds.includes('document')));
  if (!type || !kind || !fits) {
    const code = field.wrongKind ?? (field.kinds.includes('image') ? 'INVALID_IMAGE' : 'INVALID_OR_MISSING_FILE');
    const taken = (['image', 'video', 'audio', 'document'] as const).filter(
      (wanted) => field.kinds.includes(wanted) || (wanted === 'image' && field.kinds.includes('document')),
    );
    throw new AppError(code, { message: `This file type is not supported. ${adviseKinds(taken)}` });
  }
  return { mimeType: type.mime, kind };
}
