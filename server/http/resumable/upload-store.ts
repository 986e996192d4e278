import { mkdir, open, stat, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '../../errors';
import { HEAD_BYTES } from '../multipart-upload';

/** What the service must tell of an upload; the type is its own. */
export interface KnownUpload {
  id: string;
  size: number;
  /** The header that began it, as it came. */
  metadata: string;
  /** All of it came and is kept elsewhere by now. */
  storedAt: Date | null;
}

/** What of the protocol there is beyond its core. */
export const uploadExtensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];

interface Places<Row extends KnownUpload> {
  getPath(id: string): string;
  find(id: string): Promise<Row | null>;
  discard(id: string): Promise<void>;
  /** Refuses what is not what it is for, by what has arrived; nothing is left of it then. */
  inspect(upload: Row): Promise<void>;
}

/** Bytes of uploads as files: how much has arrived is how long one is, so that nothing has to be noted while they come. */
export class UploadStore<Row extends KnownUpload> extends DataStore {
  constructor(private readonly places: Places<Row>) {
    super();
    this.extensions = uploadExtensions;
  }

  override async create(upload: Upload): Promise<Upload> {
    const place = this.places.getPath(upload.id);
    await mkdir(path.dirname(place), { recursive: true });
    await writeFile(place, '', { mode: 0o600 });
    return upload;
  }

  /**
   * Writes what comes, and looks into the file as soon as that can tell what it is, however small the parts.
   *
   * @returns how much there is then; what came before a connection broke stays.
   */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.places.find(id);
    // All of it came before: there is nothing to add, and it lies elsewhere.
    if (upload?.storedAt) return offset;
    const target = await open(this.places.getPath(id), 'r+');
    let end = offset;
    try {
      // Why it ends early is said by what is thrown: a source that is destroyed on the way out would say something else.
      for await (const chunk of source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
        await writeAt(target, chunk, end);
        const isEnough = end < HEAD_BYTES && end + chunk.length >= HEAD_BYTES;
        end += chunk.length;
        if (upload && isEnough) await this.places.inspect(upload);
      }
    } finally {
      await target.close();
    }
    return end;
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.places.find(id);
    if (!known) throw new AppError('ENTITY_NOT_FOUND');
    const { size, storedAt } = known;
    if (storedAt) return new Upload({ id, size, offset: size });
    const arrived = await stat(this.places.getPath(id)).catch(() => undefined);
    // Its bytes were swept away.
    if (!arrived) throw new AppError('ENTITY_NOT_FOUND');
    return new Upload({ id, size, offset: arrived.size });
  }

  override remove(id: string): Promise<void> {
    return this.places.discard(id);
  }
}

/** Writes all of it: a call of the system may take less. */
async function writeAt(target: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await target.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
