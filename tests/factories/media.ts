import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { newId } from '../../server/db/columns';
import { files } from '../../server/db/schema/files';
import type { UploadedFile } from '../../server/http/multipart-upload';
import type { StoreOptions } from '../../server/modules/site/media/file-intake';
import type { FileRow } from '../../server/modules/site/media/media-service';
import type { TestApp } from '../harness/build-test-app';
import type { CheckedFrames } from '../harness/check-frames';
import type { EncodedPicture, PictureOptions } from '../harness/live-media';
import type { Measured } from '../harness/measure-film';

/** A JPEG with a camera's metadata: manufacturer, location and orientation. */
export function buildPhoto({ width = 900, height = 600, background = '#b5532f' } = {}): Promise<Buffer> {
  const stripes = Buffer.from(
    `<svg width="${width}" height="${height}"><path d="M0 0H${width / 3}V${height}H0Z" fill="#2f5d50"/></svg>`,
  );
  return sharp({ create: { width, height, channels: 3, background } })
    .composite([{ input: stripes }])
    .withExif({
      IFD0: { Make: 'Cameraworks', Copyright: 'tell nobody' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1', GPSLongitudeRef: 'E', GPSLongitude: '0/1 7/1 0/1' },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
}

type RecordingName =
  | 'clip.mp4'
  | 'long.mp4'
  | 'tall.mov'
  | 'wide.mp4'
  | 'turned.mp4'
  | 'flash.mp4'
  | 'card.mp4'
  | 'card-pq.webm'
  | 'card-hlg.mp4'
  | 'card-2020.mov'
  | 'card-full.mp4'
  | 'card-plain.webm'
  | 'card-rgb.mp4'
  | 'card-reserved.mp4'
  | 'hdr-pq.mov'
  | 'motion.avi'
  | 'motion.mov'
  | 'alac.m4a'
  | 'turned.heic'
  | 'moving.avif'
  | 'moving.png'
  | 'jpeg-without-end.jpg'
  | 'hundred-megapixels.png'
  | 'recorded.webm'
  | 'old.avi'
  | 'old-codec.mp4'
  | 'tone.wav'
  | 'tone.mp3';

/** Real media of at most two seconds, described in `tests/recordings/README.md`. */
export const buildRecording = (name: RecordingName): Promise<Buffer> =>
  readFile(path.join(__dirname, '../recordings', name));

export const measureFilms = (files: readonly string[]): Promise<Measured[]> =>
  runHarness<Measured[]>('measure-film.ts', files);

/** Video of moving bars, encoded as a browser would encode it. */
export async function encodePictures(options: PictureOptions): Promise<EncodedPicture[]> {
  const printed = await runHarness<[boolean, ...string[]][]>('encode-live.ts', [JSON.stringify(options)]);
  return printed.map(([isKey, ...units]) => ({ isKey, units: units.map((unit) => Buffer.from(unit, 'base64')) }));
}

export const checkFrames = (): Promise<CheckedFrames> => runHarness<CheckedFrames>('check-frames.ts');

async function runHarness<T>(name: string, args: readonly string[] = []): Promise<T> {
  const program = path.join(__dirname, '../harness', name);
  const { stdout } = await promisify(execFile)(process.execPath, ['--import', 'tsx', program, ...args]);
  return JSON.parse(stdout) as T;
}

/** An upload that no item uses yet. */
export async function buildUpload(
  app: TestApp,
  content: Buffer,
  facts: Pick<UploadedFile, 'kind' | 'mimeType'> & { name?: string },
): Promise<UploadedFile> {
  const tmpPath = path.join(app.context.env.DATA_DIR, newId());
  await writeFile(tmpPath, content);
  return { name: 'file', ...facts, tmpPath, size: content.length };
}

/** @param content a small photo by default, which is stored sooner */
export async function buildStoredPhoto(
  app: TestApp,
  { name = 'IMG_0001.jpg', content, ...options }: StoreOptions & { name?: string; content?: Buffer },
): Promise<FileRow> {
  const photo = content ?? (await buildPhoto({ width: 480, height: 330 }));
  const upload = await buildUpload(app, photo, { kind: 'image', mimeType: 'image/jpeg', name });
  return app.services.media.store(upload, options);
}

export async function fetchMedia(app: TestApp, url: string | null | undefined, as?: { token: string }) {
  const { pathname, search } = new URL(url ?? '', 'http://api.test');
  return app.http.inject({
    method: 'GET',
    url: `${pathname}${search}`,
    headers: as ? { authorization: as.token } : {},
  });
}

export async function getFiles(app: TestApp, { id }: { id: string }): Promise<string[]> {
  const rows = await app.context.db.select({ id: files.id }).from(files).where(eq(files.ownerId, id));
  return rows.map((row) => row.id);
}
