import { ArrowLeft, BellOff, HandCoins } from 'lucide-react';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { PersonRow } from '@/components/people/person-row';
import { Skeleton } from '@/components/basic/skeleton';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { tipWanted } from '@/store/intents';
import { selectIsTyping } from '../message-selectors';
import type { Conversation } from '../message-types';
import { payeeOf } from './payee-of';
import { ThreadMenu, type ThreadHandlers } from './thread-menu';
import styles from './thread.module.css';

/** Who the conversation is with, what they are doing, the way back on phones, a tip. */
export function ThreadHead({
  conversation,
  backHref,
  ...handlers
}: ThreadHandlers & {
  conversation: Conversation | undefined;
  /** The list as it was left. */
  backHref: string;
}) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectCurrentUser);
  const isTyping = useAppSelector(selectIsTyping(conversation?._id ?? ''));
  const person = conversation?.recipientInfo;
  const canTip = person?.isPerformer === true && me?.isPerformer === false;
  return (
    <header className={styles.head}>
      <IconButton icon={ArrowLeft} label="Back to conversations" href={backHref} className={styles.back} />
      {conversation ? (
        <PersonRow
          className="grow"
          name={payeeOf(person).name}
          avatar={person?.avatar}
          href={person?.isPerformer ? paths.profile(person.username || person._id) : undefined}
          verified={person?.isPerformer && person.verifiedAccount}
          online={Boolean(person?.isOnline)}
          meta={isTyping ? <span className={styles.typing}>Typing…</span> : aboutPerson(conversation)}
        />
      ) : (
        <Skeleton kind="person" className="grow" />
      )}
      {conversation?.isMuted && <MutedMark />}
      {canTip && conversation && (
        <Button
          variant="gift"
          size="sm"
          icon={HandCoins}
          aria-label={`Tip ${payeeOf(person).name}`}
          className={styles.tip}
          onClick={() => dispatch(tipWanted({ performer: payeeOf(person), conversationId: conversation._id }))}
        >
          <span className={styles.tipWord}>Tip</span>
        </Button>
      )}
      {conversation && <ThreadMenu conversation={conversation} {...handlers} />}
    </header>
  );
}

const MutedMark = () => (
  <span className={styles.muted} title="Muted">
    <Icon of={BellOff} size={16} />
    <span className="sr">Muted</span>
  </span>
);

function aboutPerson({ recipientInfo: person }: Conversation): string {
  if (!person) return '';
  if (person.isOnline) return 'Online';
  return person.isPerformer ? (person.headline ?? '') : 'Fan';
}
