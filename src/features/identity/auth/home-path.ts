import { paths } from '@/config/paths';
import type { CurrentUser } from './session-slice';

/**
 * Specification 2: a fan goes to /home when both email and username exist, else to /user/account; a creator to the profile page
 * when both exist, else to /creator/account.
 */
export function getHomePath(
  user: Pick<CurrentUser, '_id' | 'isPerformer'> & { email?: string | null; username?: string | null },
): string {
  const complete = Boolean(user.email && user.username);
  if (user.isPerformer) return complete ? paths.profile(user.username || user._id) : paths.creator.account;
  return complete ? paths.home : paths.user.account;
}
