import type { Performer } from '../performer-slice';
import styles from './owned-plan.module.css';
import { PlanAction, PlanStanding } from './plan-standing';

export function OwnedPlan({ performer, onChosen }: { performer: Performer; onChosen?: () => void }) {
  return (
    <div className={`stack stack--sm ${styles.owned}`}>
      <PlanStanding performer={performer} />
      <PlanAction performer={performer} block onChosen={onChosen} />
    </div>
  );
}
