import type { ErrorBody, ErrorCode } from '@contract/base/errors';

/** Specification 8. */
const FALLBACK_ERROR_TEXT = 'Something went wrong, please try again later';
const NOT_OFFERED_TEXT = 'This site does not offer that.';
const TOO_OFTEN_TEXT = 'You tried this too often. Wait a minute, then try again.';

/** Texts for calls made offline: the first for reads, the second for calls that change something. */
export const OFFLINE_TEXT = 'You’re offline.';
export const UNSENT_TEXT = 'You’re offline. Nothing was sent.';

/** `status` is 0 if no reply arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | undefined;
  /** False if the reply had no message, so that `message` is the fallback. */
  readonly hasOwnMessage: boolean;
  /** Validation errors as `field: reason`. */
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

  getIssue(field: string): string | undefined {
    return this.issues.find((line) => line.startsWith(`${field}: `))?.slice(field.length + 2);
  }
}

/** Plain data, for the store and for the transfer from server to browser. */
export interface ApiFailure {
  status: number;
  code?: string;
  message: string;
  issues?: string[];
}

export function toFailure(error: unknown): ApiFailure {
  if (!(error instanceof ApiError)) return { status: 0, message: FALLBACK_ERROR_TEXT };
  const { status, code, issues } = error;
  // The framework of compatible backends writes its messages for developers. Wire contract 1.3.
  const message = isAccessDenied(error)
    ? 'Please login!'
    : isUnsupportedEndpoint(error)
      ? NOT_OFFERED_TEXT
      : status === 429 && /too many requests/i.test(error.message)
        ? TOO_OFTEN_TEXT
        : error.message;
  return { status, message, ...(code && { code }), ...(issues.length > 0 && { issues }) };
}

/** Without `FORBIDDEN`, which compatible backends send for every broken rule, so that it gives no reason. Wire contract 1.3. */
type TellingCode = Exclude<ErrorCode, 'FORBIDDEN' | 'FORBIDDEN_ROLE'>;

export const hasErrorCode = (error: unknown, code: TellingCode): error is ApiError =>
  error instanceof ApiError && error.code === code;

/** Backends also reply 404 for items that this account must not see. */
export const isNotFound = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 404;

/** For what an address names: nothing has this id, or it is malformed (400) or too long (414). */
export const isUnknownAddress = ({ status }: { status: number }): boolean =>
  status === 400 || status === 404 || status === 414;

/** No reply, or an error from a gateway in front of the server: the outcome is unknown, and a retry may help. */
export const isUnreachable = ({ status }: { status: number }): boolean =>
  status === 0 || (status >= 502 && status <= 504);

/** False if the server read and rejected the file. */
export const canRetryUpload = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 429;

/** Rejected by the framework's access check: bad token, inactive account or wrong role. Wire contract 1.3. */
export const isAccessDenied = ({ status, code }: ApiError): boolean => status === 403 && code === 'Forbidden';

// Unknown endpoints are recognized by the router's text, not by its code: that is also sent for missing items, which must not
// mark a call as unsupported. Wire contract 1.3.
export const isUnsupportedEndpoint = ({ status, message }: ApiError): boolean =>
  status === 404 && /^Cannot (GET|POST|PUT|DELETE) /.test(message);

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Some servers nest the whole error body in `message`. Wire contract 1.3. */
function unwrapBody(body: unknown): Record<string, unknown> {
  if (!isObject(body)) return {};
  const { message } = body;
  return isObject(message) && !Array.isArray(message) ? unwrapBody(message) : body;
}

/** Compatible backends may wrap a rejection in a 500. A plain 500 stays a 500: the call may or may not have taken effect. */
function readStatus(status: number, body: unknown): number {
  const inner = unwrapBody(body);
  if (status < 500 || inner === body || !isObject(body)) return status;
  const { statusCode } = inner;
  return typeof statusCode === 'number' ? statusCode : 422;
}

function readMessage(body: unknown): string | undefined {
  const message = isObject(body) ? body['message'] : undefined;
  if (typeof message === 'string' && message !== '') return message;
  if (Array.isArray(message) && message.length > 0)
    return message.map((line) => String(line).replace(/^[\w.]+: /, '')).join('. ');
  return isObject(message) ? readMessage(message) : undefined;
}
