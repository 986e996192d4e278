import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { CheckGroup } from '@/components/form/check-group';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getEventLabel } from '../event-words';
import {
  selectWebhooks,
  webhookCreateRequested,
  webhookEventsRequested,
  type EndpointEvents,
  type WebhookEndpoint,
} from '../webhook-slice';

interface WebhookFormProps {
  /** The endpoint to change; a new one if absent. */
  endpoint?: WebhookEndpoint;
  /** Called in place of a request that would change nothing. */
  onSame?: () => void;
}

const isSame = (before: readonly string[], after: readonly string[]): boolean =>
  before.length === after.length && after.every((event) => before.includes(event));

export function WebhookForm({ endpoint, onSame }: WebhookFormProps) {
  const dispatch = useAppDispatch();
  const { events, creating, acts } = useAppSelector(selectWebhooks);
  const [url, setUrl] = useState('');
  const [chosen, setChosen] = useState<string[]>(endpoint?.events ?? events);
  const [hasNone, setHasNone] = useState(false);
  const act = acts.find(({ name, id }) => name === 'events' && id === endpoint?._id);
  const state = endpoint ? (act ?? { isBusy: false, error: null }) : creating;
  const handleSubmit = () => {
    setHasNone(chosen.length === 0);
    if (chosen.length === 0) return;
    if (!endpoint) dispatch(webhookCreateRequested({ url: url.trim(), events: chosen as EndpointEvents }));
    else if (isSame(endpoint.events, chosen)) onSame?.();
    else dispatch(webhookEventsRequested({ id: endpoint._id, events: chosen as EndpointEvents }));
  };
  return (
    <Form onSubmit={handleSubmit}>
      {!endpoint && (
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
      )}
      <CheckGroup
        label="Events"
        options={events.map((event) => ({ value: event, label: getEventLabel(event) }))}
        chosen={chosen}
        onChange={(next) => {
          setChosen(next);
          setHasNone(false);
        }}
        problem={hasNone ? 'Choose at least one.' : undefined}
      />
      <FormFoot failure={state.error}>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={state.isBusy}
          busyLabel={endpoint ? 'Saving' : 'Adding'}
        >
          {endpoint ? 'Save' : 'Add endpoint'}
        </Button>
      </FormFoot>
    </Form>
  );
}
