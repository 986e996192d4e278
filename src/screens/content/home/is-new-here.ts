import type { CurrentUser } from '@/features/identity/auth/session-slice';

/** Creators that a new fan is asked to choose. */
export const wantedCreators = 3;

/** Whether a fan is still to be asked for creators to follow. Backends that remember no answer are not asked. */
export function isNewHere(user: CurrentUser | null): boolean {
  if (!user || user.isPerformer || user.followPopupShown !== false) return false;
  return (user.stats?.following ?? 0) < wantedCreators;
}
