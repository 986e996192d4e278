import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/** Query parameters that open something: log-in tokens, links of mails, signed links, cards of the sandbox. */
const secretParameter =
  /([?&](?:authorization|token|code|s|oauth_token|oauth_verifier|id_token|number|cvc)=)[^&\s"']*/gi;

/** Text as it may be logged: values of secret query parameters are cut out. */
const hideSecrets = (text: string): string => text.replaceAll(secretParameter, '$1[hidden]');

interface LoggedError {
  type: string;
  message: string;
  stack: string;
  code?: string;
  cause?: LoggedError;
  [key: string]: unknown;
}

/**
 * An error without what it may have picked up from people: the drivers write the values of a query that failed into its
 * message (e-mails, hashes, texts of messages) and attach them besides.
 */
function readError(error: unknown): LoggedError {
  if (!(error instanceof Error)) return { type: typeof error, message: hideSecrets(String(error)), stack: '' };
  const [message = ''] = error.message.split('\nparams:');
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: hideSecrets(message),
    stack: hideSecrets((error.stack ?? '').replaceAll(/\nparams:[\s\S]*?(?=\n {4}at |$)/g, '')),
    ...(typeof code === 'string' && { code }),
    ...(error.cause !== undefined && { cause: readError(error.cause) }),
  };
}

/**
 * How the API logs: lines of a request carry its id, and none carries a secret. Promises F-8.
 *
 * @param level as pino's; `silent` logs nothing.
 * @param stream where lines go, when not to standard output.
 */
export function createLogOptions(
  level: string,
  stream?: { write(line: string): void },
): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  const headers = ['headers.authorization', 'headers.cookie', 'headers["idempotency-key"]'];
  return {
    level,
    ...(stream && { stream }),
    redact: headers.flatMap((header) => [header, `req.${header}`]),
    serializers: {
      req: (request: FastifyRequest) => ({ method: request.method, url: hideSecrets(request.url), ip: request.ip }),
      err: readError,
    },
  };
}
