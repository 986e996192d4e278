import { useState, type ReactNode } from 'react';
import { Check } from '@/components/form/check';
import { useAppSelector } from '@/store/hooks';
import { getEventLabel } from '../event-words';
import { selectWebhooks, type EndpointEvents } from '../webhook-slice';
import styles from './webhook.module.css';

interface EventChoice {
  /** @returns the chosen events, or null after it showed that there are none */
  read: () => EndpointEvents | null;
  field: ReactNode;
}

/** @param initial chosen at first; all if absent */
export function useEventChoice(initial?: readonly string[]): EventChoice {
  const { events } = useAppSelector(selectWebhooks);
  const [chosen, setChosen] = useState<readonly string[]>(initial ?? events);
  const [hasNone, setHasNone] = useState(false);
  const toggle = (event: string, isOn: boolean) => {
    setChosen((before) => (isOn ? [...before, event] : before.filter((one) => one !== event)));
    setHasNone(false);
  };
  return {
    read: () => {
      setHasNone(chosen.length === 0);
      return chosen.length === 0 ? null : ([...chosen] as EndpointEvents);
    },
    field: (
      <fieldset className={styles.events}>
        <legend>Events</legend>
        {events.map((event) => (
          <Check
            key={event}
            label={getEventLabel(event)}
            checked={chosen.includes(event)}
            onChange={({ target }) => toggle(event, target.checked)}
          />
        ))}
        {hasNone && (
          <p role="alert" className={styles.problem}>
            Choose at least one.
          </p>
        )}
      </fieldset>
    ),
  };
}
