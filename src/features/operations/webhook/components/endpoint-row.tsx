import { History, KeyRound, ListChecks, Power, Trash2 } from 'lucide-react';
import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { FormFoot } from '@/components/form/form-foot';
import { Menu } from '@/components/layout/menu';
import { Sheet } from '@/components/layout/sheet';
import { ListRow } from '@/components/list/list-row';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getEventLabel } from '../event-words';
import {
  deliveriesRequested,
  selectWebhooks,
  webhookAsked,
  webhookRemoveRequested,
  webhookRotateRequested,
  webhookTestRequested,
  webhookTurnRequested,
  type WebhookEndpoint,
} from '../webhook-slice';
import { WebhookForm } from './webhook-form';
import styles from './webhook.module.css';

export function EndpointRow({ endpoint }: { endpoint: WebhookEndpoint }) {
  const dispatch = useAppDispatch();
  const { acts, asked } = useAppSelector(selectWebhooks);
  const { _id: id, url, events, isOn, offReason, failingSince } = endpoint;
  const act = acts.find((one) => one.id === id);
  const isBusy = act?.isBusy === true;
  const what = asked?.id === id ? asked.what : null;
  const close = () => dispatch(webhookAsked(null));
  return (
    <ListRow>
      <div className={styles.text}>
        <p className="strong">
          {url} {!isOn && <Badge tone="warn">{offReason === null ? 'Off' : 'Turned off: it stopped accepting'}</Badge>}
          {isOn && failingSince && <Badge tone="warn">Failing</Badge>}
        </p>
        <p className="muted sm">{events.map(getEventLabel).join(', ')}</p>
        {act?.error && what === null && (
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
          {
            label: 'Events',
            icon: ListChecks,
            disabled: isBusy,
            onSelect: () => dispatch(webhookAsked({ what: 'events', id })),
          },
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
          {
            label: 'Remove',
            icon: Trash2,
            tone: 'danger',
            disabled: isBusy,
            onSelect: () => dispatch(webhookAsked({ what: 'remove', id })),
          },
        ]}
      />
      <Sheet open={what === 'events'} onClose={close} locked={isBusy} title="Events" subtitle={url}>
        <WebhookForm endpoint={endpoint} onSame={close} />
      </Sheet>
      <Sheet open={what === 'remove'} onClose={close} locked={isBusy} title="Remove this endpoint?" subtitle={url}>
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
    </ListRow>
  );
}
