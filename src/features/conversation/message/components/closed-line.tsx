import { Button } from '@/components/basic/button';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { subscribeRequested } from '@/store/intents';
import { threadSettingsRequested, unblockRequested } from '../message-slice';
import { getPayee, type Conversation } from '../message-state';

export function ClosedLine({ conversation }: { conversation: Conversation }) {
  const dispatch = useAppDispatch();
  const amPerformer = useAppSelector(selectIsPerformer);
  const { _id: conversationId, recipientInfo: person, isBlocked, isSubscribed, isClosed } = conversation;
  // Only our own backend has creators who accept no messages at all.
  const { opensBySubscribing = true } = conversation;
  if (isClosed) {
    const change = { isClosed: false };
    return (
      <>
        <p>You blocked messages here.</p>
        <Button onClick={() => dispatch(threadSettingsRequested({ conversationId, change }))}>Allow messages</Button>
      </>
    );
  }
  if (isBlocked && amPerformer && person) {
    return (
      <>
        <p>
          <b>Blocked.</b> {getPayee(person).name} can’t see your page or message you.
        </p>
        <Button onClick={() => dispatch(unblockRequested({ conversationId, userId: person._id }))}>Unblock</Button>
      </>
    );
  }
  const wouldOpen = !amPerformer && person?.isPerformer === true && !isBlocked && !isSubscribed && opensBySubscribing;
  if (!wouldOpen) return <p className="sm muted">You can’t message in this conversation.</p>;
  const performer = getPayee(person);
  return (
    <>
      <p>Subscribe to {performer.name} to write.</p>
      <Button variant="primary" onClick={() => dispatch(subscribeRequested({ performer }))}>
        Subscribe
      </Button>
    </>
  );
}
