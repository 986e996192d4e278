import { Button } from '@/components/basic/button';
import { Day } from '@/components/basic/times';
import { useAccountKeeping } from '../use-keeping';
import styles from './closing-bar.module.css';

export function ClosingBar() {
  const { deletionAt, isBusy, error, keep } = useAccountKeeping();
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
      <Button size="sm" busy={isBusy} busyLabel="Keeping" onClick={keep}>
        Keep my account
      </Button>
    </section>
  );
}
