import type { ChildProcess } from 'node:child_process';
import type { ConnectRequest, EngineConfig, EngineReply, EngineRequest } from './engine-messages';
import { closeProcess, startProcess } from './engine-process';
import { findUdpPort } from './udp-port';

/** A process that takes longer than this to reply is considered hung, and killed. */
const ANSWER_MS = 20_000;

export class OfferRefused extends Error {
  override readonly name = 'OfferRefused';
}

/** The engine process has ended or hangs. */
export class EngineUnavailable extends Error {
  override readonly name = 'EngineUnavailable';
}

interface EngineOptions extends Omit<EngineConfig, 'port'> {
  /** 0 for any free port. If the port is taken, any free one is used. */
  port: number;
  onHost(sessionId: string, state: { isConnected: boolean; hasSegments: boolean }): void;
  /** The process ended unexpectedly; all connections are lost. */
  onCrash(error: Error): void;
  onProblem(error: Error): void;
}

interface Pending {
  resolve(reply: EngineReply): void;
  reject(error: Error): void;
}

/** Manages the process that forwards shows. The first connection starts it, and the first one after a crash restarts it. */
export function createStreamEngine({ port: wantedPort, onHost, onCrash, onProblem, ...folders }: EngineOptions) {
  const pending = new Map<number, Pending>();
  let running: Promise<ChildProcess> | null = null;
  let child: ChildProcess | null = null;
  let count = 0;
  let viewers = 0;
  let isClosed = false;

  async function start(): Promise<ChildProcess> {
    const port = await findUdpPort(wantedPort);
    const started = startProcess({ ...folders, port }, { onReply: handleReply, onProblem, onExit: handleExit });
    // Too many processes or open files: such a child only emits an error, and never exits.
    if (started.pid === undefined) throw new EngineUnavailable('the engine process could not be created');
    child = started;
    return started;
  }

  function handleReply(reply: EngineReply): void {
    if (reply.type === 'host') onHost(reply.sessionId, reply);
    else if (reply.type === 'viewers') viewers = reply.count;
    else if (reply.type === 'problem') onProblem(new Error(reply.message));
    else pending.get(reply.id)?.resolve(reply);
  }

  function handleExit(how: string): void {
    running = null;
    child = null;
    viewers = 0;
    const error = new EngineUnavailable(how);
    for (const { reject } of pending.values()) reject(error);
    if (!isClosed) onCrash(error);
  }

  async function ask(request: EngineRequest & { id: number }): Promise<EngineReply> {
    if (isClosed) throw new EngineUnavailable('the server is stopping');
    running ??= start().catch((error: unknown) => {
      running = null;
      throw error;
    });
    const asked = await running;
    return new Promise((resolve, reject) => {
      const settle = () => {
        clearTimeout(timer);
        pending.delete(request.id);
      };
      // Killing the process rejects all pending requests.
      const timer = setTimeout(() => asked.kill('SIGKILL'), ANSWER_MS).unref();
      pending.set(request.id, {
        resolve: (reply) => resolve((settle(), reply)),
        reject: (error) => reject((settle(), error)),
      });
      asked.send(request, (error) => {
        if (error) pending.get(request.id)?.reject(new EngineUnavailable(error.message));
      });
    });
  }

  return {
    countViewers: () => viewers,
    /** For tests that kill the process. */
    getPid: () => child?.pid,

    /** @throws OfferRefused, EngineUnavailable */
    async connect(request: ConnectRequest): Promise<string> {
      const reply = await ask({ type: 'connect', id: (count += 1), ...request });
      if (reply.type === 'connected') return reply.sdp;
      const message =
        reply.type === 'refused' ? reply.message : `unexpected reply "${reply.type}" to a connect request`;
      if (reply.type === 'refused' && reply.isTheirs) throw new OfferRefused(message);
      throw new Error(message);
    },

    remove(sessionId: string, viewer: string): void {
      // Sent after earlier requests. If the process failed to start, there is no viewer to remove.
      void running?.then(
        (asked) => asked.connected && asked.send({ type: 'remove', sessionId, viewer } satisfies EngineRequest),
        () => undefined,
      );
    },

    /** Closes a session. @returns once its recording is complete */
    async end(sessionId: string): Promise<void> {
      if (!running) return;
      await ask({ type: 'end', id: (count += 1), sessionId }).catch((error: unknown) => {
        // If the process is gone, so are its connections.
        if (!(error instanceof EngineUnavailable)) throw error;
      });
    },

    async close(): Promise<void> {
      isClosed = true;
      const closing = await running?.then(
        (started) => started,
        () => null,
      );
      if (closing) await closeProcess(closing);
    },
  };
}
