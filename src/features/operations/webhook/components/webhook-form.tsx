import { useState } from 'react';
import { Button } from '@/components/basic/button';
import { Field } from '@/components/form/field';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Input } from '@/components/form/input';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { selectWebhooks, webhookCreateRequested } from '../webhook-slice';
import { useEventChoice } from './event-choice';

export function WebhookForm() {
  const dispatch = useAppDispatch();
  const { creating } = useAppSelector(selectWebhooks);
  const [url, setUrl] = useState('');
  const choice = useEventChoice();
  const handleSubmit = () => {
    const events = choice.read();
    if (events) dispatch(webhookCreateRequested({ url: url.trim(), events }));
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
      {choice.field}
      <FormFoot failure={creating.error}>
        <Button type="submit" variant="primary" size="lg" block busy={creating.isBusy} busyLabel="Adding">
          Add endpoint
        </Button>
      </FormFoot>
    </Form>
  );
}
