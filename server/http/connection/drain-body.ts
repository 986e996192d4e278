import type { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';

/** Bytes of a body up to which its connection is kept, although nobody wants the body any more. Promises R-12. */
const MAX_KEPT_BYTES = 1024 * 1024;
/** Bytes, milliseconds, and bytes a second within which the rest of an unwanted body is read. Promises R-12. */
const MAX_DRAIN_BYTES = 16 * 1024 * 1024;
const MAX_DRAIN_MS = 30_000;
const MIN_DRAIN_RATE = 2_048;
/** Milliseconds over which that rate is looked at. */
export const DRAIN_WINDOW_MS = 5_000;

/** Requests whose reply may end before their body does, by connection. */
const current = new WeakMap<Socket, IncomingMessage>();

/** Whether more of a request is to come; never so for one that was made up within the process. */
export const isBodyPending = (raw: IncomingMessage): boolean => 'complete' in raw && !raw.complete;

/**
 * Prepares a connection for replies that leave before the body has arrived. A connection that is closed with unread bytes is
 * reset, and a reset destroys a reply that the client has not read yet: so only the writing side ends, and what still comes is read
 * for a while.
 */
export function lingerOnClose(socket: Socket): void {
  socket.destroySoon = () => {
    const request = current.get(socket);
    if (!request || !isBodyPending(request)) closeConnection(socket);
    else socket.end();
  };
}

/** Closes a connection once all that was said has left. */
const closeConnection = (socket: Socket): void => Socket.prototype.destroySoon.call(socket);

/**
 * Decides for every request what becomes of a body that its reply does not wait for. A short one is read to its end, and the next
 * request follows on the same connection. Where more may come, the reply says that the connection closes.
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse, windowMs: number): void {
  const { socket, headers } = request;
  current.set(socket, request);
  const isLong = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > MAX_KEPT_BYTES;
  if (isLong && response.shouldKeepAlive) {
    response.shouldKeepAlive = false;
    // All of it was read before anything was said: the connection is as good as new.
    request.once('end', () => void (response.shouldKeepAlive = true));
  }
  response.once('finish', () => {
    if (isBodyPending(request)) drain(request, windowMs);
  });
}

function drain(request: IncomingMessage, windowMs: number): void {
  // Whoever read the body may have stopped in the middle of it.
  request.unpipe();
  request.removeAllListeners('data');
  request.resume();
  limitDrain(request.socket, windowMs, (stop) => request.once('end', stop));
}

/**
 * Ends a connection that goes on sending what nobody wants, by its bytes, its time, or its pace.
 *
 * @param onEnd registers what is called once all of it has come.
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
    // The next request on this connection may be one that is drained, too.
    socket.off('close', stop);
    // The reply said that it closes; nothing is left to read that could turn this into a reset.
    if (socket.writableEnded) closeConnection(socket);
  });
}
