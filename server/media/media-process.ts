import { fork, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Socket } from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { TOO_MUCH_MEMORY, UnreadableMedia, WorkInterrupted, type TaskName, type TaskReply } from './media-tasks';

const OUTPUT_TAIL = 4 * 1024;
/** Megabytes of JavaScript heap. Images and frames are stored outside the heap. */
const nodeOptions = ['--max-old-space-size=512'];

/** Signals that a program raises itself; any other signal comes from outside. */
const ownSignals: ReadonlySet<string> = new Set([
  'SIGABRT',
  'SIGBUS',
  'SIGFPE',
  'SIGILL',
  'SIGSEGV',
  'SIGSYS',
  'SIGTRAP',
  'SIGPIPE',
  'SIGXCPU',
  'SIGXFSZ',
]);

export class ProcessCrashed extends Error {
  override readonly name = 'ProcessCrashed';
}

/** Both in the build and in the source tree, the worker is next to this file. */
export function findEntry(): string {
  const here = path.dirname(fileURLToPath(import.meta.url));
  const places = [path.join(here, 'media/worker/main.js'), path.join(here, 'worker/main.ts')];
  const found = places.find((place) => existsSync(place));
  if (!found) throw new Error(`No media worker at ${places.join(' or ')}: build the server first.`);
  return found;
}

/** Starts a process that gets none of our environment: no secret, no database address. */
export function startProcess(entry: string, niceness: number): ChildProcess {
  const execArgv = entry.endsWith('.ts') ? [...nodeOptions, '--import', 'tsx'] : nodeOptions;
  const env = { NODE_ENV: 'production' } as const;
  return fork(entry, [String(niceness)], {
    execArgv,
    env,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
}

/** Decides whether this process waits for the child before it exits. */
export function setHolding(child: ChildProcess, isHolding: boolean): void {
  const handles = [child, child.stderr as Socket | null, child.channel];
  for (const handle of handles)
    if (isHolding) handle?.ref();
    else handle?.unref();
}

type LastReply = Exclude<TaskReply, { type: 'alive' | 'begun' | 'used' }>;

interface AskOptions extends Record<'startMs' | 'timeoutMs' | 'silenceMs', number> {
  onTimeout(): Error;
  onUsed(cpuMs: number): void;
  signal: AbortSignal;
}

/**
 * Sends a task to a process and waits for its result.
 *
 * @throws the error of `onTimeout` if it hangs or takes too long, the reason of `signal`, UnreadableMedia if it needs too much
 * memory, ProcessCrashed or WorkInterrupted if it ends for another reason
 */
export function ask(
  child: ChildProcess,
  task: { name: TaskName; input: unknown },
  { startMs, timeoutMs, silenceMs, onTimeout, onUsed, signal }: AskOptions,
): Promise<LastReply> {
  return new Promise((resolve, reject) => {
    let output = '';
    const end = (settle: () => void) => {
      clearTimeout(timer);
      clearTimeout(silence);
      signal.removeEventListener('abort', onAbort);
      child.off('message', onMessage).off('exit', onExit).off('error', onError);
      child.stderr?.off('data', onOutput);
      settle();
    };
    const kill = (error: Error) => {
      child.kill('SIGKILL');
      end(() => reject(error));
    };
    const stop = () => kill(onTimeout());
    const onAbort = () => kill(signal.reason as Error);
    let timer = setTimeout(stop, startMs);
    const begin = () => {
      onUsed(0);
      if (startMs === timeoutMs) return;
      clearTimeout(timer);
      timer = setTimeout(stop, timeoutMs);
    };
    const silence = setTimeout(stop, silenceMs);
    const onOutput = (chunk: Buffer) => (output = (output + chunk.toString()).slice(-OUTPUT_TAIL));
    const onMessage = (reply: TaskReply) => {
      if (reply.type === 'alive') silence.refresh();
      else if (reply.type === 'begun') begin();
      else if (reply.type === 'used') onUsed(reply.cpuMs);
      else end(() => resolve(reply));
    };
    const onExit = (code: number | null, signal: string | null) => {
      const how = `the process ended with ${signal ?? code}\n${output}`;
      end(() => {
        if (code === TOO_MUCH_MEMORY) reject(new UnreadableMedia('This file takes too much memory to read.'));
        else reject(signal === null || ownSignals.has(signal) ? new ProcessCrashed(how) : new WorkInterrupted(how));
      });
    };
    const onError = (error: Error) => end(() => reject(error));
    signal.addEventListener('abort', onAbort);
    child.on('message', onMessage).once('exit', onExit).once('error', onError);
    child.stderr?.on('data', onOutput);
    child.send(task, (error) => {
      // The process has died. `exit` reports that, unless it exited before we listened.
      if (error && child.exitCode === null && child.signalCode === null) return;
      if (error) end(() => reject(new WorkInterrupted(error.message)));
    });
  });
}
