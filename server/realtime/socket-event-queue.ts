import { inScope } from '../log/scope';
import { MAX_QUEUED } from './socket-limits';
import type { ServerSocket, Sockets } from './sockets';

/** Handles a socket's events one after another, so that events after a login wait for it, and the last typing event wins. */
export function createEventQueue({ failures, running }: Sockets, socket: ServerSocket) {
  let last = Promise.resolve();
  let length = 0;
  return {
    isFull: (): boolean => length >= MAX_QUEUED,

    /** Skips the event if the socket has disconnected meanwhile. A failure ends neither the process nor the socket. */
    add(event: string, handle: () => Promise<void> | void): void {
      const run = () => (socket.disconnected && event !== 'disconnect' ? undefined : handle());
      const task = inScope({ reqId: socket.id, event }, () =>
        last.then(run).catch((error: unknown) => failures.report('socket', event, error)),
      );
      last = task;
      length += 1;
      running.add(task);
      void task.finally(() => {
        length -= 1;
        running.delete(task);
      });
    },
  };
}
