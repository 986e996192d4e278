import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** A file as Playwright puts it into a file field. */
export interface PickedFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** What ffmpeg draws or plays; small, so that a journey does not wait for it. */
const recipes = {
  'film.mp4': [
    'video/mp4',
    '-f',
    'lavfi',
    '-i',
    'testsrc2=s=320x180:d=2:r=10',
    '-f',
    'lavfi',
    '-i',
    'sine=d=2',
    '-shortest',
  ],
  'teaser.mp4': ['video/mp4', '-f', 'lavfi', '-i', 'mandelbrot=s=160x90:r=10', '-t', '1'],
  'tune.mp3': ['audio/mpeg', '-f', 'lavfi', '-i', 'sine=f=330:d=2'],
  'red.png': ['image/png', '-f', 'lavfi', '-i', 'color=c=0xb5532f:s=400x300', '-frames:v', '1'],
  'green.png': ['image/png', '-f', 'lavfi', '-i', 'color=c=0x2f5d50:s=300x400', '-frames:v', '1'],
  'blue.png': ['image/png', '-f', 'lavfi', '-i', 'color=c=0x2f4a7d:s=400x400', '-frames:v', '1'],
} as const;

const made = new Map<string, Promise<PickedFile>>();

/** A film, a sound or a picture with real content, made once a run. */
export function record(name: keyof typeof recipes): Promise<PickedFile> {
  const known = made.get(name) ?? make(name);
  made.set(name, known);
  return known;
}

async function make(name: keyof typeof recipes): Promise<PickedFile> {
  const [mimeType, ...input] = recipes[name];
  const dir = await mkdtemp(path.join(tmpdir(), 'creator-platform-recording-'));
  try {
    const file = path.join(dir, name);
    await run('ffmpeg', ['-v', 'error', ...input, '-y', file]);
    return { name, mimeType, buffer: await readFile(file) };
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}
