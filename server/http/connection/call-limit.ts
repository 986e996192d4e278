import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors';
import { TurnTooLate } from '../../lib/fair-turns';
import { isBodyPending } from './drain-body';

/** The call took longer than its limit. Promises R-10. */
export class CallTimedOut extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'CallTimedOut';
  }
}

const timedOut = new WeakSet<FastifyRequest>();
const inLine = new WeakSet<FastifyRequest>();
const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Whether a call was answered because its time was over: work that still runs for it must stop. */
export const isTimedOut = (request: FastifyRequest): boolean => timedOut.has(request);

/** Call when a request begins to wait for its turn, and when that has come: its time may be over before. */
export function setInLine(request: FastifyRequest, isInLine: boolean): void {
  if (isInLine) inLine.add(request);
  else inLine.delete(request);
}

/**
 * Call before storing something. The time of the call starts again: a caller who is told that it took too long concludes that
 * nothing was stored.
 *
 * @returns false when the caller was told to try again: storing it would store it twice.
 */
export function beginStoring(request: FastifyRequest): boolean {
  if (isTimedOut(request)) return false;
  timers.get(request)?.refresh();
  return true;
}

/**
 * Answers every call within its time, from its head, or from the last time it stored something, to the first byte of the reply.
 * The framework's own timer ends when the body has been read.
 *
 * @param defaultMs for routes whose `config` has no `limitMs`.
 */
export function registerCallLimit(http: FastifyInstance, defaultMs: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    const limitMs = request.routeOptions.config.limitMs ?? defaultMs;
    const timer = setTimeout(() => {
      if (reply.sent) return;
      timedOut.add(request);
      // The body is being read and has not arrived: the caller is slow.
      const isCallerSlow = isBodyPending(request.raw) && request.raw.readableFlowing === true;
      if (isCallerSlow) reply.send(new AppError('BODY_TOO_SLOW'));
      else
        reply.send(inLine.has(request) ? new TurnTooLate(`no turn within ${limitMs} ms`) : new CallTimedOut(limitMs));
    }, limitMs);
    timer.unref();
    timers.set(request, timer);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/**
 * Lets an API that stops wait for handlers that still run. A handler can outlive its reply, and work after its commit needs the
 * database. Register it before the routes.
 *
 * @param maxWaitMs from when the last connection is closed.
 */
export function waitForRunningCalls(http: FastifyInstance, maxWaitMs: number): void {
  const running = new Set<Promise<unknown>>();
  http.addHook('onRoute', (route) => {
    const { handler } = route;
    route.handler = function (request, reply) {
      const work: unknown = handler.call(this, request, reply);
      if (!(work instanceof Promise)) return work;
      running.add(work);
      return work.finally(() => running.delete(work));
    };
  });
  http.addHook('onClose', async () => {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise((resolve) => (timer = setTimeout(resolve, maxWaitMs)));
    await Promise.race([Promise.allSettled(running), timeout]);
    clearTimeout(timer);
  });
}

/**
 * Resolves when a reply can be written. Replies of a connection leave in the order of their requests: a pipelined request is
 * not worked on before the reply to the one ahead of it, since its reply, and a file that is open for it, would only wait here.
 */
export async function awaitTurn({ raw }: FastifyReply): Promise<void> {
  if (raw.socket === null) await once(raw, 'socket');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds until a call is answered. */
    limitMs?: number;
  }
}
