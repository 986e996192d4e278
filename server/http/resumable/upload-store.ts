import { mkdir, open, stat, writeFile, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '../../errors';
import { HEAD_BYTES } from '../upload-kind';

/** Fields of an upload. Declared here, because this layer does not import modules. */
export interface KnownUpload {
  id: string;
  size: number;
  metadata: string;
  /** Set once the complete file has been stored elsewhere. */
  storedAt: Date | null;
}

export const uploadExtensions = ['creation', 'creation-with-upload', 'expiration', 'termination'];

interface Places<Row extends KnownUpload> {
  getPath(id: string): string;
  find(id: string): Promise<Row | null>;
  discard(id: string): Promise<void>;
  /** Rejects and deletes an upload whose bytes do not match its purpose. */
  inspect(upload: Row): Promise<void>;
}

/** Stores uploads as files. The offset is the file's size, so that nothing else has to be stored with each chunk. */
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
   * Appends bytes, and inspects the file once there are enough of them to detect its type. Bytes written before an error stay.
   *
   * @returns the new offset, even if this call ends early because another one waits for the upload
   * @throws the error of a broken connection
   */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const upload = await this.places.find(id);
    // Nothing to append: the complete file has been stored elsewhere.
    if (upload?.storedAt) return offset;
    const target = await open(this.places.getPath(id), 'r+');
    let end = offset;
    try {
      // Destroying the source would replace the error that is thrown here.
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
    // A scheduled job has deleted the bytes.
    if (!arrived) throw new AppError('ENTITY_NOT_FOUND');
    return new Upload({ id, size, offset: arrived.size });
  }

  override remove(id: string): Promise<void> {
    return this.places.discard(id);
  }
}

/** Repeats the write, because one system call may write fewer bytes. */
async function writeAt(target: FileHandle, bytes: Buffer, position: number): Promise<void> {
  for (let done = 0; done < bytes.length;)
    done += (await target.write(bytes, done, bytes.length - done, position + done)).bytesWritten;
}
