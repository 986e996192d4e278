import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '../../errors';
import { isBodyPending } from './drain-body';

/** The call took longer than it may. Promises R-10. */
export class CallTimedOut extends Error {
  constructor(limitMs: number) {
    super(`no answer within ${limitMs} ms`);
    this.name = 'CallTimedOut';
  }
}

const timedOut = new WeakSet<FastifyRequest>();
const timers = new WeakMap<FastifyRequest, NodeJS.Timeout>();

/** Whether a call was answered for its time alone: what is still done for it must not go on. */
export const isTimedOut = (request: FastifyRequest): boolean => timedOut.has(request);

/**
 * Called before a call stores something. Its time begins once more, for reading the reply: a caller who is told that the call took
 * too long takes nothing as stored.
 *
 * @returns false when nothing may be stored any more: the caller was told to try again, and must not have it twice.
 */
export function beginStoring(request: FastifyRequest): boolean {
  if (isTimedOut(request)) return false;
  timers.get(request)?.refresh();
  return true;
}

/**
 * Answers every call within its time, from its head to the first byte of its answer, whatever it waits for, or from the last
 * that it stored. The framework has a timer of that kind, which ends when the body has been read.
 *
 * @param defaultMs for routes whose `config` has no `limitMs`.
 */
export function registerCallLimit(http: FastifyInstance, defaultMs: number): void {
  http.addHook('onRequest', (request, reply, done) => {
    const limitMs = request.routeOptions.config.limitMs ?? defaultMs;
    const timer = setTimeout(() => {
      if (reply.sent) return;
      timedOut.add(request);
      // Being read, and still not here: it is the caller who takes so long.
      const isCallerSlow = isBodyPending(request.raw) && request.raw.readableFlowing === true;
      reply.send(isCallerSlow ? new AppError('BODY_TOO_SLOW') : new CallTimedOut(limitMs));
    }, limitMs);
    timer.unref();
    timers.set(request, timer);
    reply.raw.once('close', () => clearTimeout(timer));
    done();
  });
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Milliseconds within which a call is answered. */
    limitMs?: number;
  }
}
