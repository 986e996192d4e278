import { errorCatalogue, type ErrorBody, type ErrorCode } from '@contract/base/errors';

/** An error from the catalog. `message` can be more specific than the catalog's; `details` are only logged. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details?: unknown;
  /** Extra members of the response body that the wire contract defines (for two-step login). */
  readonly extra?: Record<string, unknown>;

  constructor(code: ErrorCode, options: { message?: string; details?: unknown; extra?: Record<string, unknown> } = {}) {
    super(options.message ?? errorCatalogue[code].message);
    this.name = 'AppError';
    this.code = code;
    this.details = options.details;
    this.extra = options.extra;
  }

  get status(): number {
    return errorCatalogue[this.code].status;
  }

  /** Seconds until a rate-limited request can be repeated, taken from `details`. */
  get retryAfterSeconds(): number | undefined {
    const wait = (this.details as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds;
    return typeof wait === 'number' ? wait : undefined;
  }

  /** Wire contract 1.3. */
  toBody(): ErrorBody {
    const entry = errorCatalogue[this.code] as { error?: string };
    const { status: statusCode, code, message, retryAfterSeconds } = this;
    const wait = code === 'TOO_MANY_REQUESTS' && retryAfterSeconds !== undefined;
    return {
      statusCode,
      message: wait ? `${message} Try again in ${describeWait(retryAfterSeconds)}.` : message,
      error: entry.error ?? code,
      ...this.extra,
    };
  }
}

/** For `catch`. Ignores a used-up daily limit (429), which is no failure: a later run tries again. @throws all others */
export function waitForRoom(error: unknown): void {
  if (!(error instanceof AppError && error.status === 429)) throw error;
}

/** A service that this site needs does not work. Callers get UNAVAILABLE, and jobs are tried again. */
export class ServiceOutage extends Error {
  override readonly name = 'ServiceOutage';

  /** @param service as operators know it */
  constructor(
    readonly service: string,
    options: ErrorOptions,
  ) {
    super(`${service} does not work`, options);
  }
}

function describeWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/** Call while the row is locked. `seen` is undefined for clients that send no revision. @throws AppError CHANGED_ELSEWHERE */
export function assertUnchanged(seen: number | undefined, { revision }: { revision: number }): void {
  if (seen !== undefined && seen !== revision) throw new AppError('CHANGED_ELSEWHERE');
}

/** @throws AppError ENTITY_NOT_FOUND */
export function requireFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new AppError('ENTITY_NOT_FOUND');
  return row;
}
