import type { IncomingMessage } from 'node:http';

/** A refusal whose `error` is the reason phrase of its status. */
export class HttpRefusal extends Error {
  constructor(
    readonly statusCode: number,
    message: string,
  ) {
    super(message);
    this.name = 'HttpRefusal';
  }
}

const refusals = new WeakMap<IncomingMessage, Error>();

/**
 * Marks a request that is refused before a route sees it. It still goes through the app, whose first hooks give every reply its
 * id, its security headers and CORS, and whose error handler writes the body: a refusal by the HTTP parser or the router
 * cannot look different from one by a handler.
 */
export function markRefused(raw: IncomingMessage, error: Error): void {
  // What went wrong first is what is said.
  if (!refusals.has(raw)) refusals.set(raw, error);
}

/** Why a request is refused whatever its route; undefined for all others. */
export const findRefusal = (raw: IncomingMessage): Error | undefined => refusals.get(raw);
