import { Plus, Trash2, X } from 'lucide-react';
import { limits } from '@contract/base/limits';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { IconButton } from '@/components/basic/icon-button';
import { Input } from '@/components/form/input';
import { Panel } from '@/components/layout/panel';
import { Select } from '@/components/form/select';
import { useZone } from '@/components/hooks/use-now';
import { formatDay } from '@/lib/dates';
import { pluralise } from '@/lib/format-count';
import type { DraftPoll } from '../draft';
import { controlIds, type DraftProblems } from '../draft-problems';
import { useDraft } from './use-draft';
import styles from './editor.module.css';

const durations = [1, 3, 7, 14, 30].map((days) => ({ value: String(days), label: pluralise(days, 'day') }));

export const emptyPoll: DraftPoll = {
  question: '',
  options: [
    { id: null, text: '' },
    { id: null, text: '' },
  ],
  days: 7,
  endsAt: null,
};

/** Stored options may have votes, so they cannot be changed. */
export function PollEditor({ problems }: { problems: DraftProblems }) {
  const [{ poll }, changeDraft] = useDraft();
  const timeZone = useZone();
  if (!poll) return null;
  const change = (next: DraftPoll | null) => changeDraft({ poll: next });
  const setOption = (index: number, text: string) =>
    change({ ...poll, options: poll.options.map((option, at) => (at === index ? { ...option, text } : option)) });
  return (
    <Panel
      title="Poll"
      aside={<IconButton icon={Trash2} size="sm" label="Remove the poll" onClick={() => change(null)} />}
    >
      <div className={styles.section}>
        <Field id={controlIds.poll} label="Question" error={problems.poll}>
          <Input
            value={poll.question}
            maxLength={300}
            onChange={(event) => change({ ...poll, question: event.target.value })}
          />
        </Field>
        {poll.options.map((option, index) => (
          <div key={option.id ?? index} className={styles.answer}>
            <Field label={`Answer ${index + 1}`}>
              <Input
                value={option.text}
                maxLength={200}
                disabled={option.id !== null}
                onChange={(event) => setOption(index, event.target.value)}
              />
            </Field>
            {poll.options.length > 2 && option.id === null && (
              <IconButton
                icon={X}
                label={`Remove answer ${index + 1}`}
                onClick={() => change({ ...poll, options: poll.options.filter((_, at) => at !== index) })}
              />
            )}
          </div>
        ))}
        {poll.options.length < limits.pollOptions && (
          <Button
            className={styles.more}
            variant="ghost"
            size="sm"
            icon={Plus}
            onClick={() => change({ ...poll, options: [...poll.options, { id: null, text: '' }] })}
          >
            Add an answer
          </Button>
        )}
        <div className={styles.pair}>
          <Field label="Open for">
            <Select
              options={
                poll.endsAt
                  ? [{ value: '', label: `Until ${formatDay(poll.endsAt, { timeZone })}` }, ...durations]
                  : durations
              }
              value={poll.days === null ? '' : String(poll.days)}
              onChange={({ target }) => change({ ...poll, days: target.value === '' ? null : Number(target.value) })}
            />
          </Field>
        </div>
      </div>
    </Panel>
  );
}
