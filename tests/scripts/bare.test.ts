import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(path.join(tmpdir(), 'creator-platform-bare-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

function startBare(line: string) {
  const child = spawn('tests/bare.sh', ['sh', '-c', line], {
    env: { ...process.env, TMPDIR: dir, DATABASE_URL: 'postgres://somewhere' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  return { child, output: () => output, ended: once(child, 'close') };
}

describe('W-11: tests/bare.sh', () => {
  it('hides programs that a machine may lack, and keeps Node.js', async () => {
    const { output, ended } = startBare(
      'for name in ffmpeg psql postgres chromium apt-get; do command -v $name; done; echo "database ${DATABASE_URL:-none}"; node -p 40+2; exit 3',
    );
    expect(await ended).toEqual([3, null]);
    expect(output()).toBe('database none\n42\n');
    expect(await readdir(dir)).toEqual([]);
  });

  it('passes signals on, waits until the command has drained, and cleans up', async () => {
    const { child, output, ended } = startBare(
      "trap 'sleep 0.2; echo drained; exit 0' TERM; echo up; while :; do sleep 0.05; done",
    );
    await once(child.stdout, 'data');
    child.kill('SIGTERM');
    await ended;
    expect(output()).toBe('up\ndrained\n');
    expect(await readdir(dir)).toEqual([]);
  });
});
