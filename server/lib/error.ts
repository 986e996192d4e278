import { types } from 'node:util';

/**
 * Whether what was thrown is an error. `instanceof` alone misses those that Node.js itself makes for code that runs in a
 * context of its own, as tests do (`ECONNRESET` of a socket); `isNativeError` alone misses `DOMException` (a timeout of
 * `fetch`).
 */
export const isError = (thrown: unknown): thrown is Error =>
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- the one place
  types.isNativeError(thrown) || thrown instanceof Error;

/** Whether the system answered with this code, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  isError(error) && 'code' in error && error.code === code;

/** An error and what caused it, however often it was wrapped. */
export function* listCauses(error: unknown): Generator<Error> {
  for (let cause = error; isError(cause); cause = cause.cause) yield cause;
}
