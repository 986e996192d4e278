import { CircleAlert } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Note, Problem } from '@/components/basic/note';
import { Day } from '@/components/basic/times';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useFeatures } from '@/store/with-features';
import { privacyFeature, accountKept, selectPrivacyAct } from '../privacy-feature';

/** On pages that came without it. */
const features = [privacyFeature];

/** When the account will be deleted, and the way back. Nothing for accounts that stay. @param why one should take it. */
export function KeepAccount({ why }: { why: string }) {
  const dispatch = useAppDispatch();
  // Of the account itself: it changes at once in every tab.
  const deletionAt = useAppSelector((state) => selectCurrentUser(state)?.deletionAt);
  const { isBusy, error } = useAppSelector(selectPrivacyAct('keep'));
  useFeatures(features);
  if (!deletionAt) return null;
  return (
    <div className="stack">
      <Note icon={CircleAlert} tone="warn">
        Your account will be deleted on <Day value={deletionAt} />. {why}
      </Note>
      <Problem>{error?.message}</Problem>
      <div>
        <Button variant="primary" busy={isBusy} busyLabel="Keeping" onClick={() => dispatch(accountKept())}>
          Keep my account
        </Button>
      </div>
    </div>
  );
}
