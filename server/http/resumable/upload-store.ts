import { createWriteStream } from 'node:fs';
import { mkdir, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '../../errors';

/** What the service must tell of an upload; the type is its own. */
export interface KnownUpload {
  id: string;
  size: number;
  metadata: Record<string, string | null>;
  /** All of it came and is kept elsewhere by now. */
  storedAt: Date | null;
}

interface Places {
  placeOf(id: string): string;
  find(id: string): Promise<KnownUpload | null>;
  discard(id: string): Promise<void>;
}

/** Bytes of uploads as files: how much has arrived is how long one is, so that nothing has to be noted while they come. */
export class UploadStore extends DataStore {
  constructor(private readonly places: Places) {
    super();
    this.extensions = ['creation', 'creation-with-upload', 'termination'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const place = this.places.placeOf(upload.id);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, '', { mode: 0o600 });
    return upload;
  }

  /** @returns how much there is then; what came before a connection broke stays. */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    // All of it came before: there is nothing to add, and it lies elsewhere.
    if ((await this.places.find(id))?.storedAt) return offset;
    const target = createWriteStream(this.places.placeOf(id), { flags: 'r+', start: offset });
    await pipeline(source, target);
    return offset + target.bytesWritten;
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.places.find(id);
    if (!known) throw new AppError('ENTITY_NOT_FOUND');
    const { size, metadata, storedAt } = known;
    if (storedAt) return new Upload({ id, size, metadata, offset: size });
    const arrived = await stat(this.places.placeOf(id)).catch(() => undefined);
    // Its bytes were swept away.
    if (!arrived) throw new AppError('ENTITY_NOT_FOUND');
    return new Upload({ id, size, metadata, offset: arrived.size });
  }

  override remove(id: string): Promise<void> {
    return this.places.discard(id);
  }
}
