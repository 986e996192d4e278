import { formatMoney } from '@/lib/format-money';
import { useAppSelector } from '@/store/hooks';
import { selectStudio } from '../studio-state';
import styles from './studio.module.css';

export function LiveFigures({ onViewers }: { onViewers?: (() => void) | undefined }) {
  const { viewers, takings, groupSeats } = useAppSelector(selectStudio);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{groupSeats.length > 0 ? 'Members' : 'Watching'}</dt>
        <dd className="price num">
          {onViewers ? (
            <button
              type="button"
              className={styles.figureButton}
              onClick={onViewers}
              aria-label={`${viewers.total} watching: see who`}
            >
              {viewers.total}
            </button>
          ) : (
            viewers.total
          )}
        </dd>
      </div>
      {takings && (
        <>
          <div>
            <dt>Tips</dt>
            <dd className="price num">{formatMoney(takings.tips)}</dd>
          </div>
          <div>
            <dt>You earned</dt>
            <dd className="price num">{formatMoney(takings.earned)}</dd>
          </div>
        </>
      )}
    </dl>
  );
}
