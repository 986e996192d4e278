import { useState } from 'react';
import { Field } from '@/components/form/field';
import { Input } from '@/components/form/input';
import { Switch } from '@/components/form/switch';
import { useZone } from '@/components/hooks/use-now';
import { useAppDispatch } from '@/store/hooks';
import { preferencesChanged } from '../privacy-feature';
import { usePreferences } from './use-preferences';
import styles from './news-matrix.module.css';

type Hours = NonNullable<NonNullable<ReturnType<typeof usePreferences>>['quietHours']>;

const DEFAULT = { from: '22:00', to: '08:00' };

/** The times are those of the device where they are set. */
export function QuietHours() {
  const dispatch = useAppDispatch();
  const hours = usePreferences()?.quietHours ?? null;
  const timeZone = useZone() ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  const change = (next: Omit<Hours, 'timeZone'> | null) =>
    void dispatch(preferencesChanged({ quietHours: next && { ...next, timeZone } }));
  return (
    <div className="stack">
      <Switch
        label="Quiet hours"
        hint={`Nothing is pushed during these hours. You find it on the site afterwards.${hours ? ` Times in ${hours.timeZone}.` : ''}`}
        checked={hours !== null}
        onChange={({ target }) => change(target.checked ? DEFAULT : null)}
      />
      {hours && (
        <div className={styles.times}>
          <Field label="From">
            <TimeInput key={hours.from} time={hours.from} onChange={(from) => change({ ...hours, from })} />
          </Field>
          <Field label="To">
            <TimeInput key={hours.to} time={hours.to} onChange={(to) => change({ ...hours, to })} />
          </Field>
        </div>
      )}
    </div>
  );
}

/** Saves when it is left, because each key already changes the time. */
function TimeInput({ time, onChange, ...rest }: { time: string; onChange: (time: string) => void }) {
  const [typed, setTyped] = useState(time);
  return (
    <Input
      {...rest}
      type="time"
      required
      value={typed}
      onChange={({ target }) => setTyped(target.value)}
      onBlur={() => {
        if (typed && typed !== time) onChange(typed);
        else setTyped(time);
      }}
    />
  );
}
