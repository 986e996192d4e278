import { open } from 'node:fs/promises';
import { PassThrough, type Readable } from 'node:stream';
import type { S3ServiceException } from '@aws-sdk/client-s3';
import type { Env } from '../env';
import { ServiceOutage } from '../errors';
import { noSuchObject, type ByteRange, type LinkOptions } from './media-store';

const SERVICE = 'object storage';
/** To connect, and between two signs of life of a request. */
const CONNECT_MS = 5_000;
const SILENCE_MS = 30_000;
const ATTEMPTS = 3;
/** Larger files are sent in parts of this size, each of them held in memory. */
const PART_BYTES = 8 * 1024 * 1024;
const PARTS_AT_ONCE = 2;

export interface StoredObject {
  key: string;
  /** Bytes. */
  size: number;
}

export type S3Settings = Pick<
  Env,
  'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

export type S3Bucket = ReturnType<typeof createS3Bucket>;

type S3 = Awaited<ReturnType<typeof openS3>>;

/** Loads Amazon's packages only when a bucket is used, because they take long to load and much memory. */
async function openS3(env: S3Settings) {
  const { S3_ENDPOINT, S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' } = env;
  const [sdk, { Upload }, { getSignedUrl }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
    import('@aws-sdk/s3-request-presigner'),
  ]);
  const client = new sdk.S3Client({
    endpoint: S3_ENDPOINT,
    region: S3_REGION,
    credentials: { accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY },
    // Understood by all servers; only Amazon's gives each bucket a host of its own.
    forcePathStyle: true,
    // The default sends checksums in a coding of the body that some servers store as if it were the file.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: SILENCE_MS },
  });
  return { ...sdk, Upload, getSignedUrl, client };
}

/**
 * The objects of a bucket whose keys begin with `folder`, which is left out of all keys here.
 *
 * Every call throws ServiceOutage if the service does not work or refuses our key.
 */
export function createS3Bucket(env: S3Settings, folder: string) {
  let opened: Promise<S3> | undefined;
  const getS3 = (): Promise<S3> => (opened ??= openS3(env));
  const Bucket = env.S3_BUCKET ?? '';
  const at = (key: string) => ({ Bucket, Key: `${folder}/${key}` });

  async function* list(prefix: string, delimiter?: string): AsyncGenerator<StoredObject> {
    const { client, paginateListObjectsV2 } = await getS3();
    const pages = paginateListObjectsV2({ client }, { Bucket, Prefix: `${folder}/${prefix}`, Delimiter: delimiter });
    try {
      for await (const { Contents = [] } of pages)
        for (const { Key = '', Size = 0 } of Contents) yield { key: Key.slice(folder.length + 1), size: Size };
    } catch (error) {
      throw toOutage(error);
    }
  }

  async function remove(key: string): Promise<void> {
    const { client, DeleteObjectCommand } = await getS3();
    await client.send(new DeleteObjectCommand(at(key))).catch(rethrow);
  }

  return {
    list,

    async isEmpty(): Promise<boolean> {
      for await (const _object of list('')) return false;
      return true;
    },

    /** Names up to the first slash, of all objects. */
    async listFolders(): Promise<string[]> {
      const names = new Set<string>();
      for await (const { key } of list('')) names.add(key.split('/')[0] ?? '');
      return [...names];
    },

    /** @throws Error ENOENT if there is no such file */
    async put(key: string, localPath: string): Promise<void> {
      const { client, Upload } = await getS3();
      const Body = (await open(localPath)).createReadStream();
      // Removes the parts if one of them fails, so that an object is stored whole or not at all.
      const upload = new Upload({
        client,
        params: { ...at(key), Body },
        partSize: PART_BYTES,
        queueSize: PARTS_AT_ONCE,
      });
      await upload
        .done()
        .catch(rethrow)
        .finally(() => Body.destroy());
    },

    async write(key: string, Body: Uint8Array): Promise<void> {
      const { client, PutObjectCommand } = await getS3();
      await client.send(new PutObjectCommand({ ...at(key), Body })).catch(rethrow);
    },

    /** @throws Error ENOENT if there is no such object */
    async open(key: string, range?: ByteRange): Promise<{ size: number; bytes: Readable }> {
      const { client, GetObjectCommand } = await getS3();
      const Range = range && `bytes=${range.start}-${range.end}`;
      const reply = await client.send(new GetObjectCommand({ ...at(key), Range })).catch((error: unknown) => {
        throw isMissing(error) ? noSuchObject(key) : toOutage(error);
      });
      return { size: reply.ContentLength ?? 0, bytes: withOutages(reply.Body as Readable) };
    },

    /** @returns bytes; null if there is no such object */
    async measure(key: string): Promise<number | null> {
      const { client, HeadObjectCommand } = await getS3();
      try {
        return (await client.send(new HeadObjectCommand(at(key)))).ContentLength ?? 0;
      } catch (error) {
        if (isMissing(error)) return null;
        throw toOutage(error);
      }
    },

    remove,

    async removeAll(prefix: string): Promise<void> {
      for await (const { key } of list(prefix)) await remove(key);
    },

    async sign(key: string, { mimeType, disposition, cacheControl, seconds }: LinkOptions): Promise<string> {
      const { client, getSignedUrl, GetObjectCommand } = await getS3();
      const command = new GetObjectCommand({
        ...at(key),
        ResponseContentType: mimeType,
        ResponseContentDisposition: disposition,
        ResponseCacheControl: cacheControl,
      });
      return getSignedUrl(client, command, { expiresIn: seconds });
    },
  };
}

function isMissing(error: unknown): boolean {
  const { $metadata, name } = error as Partial<S3ServiceException>;
  return $metadata?.httpStatusCode === 404 && name !== 'NoSuchBucket';
}

function rethrow(error: unknown): never {
  throw toOutage(error);
}

/** A connection that breaks in the middle must not look like one to the database. */
function withOutages(body: Readable): Readable {
  const bytes = new PassThrough();
  body.once('error', (error) => bytes.destroy(toOutage(error)));
  bytes.once('close', () => body.destroy());
  return body.pipe(bytes);
}

const toOutage = (cause: unknown): ServiceOutage => new ServiceOutage(SERVICE, { cause });
