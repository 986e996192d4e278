import { Trash2 } from 'lucide-react';
import { IconButton } from '@/components/basic/icon-button';
import { DateTimePicker } from '@/components/form/date-time-picker';
import { Field } from '@/components/form/field';
import { Panel } from '@/components/layout/panel';
import { getTimeZoneName } from '@/lib/dates';
import { controlIds, type DraftProblems } from '../draft-problems';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

/** The start of the live show that the post announces. */
export function ShowEditor({ problems }: { problems: DraftProblems }) {
  const [{ showAt }, change] = useDraft();
  if (showAt === null) return null;
  return (
    <Panel
      title="Live show"
      aside={
        <IconButton icon={Trash2} size="sm" label="Remove the announcement" onClick={() => change({ showAt: null })} />
      }
    >
      <div className={styles.section}>
        <p className="sm ink-2">The post shows when you go live, and fans can ask to be reminded.</p>
        <div className={styles.pair}>
          <Field
            id={controlIds.showAt}
            label="Start"
            hint={`Your time zone: ${getTimeZoneName()}`}
            error={problems.showAt}
          >
            <DateTimePicker label="Start" value={showAt} onChange={(time) => change({ showAt: time })} />
          </Field>
        </div>
      </div>
    </Panel>
  );
}
