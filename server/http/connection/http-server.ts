import {
  createServer,
  IncomingMessage,
  ServerResponse,
  type RequestListener,
  type Server,
  type ServerOptions,
} from 'node:http';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { AppError } from '../../errors';
import { DRAIN_WINDOW_MS, drainUnreadBody, limitDrain, lingerOnClose } from './drain-body';

interface HttpServerOptions {
  requestMs: number;
  limitConnection(socket: Socket): void;
  /** True if the socket server handles upgrades of this URL. */
  isSocketAddress(url: string): boolean;
}

/** Per connection. Otherwise, all responses to a client that sends a thousand requests and never reads would be buffered. */
const MAX_UNANSWERED = 16;
/** Including rejected ones; with more than this, the connection is destroyed. */
const MAX_WAITING = 128;
/** Fastify's default. */
const KEEP_ALIVE_MS = 72_000;
/** Idle timeout, also for a client that does not read. A paused video resumes with a new range request. */
const STILL_MS = 120_000;
const options: ServerOptions = {
  // Otherwise Node.js would reject a missing host itself, with an empty response.
  requireHostHeader: false,
};

/**
 * Fastify asks for an additional server for each further address of a host name; those forward their events to the first.
 * Everything that Node.js would answer or drop itself (broken requests, large headers, expectations, tunnels, upgrades that are
 * not for sockets) goes through the app instead. Promises F-8, R-12.
 */
export function createHttpServers({
  requestMs,
  limitConnection,
  isSocketAddress,
}: HttpServerOptions): (listener: RequestListener) => Server {
  let first: Server | undefined;
  const make = (listener?: RequestListener) => {
    const server = createServer(options, listener);
    server.keepAliveTimeout = KEEP_ALIVE_MS;
    server.timeout = STILL_MS;
    server.requestTimeout = requestMs;
    return server.on('connection', limitConnection).on('connection', lingerOnClose);
  };
  return (listener) => {
    if (!first) return (first = connectToApp(make(listener), isSocketAddress));
    const main = first;
    const twin = make();
    for (const event of ['request', 'clientError', 'checkExpectation', 'connect'] as const)
      twin.on(event, (...args: unknown[]) => void main.emit(event, ...args));
    return twin;
  };
}

/** Call it after attaching the socket server, which takes over the listeners that exist by then. */
export function drainUnreadBodies(server: Server, windowMs = DRAIN_WINDOW_MS): void {
  server.prependListener('request', (request, response) => drainUnreadBody(request, response, windowMs));
}

function connectToApp(server: Server, isSocketAddress: HttpServerOptions['isSocketAddress']): Server {
  const answer: RequestListener = (request, response) => void server.emit('request', request, response);
  server.prependListener('request', (request) => {
    if (request.headers.host === undefined && request.httpVersion === '1.1')
      markRefused(request, new HttpRefusal(400, 'The Host header is missing.'));
  });
  const unanswered = new WeakMap<Duplex, number>();
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    const count = (unanswered.get(socket) ?? 0) + 1;
    unanswered.set(socket, count);
    response.once('close', () => unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1));
    if (count > MAX_UNANSWERED) markRefused(request, new AppError('TOO_MANY_REQUESTS'));
    if (count > MAX_WAITING) socket.destroy();
  });
  server.on('checkExpectation', (request, response) => {
    markRefused(request, new HttpRefusal(417, 'Expect: only "100-continue" is supported.'));
    answer(request, response);
  });
  server.on('connect', (request, socket) => {
    if (isAnswering(socket)) return void socket.destroy();
    markRefused(request, new HttpRefusal(405, 'The CONNECT method is not supported.'));
    answerOn(socket, request, answer);
  });
  server.on('upgrade', (request, socket) => {
    if (isSocketAddress(request.url ?? '')) return;
    if (isAnswering(socket)) return void socket.destroy();
    // Upgrading is optional for a server, so the request is answered as if no protocol had been offered. But Node.js no longer
    // parses its body.
    const { headers } = request;
    if (headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0)
      markRefused(request, new HttpRefusal(400, 'Upgrade: not possible for a request with a body.'));
    answerOn(socket, request, answer);
  });
  const refused = new WeakSet<Duplex>();
  server.on('clientError', (error: ClientError, socket) => {
    // Each further packet of a broken request would raise another error.
    if (refused.has(socket)) return;
    refused.add(socket);
    const response = getResponse(socket);
    if (error.code === 'ECONNRESET' || !socket.writable || response?.headersSent) return void socket.destroy(error);
    if (response) {
      // The body of a request in progress turned out to be broken: its own response can no longer be sent.
      response.detachSocket(socket as Socket);
      response.destroy();
      response.emit('close');
    }
    const request = new IncomingMessage(socket as Socket);
    Object.assign(request, { method: 'GET', url: '/', httpVersion: '1.1', httpVersionMajor: 1, httpVersionMinor: 1 });
    const origin = /\r\norigin: *([\x21-\x7e]{1,500})\r\n/i.exec(error.rawPacket?.toString('latin1') ?? '')?.[1];
    if (origin !== undefined) request.headers.origin = origin;
    markRefused(request, describeClientError(error, response !== undefined && response !== null));
    answerOn(socket, request, answer);
  });
  return server;
}

/** The response in progress on a connection. Node.js exposes it nowhere else. */
const getResponse = (socket: Duplex) => (socket as { _httpMessage?: ServerResponse | null })._httpMessage;

/** True if an earlier request has no response yet, so that no other response can be written to the connection. */
const isAnswering = (socket: Duplex): boolean => Boolean(getResponse(socket));

interface ClientError extends Error {
  code?: string;
  rawPacket?: Buffer;
}

function describeClientError({ code }: ClientError, isCallUnderWay: boolean): Error {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT')
    return isCallUnderWay
      ? new AppError('BODY_TOO_SLOW')
      : new HttpRefusal(408, 'This request took too long to arrive.');
  if (code === 'HPE_HEADER_OVERFLOW') return new HttpRefusal(431, 'The headers of this request are too large.');
  return new HttpRefusal(400, 'This is not a valid HTTP request.');
}

function answerOn(stream: Duplex, request: IncomingMessage, answer: RequestListener): void {
  // The server listens on TCP only.
  const socket = stream as Socket;
  // No further bytes belong to this request.
  request.complete = true;
  const response = new ServerResponse(request);
  response.shouldKeepAlive = false;
  response.assignSocket(socket);
  const onDrain = () => void response.emit('drain');
  const onClose = () => void (response.writableFinished || response.destroy());
  socket.on('error', () => undefined);
  socket.on('drain', onDrain);
  socket.once('close', onClose);
  response.once('finish', () => {
    response.detachSocket(socket);
    socket.off('drain', onDrain);
    socket.off('close', onClose);
    socket.end();
    limitDrain(socket, DRAIN_WINDOW_MS, (stop) => socket.once('end', stop));
    socket.resume();
    // Node.js does this for its own responses, and listeners wait for the event.
    process.nextTick(() => void response.emit('close'));
  });
  answer(request, response);
}

/** An error whose `error` field is the reason phrase of its status. */
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
 * Marks a request as rejected. It still goes through the app, so that errors of the HTTP parser and the router get the app's
 * headers and error body.
 */
export function markRefused(raw: IncomingMessage, error: Error): void {
  // Keep the first error, which caused the later ones.
  if (!refusals.has(raw)) refusals.set(raw, error);
}

export const findRefusal = (raw: IncomingMessage): Error | undefined => refusals.get(raw);
