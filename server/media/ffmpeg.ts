import { spawn, type ChildProcess } from 'node:child_process';
import { constants, setPriority } from 'node:os';
import { limitConcurrency } from './limit-concurrency';

/** ffmpeg said that the input is not what it should be; trying again would not help. */
export class UnreadableMedia extends Error {
  constructor(readonly output: string) {
    super('this file cannot be read as sound or moving pictures');
    this.name = 'UnreadableMedia';
  }
}

export interface Ffmpeg {
  /**
   * Runs ffmpeg with these arguments; at most one at a time, at low priority, since it takes all it can get.
   *
   * @returns what it wrote to standard output.
   * @throws UnreadableMedia, or Error when it could not be started or was stopped.
   */
  run(args: readonly string[], options?: { timeoutMs?: number }): Promise<Buffer>;
  /** What ffmpeg tells of an input before doing anything; empty text when it is none. Does not wait in line. */
  describe(args: readonly string[]): Promise<string>;
}

/** Milliseconds. */
const RUN_TIMEOUT = 2 * 3600 * 1000;
const DESCRIBE_TIMEOUT = 20_000;
const OUTPUT_TAIL = 16 * 1024;

const running = new Set<ChildProcess>();
// Children outlive a process that ends; a conversion nobody waits for would go on for an hour.
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/** @param configuredPath `FFMPEG_PATH`; else `ffmpeg` on the PATH, else the binary that comes as a package. */
export function createFfmpeg(configuredPath?: string): Ffmpeg {
  let found: Promise<string> | undefined;
  const binary = () => (found ??= findBinary(configuredPath));
  const inLine = limitConcurrency(1);
  return {
    run: (args, { timeoutMs = RUN_TIMEOUT } = {}) =>
      inLine(async () => {
        const { code, stdout, stderr } = await execute(await binary(), ['-nostdin', '-v', 'error', ...args], timeoutMs);
        if (code !== 0) throw new UnreadableMedia(stderr);
        return stdout;
      }),
    async describe(args) {
      // It complains about the missing output, which is not an error here.
      const { stderr } = await execute(await binary(), ['-nostdin', '-hide_banner', ...args], DESCRIBE_TIMEOUT);
      return stderr.includes('Input #0') ? stderr : '';
    },
  };
}

async function findBinary(configuredPath?: string): Promise<string> {
  if (configuredPath) return configuredPath;
  try {
    await execute('ffmpeg', ['-version'], DESCRIBE_TIMEOUT);
    return 'ffmpeg';
  } catch {
    const packaged = await import('@ffmpeg-installer/ffmpeg');
    return packaged.default.path;
  }
}

function execute(
  command: string,
  args: readonly string[],
  timeoutMs: number,
): Promise<{ code: number; stdout: Buffer; stderr: string }> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'pipe'] });
    running.add(child);
    if (child.pid !== undefined) lowerPriority(child.pid);
    const out: Buffer[] = [];
    let err = '';
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs);
    child.stdout.on('data', (chunk: Buffer) => void out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => (err = (err + chunk.toString()).slice(-OUTPUT_TAIL)));
    const end = () => {
      clearTimeout(timer);
      running.delete(child);
    };
    child.once('error', (error) => {
      end();
      reject(error);
    });
    child.once('close', (code, signal) => {
      end();
      if (code === null) reject(new Error(`ffmpeg was stopped by ${signal}`));
      else resolve({ code, stdout: Buffer.concat(out), stderr: err });
    });
  });
}

function lowerPriority(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Not allowed everywhere, and it has ended already when the file is tiny.
  }
}
