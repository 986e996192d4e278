import { MediaGrid } from '@/components/media/media-grid';
import { MessageBubble } from '@/components/people/message-bubble';
import { pluralise } from '@/lib/format-count';
import { formatMoney } from '@/lib/format-money';
import { useAppDispatch } from '@/store/hooks';
import { LinkedText } from '@/components/basic/linked-text';
import { messageSent, outgoingDiscarded } from '../message-slice';
import type { Outgoing } from '../message-state';
import styles from './message-media.module.css';

export function OutgoingItem({ outgoing, gap }: { outgoing: Outgoing; gap: boolean }) {
  const dispatch = useAppDispatch();
  const { clientId, text, attachments, price, status, error } = outgoing;
  const previews = attachments.flatMap(({ localId, previewUrl, name }) =>
    previewUrl ? [{ id: localId, src: previewUrl, alt: name, width: 4, height: 3 }] : [],
  );
  const unseen = attachments.length - previews.length;
  return (
    <MessageBubble
      mine
      author="You"
      gap={gap}
      state={status}
      onRetry={() => dispatch(messageSent(outgoing))}
      onDelete={() => dispatch(outgoingDiscarded({ clientId }))}
      media={
        previews.length > 0 ? (
          <div className={styles.photos}>
            <MediaGrid items={previews} onOpen={() => undefined} />
          </div>
        ) : undefined
      }
    >
      {text && (
        <span className="said block">
          <LinkedText text={text} />
        </span>
      )}
      {unseen > 0 && <span>{unseen === 1 ? attachments[0]?.name : pluralise(unseen, 'file')}</span>}
      {price !== null && <small className="muted">{formatMoney(price)}</small>}
      {status === 'failed' && error && <small className={styles.reason}>{error.message}</small>}
    </MessageBubble>
  );
}
