import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Check } from '@/components/form/check';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getEventLabel } from '../event-words';
import { selectWebhooks, webhookCreateRequested, type NewEndpoint } from '../webhook-slice';
import styles from './webhook.module.css';

export function WebhookForm() {
  const dispatch = useAppDispatch();
  const { events, creating } = useAppSelector(selectWebhooks);
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<string[]>(events);
  const [hasNone, setHasNone] = useState(false);
  const toggle = (event: string, isOn: boolean) => {
    setChosen((before) => (isOn ? [...before, event] : before.filter((one) => one !== event)));
    setHasNone(false);
  };
  const handleSubmit = () => {
    if (chosen.length === 0) setHasNone(true);
    else dispatch(webhookCreateRequested({ url: url.trim(), events: chosen as NewEndpoint['events'] }));
  };
  return (
    <Form onSubmit={handleSubmit}>
      <Field label="Address of your server" hint="Starts with https">
        <Input
          type="url"
          required
          maxLength={2000}
          autoComplete="off"
          value={url}
          onChange={(event) => setUrl(event.target.value)}
        />
      </Field>
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
      <FormFoot failure={creating.error}>
        <Button type="submit" variant="primary" size="lg" block busy={creating.isBusy} busyLabel="Adding">
          Add endpoint
        </Button>
      </FormFoot>
    </Form>
  );
}
