import { Pin, PinOff } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Icon } from '@/components/basic/icon';
import { IconButton } from '@/components/basic/icon-button';
import { LinkedText } from '@/components/basic/linked-text';
import { cx } from '@/lib/cx';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch } from '@/store/hooks';
import { chatClosed, chatOpened } from '../chat-slice';
import type { ChatMessage, ChatPlace } from '../chat-state';
import { ChatComposer, type ChatRules } from './chat-composer';
import { ChatLog } from './chat-log';
import styles from './chat.module.css';

interface ChatProps extends ChatPlace {
  hostId: string;
  canModerate?: boolean;
  rules?: ChatRules | undefined;
  pinned?: ChatMessage | null;
  onUnpin?: (() => void) | undefined;
  head?: ReactNode;
  /** Shown instead of the composer to viewers who cannot write. */
  closed?: ReactNode;
  renderMenu?: (message: ChatMessage) => ReactNode;
}

export function Chat({ conversationId, isPublic, pinned, onUnpin, head, closed, rules, ...log }: ChatProps) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(chatOpened({ conversationId, isPublic }));
    return () => void dispatch(chatClosed());
  }, [dispatch, conversationId, isPublic]);
  return (
    <section className={styles.chat} aria-label="Live chat">
      {head}
      {pinned && !pinned.isDeleted && (
        <Pinned message={pinned} isHost={pinned.senderId === log.hostId} onUnpin={onUnpin} />
      )}
      <ChatLog conversationId={conversationId} isPublic={isPublic} canWrite={!closed} {...log} />
      {closed ? (
        <div className={styles.closed}>{closed}</div>
      ) : (
        <ChatComposer conversationId={conversationId} rules={log.canModerate ? undefined : rules} />
      )}
    </section>
  );
}

interface PinnedProps {
  message: ChatMessage;
  isHost: boolean;
  onUnpin: (() => void) | undefined;
}

function Pinned({ message, isHost, onUnpin }: PinnedProps) {
  return (
    <div className={styles.pinned}>
      <details className="grow">
        <summary>
          <Icon of={Pin} size={16} />
          <span className="sr">Pinned: </span>
          <span className={cx('said', styles.pinnedText)}>
            <b>{getPersonName(message.senderInfo, isHost ? 'creator' : 'fan')}</b> <LinkedText text={message.text} />
          </span>
        </summary>
      </details>
      {onUnpin && <IconButton icon={PinOff} size="sm" label="Unpin this message" onClick={onUnpin} />}
    </div>
  );
}
