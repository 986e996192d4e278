import { isError } from '../lib/error';

/** Whether the system answered with this code, such as ENOENT. */
export const hasCode = (error: unknown, code: string): boolean =>
  isError(error) && 'code' in error && error.code === code;
