import type { Readable } from 'node:stream';
import { DataStore, Upload } from '@tus/server';
import { AppError } from '../../errors';
import type { UploadBytes } from '../../media/upload-bytes';
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
  bytes: UploadBytes;
  find(id: string): Promise<Row | null>;
  discard(id: string): Promise<void>;
  /** Rejects and deletes an upload whose bytes do not match its purpose. @param localPath a file that begins as the upload does */
  inspect(upload: Row, localPath: string): Promise<void>;
}

/** Stores uploads as the protocol's server expects it. */
export class UploadStore<Row extends KnownUpload> extends DataStore {
  /** Writes in progress, by upload. */
  private readonly writes = new Map<string, Promise<number>>();

  constructor(private readonly places: Places<Row>) {
    super();
    this.extensions = uploadExtensions;
  }

  override async create(upload: Upload): Promise<Upload> {
    await this.places.bytes.create(upload.id);
    return upload;
  }

  /**
   * Appends bytes, and inspects the file once there are enough of them to detect its type. Bytes written before an error stay.
   *
   * @returns the new offset, even if this call ends early because another one waits for the upload
   * @throws the error of a broken connection
   */
  override async write(source: Readable, id: string, offset: number): Promise<number> {
    const written = this.append(source, id, offset);
    this.writes.set(id, written);
    try {
      return await written;
    } finally {
      this.writes.delete(id);
    }
  }

  /**
   * Waits for a write in progress. The protocol's server itself does not if the connection breaks: a pipeline of Node.js rejects
   * as soon as its source does.
   */
  async untilWritten(id: string): Promise<void> {
    // The caller of `write` gets the error.
    await Promise.allSettled([this.writes.get(id)]);
  }

  private async append(source: Readable, id: string, offset: number): Promise<number> {
    const { bytes, find, inspect } = this.places;
    const upload = await find(id);
    // Nothing to append: the complete file has been stored elsewhere.
    if (upload?.storedAt) return offset;
    // Destroying the source would replace the error that is thrown here.
    const chunks = source.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>;
    const check = upload && ((localPath: string) => inspect(upload, localPath));
    return bytes.append(id, offset, chunks, check ? { bytes: HEAD_BYTES, check } : undefined);
  }

  override async getUpload(id: string): Promise<Upload> {
    const known = await this.places.find(id);
    if (!known) throw new AppError('ENTITY_NOT_FOUND');
    const { size, storedAt } = known;
    if (storedAt) return new Upload({ id, size, offset: size });
    const offset = await this.places.bytes.measure(id);
    // A scheduled job has deleted the bytes.
    if (offset === null) throw new AppError('ENTITY_NOT_FOUND');
    return new Upload({ id, size, offset });
  }

  override remove(id: string): Promise<void> {
    return this.places.discard(id);
  }
}
