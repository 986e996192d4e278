import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { MoneyInput } from '@/components/form/money-input';
import { MAX_GOAL_TEXT_LENGTH, type SetupProblems } from '../show-setup';
import styles from './studio.module.css';

interface GoalFieldsProps {
  text: string;
  amount: string;
  problems: SetupProblems;
  onChange: (goal: { goalText: string } | { goalAmount: string }) => void;
}

export function GoalFields({ text, amount, problems, onChange }: GoalFieldsProps) {
  return (
    <div className={styles.pair}>
      <Field label="Goal" optional error={problems.goalText} hint="What tips are for">
        <Input
          value={text}
          maxLength={MAX_GOAL_TEXT_LENGTH}
          autoComplete="off"
          onChange={({ target }) => onChange({ goalText: target.value })}
        />
      </Field>
      <Field label="Goal amount" optional error={problems.goalAmount}>
        <MoneyInput value={amount} onChange={(goalAmount) => onChange({ goalAmount })} />
      </Field>
    </div>
  );
}
