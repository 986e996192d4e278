import { paths } from '@/config/paths';

/**
 * What is said where somebody ends up whose token is dead: the verification page stays open, every other one leads to
 * log-in. Specification 2 and 8.
 */
export const endedSessionText = (path: string): string =>
  path.startsWith(paths.auth.verification) ? 'Your token is expired, please reload a page' : 'Please login!';
