import { History, KeyRound, ListChecks, Power, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Form } from '@/components/form/form';
import { FormFoot } from '@/components/form/form-foot';
import { Menu } from '@/components/layout/menu';
import { Sheet } from '@/components/layout/sheet';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getEventLabel } from '../event-words';
import {
  deliveriesRequested,
  selectWebhooks,
  webhookActDismissed,
  webhookEventsRequested,
  webhookRemoveRequested,
  webhookRotateRequested,
  webhookTestRequested,
  webhookTurnRequested,
  type WebhookEndpoint,
} from '../webhook-slice';
import { useEventChoice } from './event-choice';
import styles from './webhook.module.css';

export function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const dispatch = useAppDispatch();
  const act = useOwnAct(endpoint);
  /** `events`: the events when their sheet was opened. It closes once others are stored. */
  const [asked, setAsked] = useState<{ events: string } | 'remove' | null>(null);
  const { _id: id, url, events, isOn, offReason, failingSince } = endpoint;
  const isBusy = act?.isBusy === true;
  const eventsText = events.map(getEventLabel).join(', ');
  const ask = (what: typeof asked) => {
    dispatch(webhookActDismissed());
    setAsked(what);
  };
  const close = () => ask(null);
  const isChoosing = asked !== null && asked !== 'remove' && asked.events === eventsText;
  return (
    <li className={styles.row}>
      <div className="grow">
        <p className="strong">
          {url} {!isOn && <Badge tone="warn">{offReason === null ? 'Off' : 'Turned off: it stopped accepting'}</Badge>}
          {isOn && failingSince && <Badge tone="warn">Failing</Badge>}
        </p>
        <p className="muted sm">{eventsText}</p>
        {act?.error && !isChoosing && asked !== 'remove' && (
          <p role="alert" className={styles.problem}>
            {act.error.message}
          </p>
        )}
      </div>
      <Button
        size="sm"
        busy={isBusy && act.name === 'test'}
        disabled={!isOn || isBusy}
        onClick={() => dispatch(webhookTestRequested(id))}
      >
        Send a test
      </Button>
      <Menu
        label={`More for ${url}`}
        items={[
          { label: 'Deliveries', icon: History, onSelect: () => dispatch(deliveriesRequested(id)) },
          { label: 'Events', icon: ListChecks, disabled: isBusy, onSelect: () => ask({ events: eventsText }) },
          {
            label: isOn ? 'Turn off' : 'Turn on',
            icon: Power,
            disabled: isBusy,
            onSelect: () => dispatch(webhookTurnRequested({ id, isOn: !isOn })),
          },
          {
            label: 'New secret',
            icon: KeyRound,
            disabled: isBusy,
            onSelect: () => dispatch(webhookRotateRequested(id)),
          },
          { label: 'Remove', icon: Trash2, tone: 'danger', disabled: isBusy, onSelect: () => ask('remove') },
        ]}
      />
      <Sheet open={isChoosing} onClose={close} locked={isBusy} title="Events" subtitle={url}>
        <EventsForm endpoint={endpoint} onSame={close} />
      </Sheet>
      <Sheet open={asked === 'remove'} onClose={close} locked={isBusy} title="Remove this endpoint?" subtitle={url}>
        <p>Its deliveries and its secret go with it. What waits to be sent is not sent any more.</p>
        <FormFoot failure={act?.name === 'remove' ? act.error : null}>
          <div className="row row--end row--wrap">
            <Button variant="ghost" onClick={close}>
              Keep it
            </Button>
            <Button
              variant="danger"
              busy={isBusy && act.name === 'remove'}
              onClick={() => dispatch(webhookRemoveRequested(id))}
            >
              Remove endpoint
            </Button>
          </div>
        </FormFoot>
      </Sheet>
    </li>
  );
}

function useOwnAct({ _id: id }: WebhookEndpoint) {
  const { act } = useAppSelector(selectWebhooks);
  return act?.id === id ? act : null;
}

function EventsForm({ endpoint, onSame }: { endpoint: WebhookEndpoint; onSame: () => void }) {
  const dispatch = useAppDispatch();
  const act = useOwnAct(endpoint);
  const choice = useEventChoice(endpoint.events);
  const handleSubmit = () => {
    const events = choice.read();
    if (!events) return;
    const isSame = events.length === endpoint.events.length && events.every((event) => endpoint.events.includes(event));
    if (isSame) onSame();
    else dispatch(webhookEventsRequested({ id: endpoint._id, events }));
  };
  return (
    <Form onSubmit={handleSubmit}>
      {choice.field}
      <FormFoot failure={act?.name === 'events' ? act.error : null}>
        <Button type="submit" variant="primary" size="lg" block busy={act?.isBusy === true} busyLabel="Saving">
          Save
        </Button>
      </FormFoot>
    </Form>
  );
}
