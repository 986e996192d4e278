import { Plus, Webhook } from 'lucide-react';
import { useEffect, useState, type ComponentType } from 'react';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { FormFoot } from '@/components/form/form-foot';
import { Sheet } from '@/components/layout/sheet';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import {
  deliveriesClosed,
  secretDismissed,
  selectWebhooks,
  webhookFormOpened,
  webhooksRequested,
} from '../webhook-slice';
import { DeliveryList } from './delivery-list';
import { EndpointRow } from './endpoint-row';
import { WebhookForm } from './webhook-form';

const news = {
  creator: 'Your own server can be told of new subscribers, tips and sales as they happen.',
  site: 'Your own server can be told of new creators, reports, payout requests and disputes as they happen.',
};

interface WebhookListProps {
  /** The creator's own events, or those of the whole site for its owners. */
  audience: keyof typeof news;
  /** Shows a secret once. */
  Secret: ComponentType<{ title: string; secret: string; onDone: () => void }>;
}

export function WebhookList({ audience, Secret }: WebhookListProps) {
  const dispatch = useAppDispatch();
  const { list, error, secret, creating, deliveries, acts } = useAppSelector(selectWebhooks);
  const [isFormOpen, setIsFormOpen] = useState(false);
  const hasSecret = secret !== null;
  useEffect(() => {
    if (hasSecret) setIsFormOpen(false);
  }, [hasSecret]);
  if (!list && error)
    return (
      <ErrorState
        title="Your webhooks did not load"
        text={error.message}
        onRetry={() => dispatch(webhooksRequested())}
      />
    );
  if (!list) return <Skeleton count={3} />;
  const openForm = () => {
    dispatch(webhookFormOpened());
    setIsFormOpen(true);
  };
  const add = (
    <Button variant={list.length === 0 ? 'primary' : undefined} icon={Plus} onClick={openForm}>
      Add endpoint
    </Button>
  );
  return (
    <>
      {list.length === 0 ? (
        <EmptyState icon={Webhook} title="No webhooks yet" text={news[audience]} action={add} />
      ) : (
        <div className="stack">
          <ul>
            {list.map((endpoint) => (
              <EndpointRow key={endpoint._id} endpoint={endpoint} />
            ))}
          </ul>
          <div>{add}</div>
        </div>
      )}
      <Sheet
        open={isFormOpen}
        onClose={() => setIsFormOpen(false)}
        locked={creating.isBusy}
        title="New webhook endpoint"
        subtitle="We send each event as a signed request."
      >
        <WebhookForm />
      </Sheet>
      <Sheet open={deliveries !== null} onClose={() => dispatch(deliveriesClosed())} title="Deliveries">
        <div className="stack">
          <DeliveryList canReplay={list.some(({ _id, isOn }) => isOn && _id === deliveries?.endpointId)} />
          <FormFoot failure={acts.find((act) => act.name === 'replay' && act.error)?.error}>
            <Button block onClick={() => dispatch(deliveriesClosed())}>
              Close
            </Button>
          </FormFoot>
        </div>
      </Sheet>
      {secret && (
        <Secret title="Secret of this endpoint" secret={secret.secret} onDone={() => dispatch(secretDismissed())} />
      )}
    </>
  );
}
