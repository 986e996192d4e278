import {
  ArrowLeft,
  BellOff,
  HandCoins,
  Ban,
  Bell,
  Flag,
  MessageCircle,
  MessageCircleOff,
  UserRound,
} from 'lucide-react';
import { messageRoutes } from '@contract/conversation/message-routes';
import { Button } from '@/components/basic/button';
import { Icon } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { Skeleton } from '@/components/basic/skeleton';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { PersonRow } from '@/components/people/person-row';
import { paths } from '@/config/paths';
import { selectCurrentUser, selectIsPerformer } from '@/features/identity/auth/session-slice';
import { selectSupportsCall } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { tipRequested } from '@/store/intents';
import { selectIsTyping, getPayee, type Conversation } from '../message-state';
import { threadSettingsRequested } from '../message-slice';
import styles from './thread.module.css';

export function ThreadHead({
  conversation,
  backHref,
  ...handlers
}: ThreadHandlers & {
  conversation: Conversation | undefined;
  /** Link back to the list with its filter. */
  backHref: string;
}) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectCurrentUser);
  const isTyping = useAppSelector(selectIsTyping(conversation?._id ?? ''));
  const person = conversation?.recipientInfo;
  // A fan whom the creator blocked can still open bought items, but nothing else.
  const isKeptOut = conversation?.isBlocked === true && me?.isPerformer === false;
  const canTip = person?.isPerformer === true && me?.isPerformer === false && !isKeptOut;
  return (
    <header className={styles.head}>
      <IconButton icon={ArrowLeft} label="Back to conversations" href={backHref} className={styles.back} />
      {conversation ? (
        <PersonRow
          className="grow"
          name={getPayee(person).name}
          avatar={person?.avatar}
          href={person?.isPerformer && !isKeptOut ? paths.profile(person.username || person._id) : undefined}
          verified={person?.isPerformer && person.verifiedAccount}
          online={Boolean(person?.isOnline)}
          meta={
            conversation.isBlocked ? (
              'Blocked'
            ) : isTyping ? (
              <span className={styles.typing}>Typing…</span>
            ) : (
              getPersonStatus(conversation)
            )
          }
        />
      ) : (
        <Skeleton kind="person" className="grow" />
      )}
      {conversation?.isMuted && (
        <span className={styles.muted} title="Muted">
          <Icon of={BellOff} size={16} />
          <span className="sr">Muted</span>
        </span>
      )}
      {canTip && conversation && (
        <Button
          variant="gift"
          size="sm"
          icon={HandCoins}
          aria-label={`Tip ${getPayee(person).name}`}
          className={styles.tip}
          onClick={() => dispatch(tipRequested({ performer: getPayee(person), conversationId: conversation._id }))}
        >
          <span className={styles.tipWord}>Tip</span>
        </Button>
      )}
      {conversation && !isKeptOut && <ThreadMenu conversation={conversation} {...handlers} />}
    </header>
  );
}

function getPersonStatus({ recipientInfo: person }: Conversation): string {
  if (!person) return '';
  if (person.isOnline) return 'Online';
  return person.isPerformer ? (person.headline ?? '') : 'Fan';
}

export interface ThreadHandlers {
  onBlock?: (conversation: Conversation) => void;
  onReport?: (conversation: Conversation) => void;
}

function ThreadMenu({ conversation, onBlock, onReport }: { conversation: Conversation } & ThreadHandlers) {
  const dispatch = useAppDispatch();
  const amPerformer = useAppSelector(selectIsPerformer);
  const canSet = useAppSelector(selectSupportsCall(messageRoutes.updateConversationSettings));
  const { _id: conversationId, recipientInfo: person, isMuted = false, isClosed = false } = conversation;
  if (!person) return null;
  const set = (change: { isMuted?: boolean; isClosed?: boolean }) => () =>
    void dispatch(threadSettingsRequested({ conversationId, change }));
  const items: (MenuItem | false)[] = [
    person.isPerformer && {
      label: 'View profile',
      icon: UserRound,
      href: paths.profile(person.username || person._id),
    },
    canSet && {
      label: isMuted ? 'Unmute' : 'Mute',
      icon: isMuted ? Bell : BellOff,
      onSelect: set({ isMuted: !isMuted }),
    },
    // Compatible backends do not let fans block creators, so fans can close the conversation instead.
    canSet &&
      !amPerformer && {
        label: isClosed ? 'Allow messages' : 'Block messages',
        icon: isClosed ? MessageCircle : MessageCircleOff,
        onSelect: set({ isClosed: !isClosed }),
      },
    amPerformer &&
      !person.isPerformer &&
      !conversation.isBlocked &&
      onBlock !== undefined && {
        label: 'Block',
        icon: Ban,
        tone: 'danger',
        onSelect: () => onBlock(conversation),
      },
    onReport !== undefined && { label: 'Report', icon: Flag, tone: 'danger', onSelect: () => onReport(conversation) },
  ];
  return <Menu label={`Options for ${getPayee(person).name}`} items={items.filter((item) => item !== false)} />;
}
