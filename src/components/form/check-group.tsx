import { Check } from './check';
import styles from './check-group.module.css';

interface CheckGroupProps<Value extends string> {
  label: string;
  options: readonly { value: Value; label: string }[];
  chosen: readonly Value[];
  onChange: (chosen: Value[]) => void;
  problem?: string | undefined;
}

/** Several choices of one question. */
export function CheckGroup<Value extends string>({
  label,
  options,
  chosen,
  onChange,
  problem,
}: CheckGroupProps<Value>) {
  const toggle = (value: Value, isOn: boolean) =>
    onChange(isOn ? [...chosen, value] : chosen.filter((one) => one !== value));
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {options.map(({ value, label: text }) => (
        <Check
          key={value}
          label={text}
          checked={chosen.includes(value)}
          onChange={(event) => toggle(value, event.target.checked)}
        />
      ))}
      {problem && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
    </fieldset>
  );
}
