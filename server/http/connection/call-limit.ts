import { once } from 'node:events';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../../errors';
import { TurnTooLate } from '../../lib/fair-turns';
import { isBodyPending } from './drain-body';

/** The request exceeded its time limit. Promises R-10. */
export class CallTimedOut extends Error {
  constructor(limitMs: number) {
    super(`No response within ${limitMs} ms`);
    this.name = 'CallTimedOut';
  }
}

const timedOut = new WeakSet<FastifyRequest>();
const inLine = new WeakSet<FastifyRequest>();
const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** True after a timeout response was sent: work that still runs for the request must stop. */
export const isTimedOut = (request: FastifyRequest): boolean => timedOut.has(request);

/** Marks a request while it waits in a queue, so that its timeout is not attributed to the database. */
export function setInLine(request: FastifyRequest, isInLine: boolean): void {
  if (isInLine) inLine.add(request);
  else inLine.delete(request);
}

/** Call before storing something: restarts the time limit. @returns false after a timeout response, the client will retry */
export function beginStoring(request: FastifyRequest): boolean {
  if (isTimedOut(request)) return false;
  timers.get(request)?.refresh();
  return true;
}

/** Limits the time from the headers, or the last write, to the response's first byte. Fastify's timer ends with the body. */
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
        reply.send(
          inLine.has(request) ? new TurnTooLate(`Waited ${limitMs} ms in the queue`) : new CallTimedOut(limitMs),
        );
    }, limitMs);
    timer.unref();
    timers.set(request, timer);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

/**
 * At shutdown, waits for handlers, which can outlive their response, because work after a commit still needs the database.
 * Register it before the routes. `maxWaitMs` starts when the last connection has closed.
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
 * Delays a pipelined request until the one ahead of it is answered: until then, its response and any open file would only wait.
 */
export async function awaitTurn({ raw }: FastifyReply): Promise<void> {
  if (raw.socket === null) await once(raw, 'socket');
}

declare module 'fastify' {
  interface FastifyContextConfig {
    limitMs?: number;
  }
}
