import { Badge } from '@/components/basic/badge';
import { Button } from '@/components/basic/button';
import { Skeleton } from '@/components/basic/skeleton';
import { ExactTime } from '@/components/basic/times';
import { ListRow } from '@/components/list/list-row';
import { EmptyState } from '@/components/states/empty-state';
import { ErrorState } from '@/components/states/error-state';
import { Webhook } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { getEventLabel } from '../event-words';
import { deliveriesRequested, deliveryReplayRequested, selectWebhooks, type WebhookDelivery } from '../webhook-slice';
import styles from './webhook.module.css';

const tones = { delivered: 'success', waiting: 'warn', failed: 'danger' } as const;
const labels = { delivered: 'Delivered', waiting: 'Retrying', failed: 'Failed' };

export function DeliveryList({ canReplay }: { canReplay: boolean }) {
  const dispatch = useAppDispatch();
  const { deliveries } = useAppSelector(selectWebhooks);
  if (!deliveries) return null;
  const { endpointId, list, error } = deliveries;
  if (!list && error)
    return (
      <ErrorState
        title="The deliveries did not load"
        text={error.message}
        onRetry={() => dispatch(deliveriesRequested(endpointId))}
      />
    );
  if (!list) return <Skeleton count={3} />;
  if (list.length === 0)
    return <EmptyState icon={Webhook} title="Nothing sent yet" text="Deliveries of the last 30 days appear here." />;
  return (
    <ul>
      {list.map((delivery) => (
        <DeliveryRow key={delivery._id} delivery={delivery} canReplay={canReplay} />
      ))}
    </ul>
  );
}

function DeliveryRow({ delivery, canReplay }: { delivery: WebhookDelivery; canReplay: boolean }) {
  const dispatch = useAppDispatch();
  const { acts } = useAppSelector(selectWebhooks);
  const { _id: id, event, status, attempts, replyStatus, replyText, nextAttemptAt, createdAt } = delivery;
  const act = acts.find((one) => one.id === id);
  return (
    <ListRow>
      <div className={styles.text}>
        <p className="strong">
          {getEventLabel(event)} <Badge tone={tones[status]}>{labels[status]}</Badge>
        </p>
        <p className="muted sm">
          <ExactTime value={createdAt} />
          {` · ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`}
          {replyStatus !== null && ` · Reply ${replyStatus}`}
          {nextAttemptAt && (
            <>
              {' · Next try '}
              <ExactTime value={nextAttemptAt} />
            </>
          )}
        </p>
        {replyText && <pre className={styles.reply}>{replyText}</pre>}
      </div>
      {canReplay && (
        <Button
          size="sm"
          busy={act?.isBusy === true}
          aria-label={`Replay ${getEventLabel(event)}`}
          onClick={() => dispatch(deliveryReplayRequested(id))}
        >
          Replay
        </Button>
      )}
    </ListRow>
  );
}
