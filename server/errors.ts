import { errorCatalogue, type ErrorBody, type ErrorCode } from '@contract/base/errors';

/** A refusal from the catalogue. `message` may say it in more exact words; `details` go to the log only. */
export class AppError extends Error {
  readonly code: ErrorCode;
  readonly details?: unknown;
  /** Extra members of the body, where the wire contract names some (two-step log-in). */
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

  /** When a call over its budget may come again; part of `details` there. */
  get retryAfterSeconds(): number | undefined {
    const wait = (this.details as { retryAfterSeconds?: unknown } | undefined)?.retryAfterSeconds;
    return typeof wait === 'number' ? wait : undefined;
  }

  /** The reply's body. Wire contract 1.3. */
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

/** `40 seconds`, `1 minute`: never less than what is left. */
function describeWait(seconds: number): string {
  const [count, unit] = seconds < 60 ? [seconds, 'second'] : [Math.ceil(seconds / 60), 'minute'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

/**
 * Stops an edit that began from an older revision. Call it once the row is locked.
 *
 * @param seen the revision that the caller saw; undefined for clients that know none.
 * @throws AppError CHANGED_ELSEWHERE
 */
export function assertUnchanged(seen: number | undefined, { revision }: { revision: number }): void {
  if (seen !== undefined && seen !== revision) throw new AppError('CHANGED_ELSEWHERE');
}

/** Narrows a row that must be there. @throws AppError ENTITY_NOT_FOUND */
export function requireFound<T>(row: T | null | undefined): T {
  if (row === null || row === undefined) throw new AppError('ENTITY_NOT_FOUND');
  return row;
}
