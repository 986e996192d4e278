/** For a log, a report or a terminal. */
export const getMessage = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));

export const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code;

export function* listCauses(error: unknown): Generator<Error> {
  for (let cause = error; cause instanceof Error; cause = cause.cause) yield cause;
}
