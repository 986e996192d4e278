import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { newId } from '../../server/db/columns';
import type { UploadedFile } from '../../server/http/uploads';
import type { FileRow, StoreOptions } from '../../server/modules/media/media-service';
import type { TestApp } from '../harness/build-test-app';

const run = promisify(execFile);

/** A JPEG with the tags a camera writes: maker, place, and an orientation that turns it upright. */
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

/** Arguments of ffmpeg that make a short film or sound; remembered, since making one takes a moment. */
const recipes = {
  'clip.mp4': ['-f', 'lavfi', '-i', 'testsrc2=s=320x180:d=2:r=10', '-f', 'lavfi', '-i', 'sine=d=2', '-shortest'],
  'tall.mov': ['-f', 'lavfi', '-i', 'testsrc2=s=800x1600:d=1:r=5', '-metadata', 'location=+51.5-000.1/'],
  'tone.wav': ['-f', 'lavfi', '-i', 'sine=d=2'],
  'tone.mp3': ['-f', 'lavfi', '-i', 'sine=d=2', '-metadata', 'artist=tell nobody'],
} as const;
const made = new Map<string, Promise<Buffer>>();

/** A film or sound with real content, two seconds at most. */
export function buildRecording(name: keyof typeof recipes): Promise<Buffer> {
  const known = made.get(name);
  if (known) return known;
  const bytes = makeRecording(name);
  made.set(name, bytes);
  return bytes;
}

async function makeRecording(name: keyof typeof recipes): Promise<Buffer> {
  const dir = await mkdtemp(path.join(tmpdir(), 'creator-platform-recording-'));
  try {
    const file = path.join(dir, name);
    await run('ffmpeg', ['-v', 'error', ...recipes[name], '-y', file]);
    return await readFile(file);
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

/** Puts bytes where uploads lie until somebody keeps them. */
export async function buildUpload(
  app: TestApp,
  content: Buffer,
  facts: Pick<UploadedFile, 'kind' | 'mimeType'> & { name?: string },
): Promise<UploadedFile> {
  const tmpPath = path.join(app.context.env.DATA_DIR, newId());
  await writeFile(tmpPath, content);
  return { name: 'file', ...facts, tmpPath, size: content.length };
}

/** A stored picture, finished. */
export async function buildStoredPhoto(app: TestApp, options: StoreOptions & { name?: string }): Promise<FileRow> {
  const upload = await buildUpload(app, await buildPhoto(), {
    kind: 'image',
    mimeType: 'image/jpeg',
    name: options.name ?? 'IMG_0001.jpg',
  });
  return app.services.media.store(upload, options);
}
