import { useMemo } from 'react';
import { selectCurrentUser, type CurrentUser } from '@/features/identity/auth/session-slice';
import { useAppSelector } from '@/store/hooks';
import { selectUnsavedPreferences, type PreferenceChange } from '../privacy-feature';

type Preferences = NonNullable<CurrentUser['preferences']>;

const withChange = (known: Preferences, { mails, pushes, site, ...change }: PreferenceChange): Preferences => ({
  ...known,
  ...(change as Partial<Preferences>),
  mails: { ...known.mails, ...(mails as Partial<Preferences['mails']>) },
  ...(known.pushes && { pushes: { ...known.pushes, ...(pushes as Partial<typeof known.pushes>) } }),
  ...(known.site && { site: { ...known.site, ...(site as Partial<typeof known.site>) } }),
});

/** Includes unsaved choices, so that the switches show them during the request. */
export function usePreferences(): Preferences | undefined {
  const stored = useAppSelector(selectCurrentUser)?.preferences;
  const unsaved = useAppSelector(selectUnsavedPreferences);
  return useMemo(() => stored && unsaved.reduce(withChange, stored), [stored, unsaved]);
}
