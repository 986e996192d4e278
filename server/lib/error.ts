import { types } from 'node:util';

/**
 * `instanceof` misses errors from another context, such as a socket's `ECONNRESET` in tests; `isNativeError` misses
 * `DOMException`.
 */
export const isError = (thrown: unknown): thrown is Error =>
  // oxlint-disable-next-line unicorn/no-instanceof-builtins -- the one place
  types.isNativeError(thrown) || thrown instanceof Error;

export const hasCode = (error: unknown, code: string): boolean =>
  isError(error) && 'code' in error && error.code === code;

export function* listCauses(error: unknown): Generator<Error> {
  for (let cause = error; isError(cause); cause = cause.cause) yield cause;
}
