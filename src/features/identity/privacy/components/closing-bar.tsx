import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { useFeatures } from '@/store/with-features';
import { privacyFeature, accountKept, selectPrivacyAct } from '../privacy-feature';
import styles from './closing-bar.module.css';

/** On pages that came without it. */
const features = [privacyFeature];

/** The account is to be deleted: says when, and takes it back in one press. Nothing for accounts that stay. */
export function ClosingBar() {
  const dispatch = useAppDispatch();
  const deletionAt = useAppSelector((state) => selectCurrentUser(state)?.deletionAt);
  const { isBusy, error } = useAppSelector(selectPrivacyAct('keep'));
  useFeatures(features);
  if (!deletionAt) return null;
  return (
    <section className={styles.bar} aria-label="Account deletion">
      <p>
        Your account will be deleted on{' '}
        <b>
          <Day value={deletionAt} />
        </b>
        .
        {error && (
          <span role="alert" className={styles.error}>
            {error.message}
          </span>
        )}
      </p>
      <Button size="sm" busy={isBusy} busyLabel="Keeping" onClick={() => dispatch(accountKept())}>
        Keep my account
      </Button>
    </section>
  );
}
