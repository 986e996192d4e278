import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import pino from 'pino';
import { currentScope } from './scope';

/** Also the type of the loggers that Fastify creates for requests. */
export type Logger = FastifyBaseLogger;

/** Query parameters that may contain secrets: tokens for logins, mails and signed links, or card data. */
const secretNames = 'authorization|token|code|s|oauth_token|oauth_verifier|id_token|number|cvc';
const secretParameter = new RegExp(`([?&](?:${secretNames})=)[^&\\s"']*`, 'gi');
const secretName = new RegExp(`^(?:${secretNames})$`, 'i');

const hideSecrets = (text: string): string => text.replaceAll(secretParameter, '$1[hidden]');

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
  errors?: LoggedError[];
  [key: string]: unknown;
}

/** How many inner errors are logged: a few show whether all have the same problem. */
const mostInner = 5;

/**
 * Removes the values of a failed query (emails, hashes, messages), which drivers put into the message and attach to the error.
 */
export function readError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: hideSecrets(String(error)), stack: '' };
  const [message = ''] = error.message.split('\nparams:');
  const { code } = error as { code?: unknown };
  const errors =
    error.name === 'AggregateError' ? (error as AggregateError).errors.slice(0, mostInner).map(readError) : [];
  return {
    type: error.name,
    // Some log readers show only the message, so it includes the first inner error.
    message: [hideSecrets(message), errors[0]?.message].filter(Boolean).join(': '),
    stack: hideSecrets((error.stack ?? '').replaceAll(/\nparams:[\s\S]*?(?=\n {4}at |$)/g, '')),
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: readError(error.cause) }),
    ...(errors.length > 0 && { errors }),
  };
}

/** Hides secret parameters of a URL. Their names are decoded up to twice, as when requests are read. */
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

/** Secret names are plain letters, so incomplete escapes and UTF-8 need not be handled. */
const decode = (text: string): string =>
  text.replaceAll(/%([0-9a-f]{2})/gi, (_whole, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const readRequest = ({ method, url = '', ip }: IncomingMessage & { ip?: string }) => ({
  method,
  url: hideInAddress(url),
  ip,
});

/** Each line contains the id of the request that caused it, and no secrets. Promises F-8, R-11. */
export function createLogger(level: string, stream?: { write(line: string): void }): Logger {
  const headers = ['headers.authorization', 'headers.cookie', 'headers["idempotency-key"]'];
  const options: pino.LoggerOptions = {
    level,
    redact: headers.flatMap((header) => [header, `req.${header}`]),
    serializers: { req: readRequest, err: readError },
    // Fastify has already added the id to its loggers for requests.
    mixin: (_line, _level, logger) => ('reqId' in logger.bindings() ? {} : { ...currentScope() }),
  };
  return stream ? pino(options, stream) : pino(options);
}
