import { Button } from '@/components/basic/button';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { subscribeWanted } from '@/store/intents';
import { threadSettingsWanted } from '../message-slice';
import { payeeOf, type Conversation } from '../message-state';
import styles from './composer.module.css';

/** In place of the line to write in: why nothing can be written here, and what a fan can do about it. */
export function ClosedLine({ conversation }: { conversation: Conversation }) {
  const dispatch = useAppDispatch();
  const amPerformer = useAppSelector(selectIsPerformer);
  const { recipientInfo: person, isBlocked, isSubscribed } = conversation;
  const wouldOpen = !amPerformer && person?.isPerformer === true && !isBlocked && !isSubscribed;
  if (conversation.isClosed) {
    const open = () =>
      dispatch(threadSettingsWanted({ conversationId: conversation._id, change: { isClosed: false } }));
    return (
      <footer className={styles.foot}>
        <div className={styles.closed}>
          <p>You blocked messages here.</p>
          <Button onClick={open}>Allow messages</Button>
        </div>
      </footer>
    );
  }
  if (!wouldOpen) {
    return (
      <footer className={styles.foot}>
        <p className="sm muted">You can’t message in this conversation.</p>
      </footer>
    );
  }
  const performer = payeeOf(person);
  return (
    <footer className={styles.foot}>
      <div className={styles.closed}>
        <p>Subscribe to {performer.name} to write.</p>
        <Button variant="primary" onClick={() => dispatch(subscribeWanted({ performer }))}>
          Subscribe
        </Button>
      </div>
    </footer>
  );
}
