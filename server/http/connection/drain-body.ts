import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** A rejected body up to this size is read to its end, so that the connection can be reused. Promises R-12. */
const MAX_KEPT_BYTES = 1024 * 1024;
/** Limits for reading the rest of an unwanted body: bytes, milliseconds, and bytes per second. Promises R-12. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;
const MAX_DRAIN_MS = 30_000;
const MIN_DRAIN_RATE = 2_048;
export const DRAIN_WINDOW_MS = 5_000;

/** The latest request of each connection. Its body may still be arriving after the response. */
const current = new WeakMap<Socket, IncomingMessage>();

/** True if more of the request's body is expected; never for a request injected in-process. */
export const isBodyPending = (raw: IncomingMessage): boolean => 'complete' in raw && !raw.complete;

/**
 * Closing a connection with unread bytes resets it, which can destroy a response that the client has not read yet. So this ends
 * only our writing side, and incoming bytes are read for a while.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    const request = current.get(socket);
    if (!request || !isBodyPending(request)) closeConnection(socket);
    else socket.end();
  };
}

const closeConnection = (socket: Socket): void => Socket.prototype.destroySoon.call(socket);

/**
 * Handles a body that the response did not wait for: a short one is read to its end; before a long one, the response announces
 * that the connection will close.
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse, windowMs: number): void {
  const { socket, headers } = request;
  current.set(socket, request);
  const isLong = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_KEPT_BYTES;
  if (isLong && response.shouldKeepAlive) {
    response.shouldKeepAlive = false;
    // If the body was read completely before the response, the connection can be reused.
    request.once('end', () => void (response.shouldKeepAlive = true));
  }
  response.once('finish', () => {
    if (isBodyPending(request)) drain(request, windowMs);
  });
}

function drain(request: IncomingMessage, windowMs: number): void {
  // Something may have stopped reading in the middle of the body.
  request.unpipe();
  request.removeAllListeners('data');
  request.resume();
  limitDrain(request.socket, windowMs, (stop) => request.once('end', stop));
}

/**
 * Destroys a connection that sends too much of an unwanted body, for too long, or too slowly. `onEnd` registers the end of the
 * body.
 */
export function limitDrain(socket: Socket, windowMs: number, onEnd: (stop: () => void) => void): void {
  const start = socket.bytesRead;
  const startedAt = Date.now();
  let windowAt = startedAt;
  let windowStart = start;
  const isOver = () => {
    const now = Date.now();
    if (socket.bytesRead - start > MAX_DRAIN_BYTES || now - startedAt > MAX_DRAIN_MS) return true;
    if (now - windowAt < windowMs) return false;
    const isSlow = socket.bytesRead - windowStart < (MIN_DRAIN_RATE * windowMs) / 1000;
    windowAt = now;
    windowStart = socket.bytesRead;
    return isSlow;
  };
  const timer = setInterval(() => {
    if (isOver()) socket.destroy();
  }, 50);
  timer.unref();
  const stop = () => clearInterval(timer);
  socket.once('close', stop);
  onEnd(() => {
    stop();
    // The next request on this connection may have to be drained too.
    socket.off('close', stop);
    // The response announced that the connection closes. No unread bytes are left that would cause a reset.
    if (socket.writableEnded) closeConnection(socket);
  });
}
