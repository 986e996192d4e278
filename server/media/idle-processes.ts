import type { ChildProcess } from 'node:child_process';
import { startProcess } from './media-process';

/** A process that uses more memory is not reused. */
const MAX_IDLE_BYTES = 400 * 1024 * 1024;

export type IdleProcesses = ReturnType<typeof createIdleProcesses>;

interface IdleOptions {
  entry: string;
  niceness: number;
  /** How long an idle process is kept, in milliseconds. */
  keptMs: number;
}

export function createIdleProcesses({ entry, niceness, keptMs }: IdleOptions) {
  const idle = new Map<ChildProcess, NodeJS.Timeout>();
  const start = (): ChildProcess => {
    const child = startProcess(entry, niceness);
    child.once('exit', () => {
      clearTimeout(idle.get(child));
      idle.delete(child);
    });
    return child;
  };
  return {
    start,

    take(): ChildProcess {
      const [waiting] = idle.keys();
      if (!waiting) return start();
      clearTimeout(idle.get(waiting));
      idle.delete(waiting);
      return waiting;
    },

    keep(child: ChildProcess, memoryBytes: number): void {
      if (memoryBytes > MAX_IDLE_BYTES) return void child.kill('SIGKILL');
      const drop = () => {
        idle.delete(child);
        child.kill('SIGKILL');
      };
      idle.set(child, setTimeout(drop, keptMs).unref());
    },

    close(): void {
      for (const [child, timer] of idle) {
        clearTimeout(timer);
        child.kill('SIGKILL');
      }
      idle.clear();
    },
  };
}
