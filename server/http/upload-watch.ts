import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors';
import { isBodyPending } from './connection/drain-body';

/** An upload that gets fewer bytes per second counts as stalled. */
const LEAST_RATE = 2_048;
/** Average bytes per second that an upload must have reached after `GRACE` times the stall period. */
const MIN_AVERAGE_RATE = 8_192;
const GRACE = 3;

/** Watches the bytes of a connection. @returns `broken`, which rejects if the upload stalls or the connection breaks */
export function watchConnection({ raw }: FastifyRequest, stallMs: number): { broken: Promise<never>; stop(): void } {
  const watch = new AbortController();
  const broken = new Promise<never>((_, reject) => {
    const fail = () => reject(new AppError('BODY_TOO_SLOW'));
    const first = raw.socket.bytesRead;
    const startedAt = performance.now();
    let before = first;
    const timer = setInterval(() => {
      const now = raw.socket.bytesRead;
      const isStalled = now - before < (LEAST_RATE * stallMs) / 1000;
      const countedMs = performance.now() - startedAt - GRACE * stallMs;
      const isTrickle = now - first < (MIN_AVERAGE_RATE * countedMs) / 1000;
      if (isBodyPending(raw) && (isStalled || isTrickle)) fail();
      before = now;
    }, stallMs);
    const onClose = () => {
      if (isBodyPending(raw)) fail();
    };
    raw.once('close', onClose);
    watch.signal.addEventListener('abort', () => {
      clearInterval(timer);
      raw.off('close', onClose);
    });
  });
  return { broken, stop: () => watch.abort() };
}
