import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useFeatures } from '@/store/with-features';
import { accountKept, privacyFeature, selectPrivacyAct } from './privacy-feature';

const features = [privacyFeature];

export function useAccountKeeping() {
  const dispatch = useAppDispatch();
  // From the account, which is updated in all tabs together.
  const deletionAt = useAppSelector((state) => selectCurrentUser(state)?.deletionAt);
  const { isBusy, error } = useAppSelector(selectPrivacyAct('keep'));
  useFeatures(features);
  return { deletionAt, isBusy, error, keep: () => void dispatch(accountKept()) };
}
