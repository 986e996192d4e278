import { DateTimePicker } from '@/components/form/date-time-picker';
import { Field } from '@/components/form/field';
import { Segmented } from '@/components/form/segmented';
import { addDays, toLocalTime } from '@/lib/calendar';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { isOut } from '../draft';
import { controlIds, selectCanWait, type DraftProblems } from '../draft-problems';
import { draftChanged, selectDraft } from '../studio-slice';
import styles from './editor.module.css';

const options = [
  { value: 'now', label: 'Now' },
  { value: 'later', label: 'Later' },
] satisfies { value: 'now' | 'later'; label: string }[];

/** Tomorrow, at the hour when most people look. */
const likelyTime = () => `${addDays(toLocalTime(Date.now()).slice(0, 10), 1)}T18:00`;

/** At once, or at a day and time that are still ahead. */
export function ScheduleChoice({ problems }: { problems: DraftProblems }) {
  const dispatch = useAppDispatch();
  const draft = useAppSelector(selectDraft);
  const canWait = useAppSelector(selectCanWait(draft.kind));
  const { isLater, scheduleAt } = draft;
  // Where nothing can wait, only a draft that was to wait shows the choice: its writer decides for now or not at all.
  if (isOut(draft) || (!canWait && !isLater)) return null;
  return (
    <section className={styles.section} aria-labelledby="when">
      <h2 id="when">When</h2>
      <div className={styles.pair}>
        <Segmented<'now' | 'later'>
          className={styles.when}
          label="When to publish"
          options={options}
          value={isLater ? 'later' : 'now'}
          onChange={(value) =>
            dispatch(draftChanged({ isLater: value === 'later', scheduleAt: scheduleAt || likelyTime() }))
          }
        />
        {isLater && (
          <Field id={controlIds.scheduleAt} label="Day and time" hideLabel error={problems.scheduleAt}>
            <DateTimePicker
              label="Day and time"
              value={scheduleAt}
              onChange={(time) => dispatch(draftChanged({ scheduleAt: time }))}
            />
          </Field>
        )}
      </div>
    </section>
  );
}
