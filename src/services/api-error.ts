import type { ErrorBody, ErrorCode } from '@contract/base/errors';

/** Specification 8: what is said when a reply says nothing itself. */
const FALLBACK_ERROR_TEXT = 'Something went wrong, please try again later';
const NOT_OFFERED_TEXT = 'This site does not offer that.';
const TOO_OFTEN_TEXT = 'You tried this too often. Wait a minute, then try again.';

/** Said of a call for which there was no network: of what was only read, and of what was to be sent. */
export const OFFLINE_TEXT = 'You’re offline.';
export const UNSENT_TEXT = 'You’re offline. Nothing was sent.';

/** A refused or failed call: the parsed body, thrown as it came. `status` 0 means that no reply arrived. */
export class ApiError extends Error {
  readonly status: number;
  /** The body's `error` member, where the server sends a code. */
  readonly code: string | undefined;
  /** False when the reply said nothing itself, so that the message is the fallback. */
  readonly hasOwnMessage: boolean;
  /** Sentences of a refused form, as `field: reason`. */
  readonly issues: string[];
  readonly body: unknown;

  constructor(status: number, body: unknown) {
    const said = readMessage(body);
    super(said ?? FALLBACK_ERROR_TEXT);
    this.name = 'ApiError';
    this.status = readStatus(status, body);
    this.hasOwnMessage = said !== undefined;
    this.body = body;
    const { error, message } = unwrapBody(body) as Partial<ErrorBody>;
    this.code = typeof error === 'string' ? error : undefined;
    this.issues = Array.isArray(message) ? message.map(String) : [];
  }

  /** The reason for one field of a form, when the server named it. */
  getIssue(field: string): string | undefined {
    return this.issues.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
  }
}

/** The plain form that may lie in the store and cross from server to browser. */
export interface ApiFailure {
  status: number;
  code?: string;
  message: string;
  issues?: string[];
}

/** @param error anything thrown by a call or around it. */
export function toFailure(error: unknown): ApiFailure {
  if (!(error instanceof ApiError)) return { status: 0, message: FALLBACK_ERROR_TEXT };
  const { status, code, issues } = error;
  // What the family's framework answers by itself is written for whoever programs. Wire contract 1.3.
  const message = isAccessDenied(error)
    ? 'Please login!'
    : isUnsupportedEndpoint(error)
      ? NOT_OFFERED_TEXT
      : status === 429 && /too many requests/i.test(error.message)
        ? TOO_OFTEN_TEXT
        : error.message;
  return { status, message, ...(code && { code }), ...(issues.length > 0 && { issues }) };
}

/**
 * Codes that name one reason. The family gives `FORBIDDEN` to everything that a rule refuses: nothing can be told from it. Wire
 * contract 1.3.
 */
type TellingCode = Exclude<ErrorCode, 'FORBIDDEN' | 'FORBIDDEN_ROLE'>;

/** Whether a call was refused for this reason. @param error anything thrown by a call or around it. */
export const hasErrorCode = (error: unknown, code: TellingCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** Whether what was asked for is not there, or not for who asks. @param error anything thrown by a call or around it. */
export const isNotFound = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404;

/** No reply, or one of a gateway in place of the server: nothing was decided, and asking later may help. */
export const isUnreachable = ({ status }: { status: number }): boolean =>
  status === 0 || (status >= 502 && status <= 504);

/** Whether sending the same file once more may help: not where the server has read it and refused. */
export const canRetryUpload = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 429;

/**
 * A refusal by a guard of the family: the token is missing or dead, the account is not active, or the call is for another
 * role. Refusals by a rule carry a code of their own. Wire contract 1.3.
 */
export const isAccessDenied = ({ status, code }: ApiError): boolean => status === 403 && code === 'Forbidden';

/**
 * What routers of the family say of an address that nobody serves. Wire contract 1.3. Their words count, not the code: that is
 * also what frameworks and gateways say of a thing that is missing, for which no call may be given up.
 */
export const isUnsupportedEndpoint = ({ status, message }: ApiError): boolean =>
  status === 404 && /^Cannot (GET|POST|PUT|DELETE) /.test(message);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** The body that says why: some servers put a whole body into the `message` of another. Wire contract 1.3. */
function unwrapBody(body: unknown): Record<string, unknown> {
  if (!isObject(body)) return {};
  const { message } = body;
  return isObject(message) && !Array.isArray(message) ? unwrapBody(message) : body;
}

/**
 * The status that was meant. What a rule of the family refuses may arrive as a 500 around the refusal's own body: that is an
 * answer, unlike a 500 for something that broke half-way.
 */
function readStatus(status: number, body: unknown): number {
  const inner = unwrapBody(body);
  if (status < 500 || inner === body || !isObject(body)) return status;
  const { statusCode } = inner;
  return typeof statusCode === 'number' ? statusCode : 422;
}

/** The body's message, or the message nested in it: some servers put a whole body there. Wire contract 1.3. */
function readMessage(body: unknown): string | undefined {
  const message = isObject(body) ? body['message'] : undefined;
  if (typeof message === 'string' && message !== '') return message;
  if (Array.isArray(message) && message.length > 0)
    return message.map((line) => String(line).replace(/^[\w.]+: /, '')).join('. ');
  return isObject(message) ? readMessage(message) : undefined;
}
