import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors';
import { TurnTooLate } from '../../lib/fair-turns';
import { isBodyPending } from './drain-body';

/** The request exceeded its time limit. Promises R-10. */
export class CallTimedOut extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'CallTimedOut';
  }
}

const timedOut = new WeakSet<FastifyRequest>();
const inLine = new WeakSet<FastifyRequest>();
const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Whether a timeout response was sent: work that still runs for the request must stop. */
export const isTimedOut = (request: FastifyRequest): boolean => timedOut.has(request);

/** Marks a request while it waits in a queue, so that its timeout is not attributed to the database. */
export function setInLine(request: FastifyRequest, isInLine: boolean): void {
  if (isInLine) inLine.add(request);
  else inLine.delete(request);
}

/**
 * Call before storing something. Restarts the time limit: a caller who gets a timeout concludes that nothing was stored.
 *
 * @returns false if the timeout response was sent: the caller retries, and would store it twice.
 */
export function beginStoring(request: FastifyRequest): boolean {
  if (isTimedOut(request)) return false;
  timers.get(request)?.refresh();
  return true;
}

/**
 * Answers every request within its limit: from its headers, or from its last write, to the first byte of the response. Fastify's
 * own timer ends once the body is read.
 *
 * @param defaultMs for routes without `limitMs` in their `config`.
 */
export function registerCallLimit(http: FastifyInstance, defaultMs: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    const limitMs = request.routeOptions.config.limitMs ?? defaultMs;
    const timer = setTimeout(() => {
      if (reply.sent) return;
      timedOut.add(request);
      // The body is still arriving: the caller is slow.
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
 * Delays the shutdown until running handlers end. A handler can outlive its response, and work after its commit needs the
 * database. Register it before the routes.
 *
 * @param maxWaitMs counted from when the last connection is closed.
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
 * Resolves when the response can be written. A connection sends responses in the order of its requests, so a pipelined request is
 * not processed before the one ahead of it is answered: its response, and any open file, would only wait here.
 */
export async function awaitTurn({ raw }: FastifyReply): Promise<void> {
  if (raw.socket === null) await once(raw, 'socket');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limitMs?: number;
  }
}
