import type { IncomingMessage } from 'node:http';
import { isError } from '../lib/error';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { currentScope } from './scope';

/** What everybody logs by; Fastify's own loggers of requests fit too. */
export type Logger = FastifyBaseLogger;

/** Query parameters that open something: log-in tokens, links of mails, signed links; and whatever may be a card. */
const secretNames = 'authorization|token|code|s|oauth_token|oauth_verifier|id_token|number|cvc';
const secretParameter = new RegExp(`([?&](?:${secretNames})=)[^&\\s"']*`, 'gi');
const secretName = new RegExp(`^(?:${secretNames})$`, 'i');

/** Text as it may be logged: values of secret query parameters are cut out. */
const hideSecrets = (text: string): string => text.replaceAll(secretParameter, '$1[hidden]');

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
  /** Of several that failed together, the first few. */
  errors?: LoggedError[];
  [key: string]: unknown;
}

/** Of errors that failed together: one says what is wrong, a few say whether it is the same with all. */
const mostInner = 5;

/**
 * An error without what it may have picked up from people: the drivers write the values of a query that failed into its
 * message (e-mails, hashes, texts of messages) and attach them besides.
 */
export function readError(error: unknown): LoggedError {
  if (!isError(error)) return { type: typeof error, message: hideSecrets(String(error)), stack: '' };
  const [message = ''] = error.message.split('\nparams:');
  const { code } = error as { code?: unknown };
  const errors =
    error.name === 'AggregateError' ? (error as AggregateError).errors.slice(0, mostInner).map(readError) : [];
  return {
    type: error.name,
    // Where only the message is kept, it tells the first reason, too.
    message: [hideSecrets(message), errors[0]?.message].filter(Boolean).join(': '),
    stack: hideSecrets((error.stack ?? '').replaceAll(/\nparams:[\s\S]*?(?=\n {4}at |$)/g, '')),
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: readError(error.cause) }),
    ...(errors.length > 0 && { errors }),
  };
}

/** An address as it may be logged. The names of its parameters are read as calls read them: encoded once, twice or not. */
function hideInAddress(address: string): string {
  const cut = address.indexOf('?');
  if (cut < 0) return address;
  const pairs = address.slice(cut + 1).split('&');
  const shown = pairs.map((pair) => {
    const [name = ''] = pair.split('=');
    return secretName.test(decode(decode(name))) ? `${name}=[hidden]` : pair;
  });
  return `${address.slice(0, cut)}?${shown.join('&')}`;
}

/** The secret names are plain letters: what is cut short or no UTF-8 is none of them. */
const decode = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

/** What of a request is logged. */
const readRequest = ({ method, url = '', ip }: IncomingMessage & { ip?: string }) => ({
  method,
  url: hideInAddress(url),
  ip,
});

/**
 * The one logger of a process: Fastify, jobs, sockets and services write by it. Each line carries the id of the request
 * that caused it, and none carries a secret. Promises F-8, R-11.
 *
 * @param level as pino's; `silent` logs nothing.
 * @param stream where lines go, when not to standard output.
 */
export function createLogger(level: string, stream?: { write(line: string): void }): Logger {
  const headers = ['headers.authorization', 'headers.cookie', 'headers["idempotency-key"]'];
  const options: pino.LoggerOptions = {
    level,
    redact: headers.flatMap((header) => [header, `req.${header}`]),
    serializers: { req: readRequest, err: readError },
    // Fastify binds the id to the logger of a request already.
    mixin: (_line, _level, logger) => ('reqId' in logger.bindings() ? {} : { ...currentScope() }),
  };
  return stream ? pino(options, stream) : pino(options);
}
