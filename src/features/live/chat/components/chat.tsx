import { Pin } from 'lucide-react';
import { useEffect, type ReactNode } from 'react';
import { Icon } from '@/components/basic/icon';
import { LinkedText } from '@/components/basic/linked-text';
import { cx } from '@/lib/cx';
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
  head?: ReactNode;
  /** Shown instead of the composer to viewers who cannot write. */
  closed?: ReactNode;
  renderMenu?: (message: ChatMessage) => ReactNode;
}

export function Chat({ conversationId, isPublic, pinned, head, closed, rules, ...log }: ChatProps) {
  const dispatch = useAppDispatch();
  useEffect(() => {
    dispatch(chatOpened({ conversationId, isPublic }));
    return () => void dispatch(chatClosed());
  }, [dispatch, conversationId, isPublic]);
  return (
    <section className={styles.chat} aria-label="Live chat">
      {head}
      {pinned && !pinned.isDeleted && (
        <details className={styles.pinned}>
          <summary>
            <Icon of={Pin} size={16} />
            <span className="sr">Pinned: </span>
            <span className={cx('said', styles.pinnedText)}>
              <LinkedText text={pinned.text} />
            </span>
          </summary>
        </details>
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
