import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useFeatures } from '@/store/with-features';
import { accountKept, privacyFeature, selectPrivacyAct } from './privacy-feature';

/** On pages that came without it. */
const features = [privacyFeature];

/** The way back for an account that is to be deleted. @returns `deletionAt` nothing for one that stays. */
export function useAccountKeeping() {
  const dispatch = useAppDispatch();
  // Of the account itself: it changes at once in every tab.
  const deletionAt = useAppSelector((state) => selectCurrentUser(state)?.deletionAt);
  const { isBusy, error } = useAppSelector(selectPrivacyAct('keep'));
  useFeatures(features);
  return { deletionAt, isBusy, error, keep: () => void dispatch(accountKept()) };
}
