import { SlidersHorizontal } from 'lucide-react';
import { useState } from 'react';
import { IconButton } from '@/components/basic/icon-button';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { clearRequested } from '@/features/live/chat/chat-slice';
import type { ChatMessage } from '@/features/live/chat/chat-state';
import { Chat } from '@/features/live/chat/components/chat';
import { ChatRulesSheet } from '@/features/live/studio/components/chat-rules-sheet';
import { LineMenu } from '@/features/live/studio/components/line-menu';
import { showEditRequested } from '@/features/live/studio/studio-slice';
import { selectKeepsShows, selectStudio, type Show } from '@/features/live/studio/studio-state';
import { getPersonName } from '@/lib/person-name';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import styles from './live-studio.module.css';
import roomStyles from './room-screen.module.css';

export function StudioChat() {
  const dispatch = useAppDispatch();
  const user = useAppSelector(selectCurrentUser);
  const keepsShows = useAppSelector(selectKeepsShows);
  const { show, privateShow } = useAppSelector(selectStudio);
  const [isOpen, setIsOpen] = useState(false);
  const conversationId = privateShow?.conversationId ?? show?.conversationId;
  if (!show || !user || !conversationId) return null;
  const isShow = privateShow === null;
  const unpin = () => dispatch(showEditRequested({ pinnedMessageId: null }));
  const renderMenu = (message: ChatMessage) => (
    <LineMenu
      messageId={message._id}
      senderId={message.senderId}
      name={getPersonName(message.senderInfo, 'fan')}
      isOwn={message.senderId === user._id}
      canPin={message.type === 'text' && !message.isSystem}
    />
  );
  return (
    <aside className={roomStyles.chat}>
      <Chat
        conversationId={conversationId}
        isPublic={isShow && show.type !== 'group'}
        hostId={user._id}
        canModerate
        pinned={isShow ? show.pinnedMessage : null}
        head={
          isShow ? (
            <ChatHead show={show} onRules={() => setIsOpen(true)} />
          ) : (
            <p className={styles.chatHead}>Only the two of you see this chat.</p>
          )
        }
        {...(isShow && keepsShows && { renderMenu, onUnpin: unpin })}
      />
      <ChatRulesSheet
        show={show}
        open={isOpen}
        onClose={() => setIsOpen(false)}
        onClear={() => dispatch(clearRequested({ conversationId }))}
      />
    </aside>
  );
}

function ChatHead({ show, onRules }: { show: Show; onRules: () => void }) {
  return (
    <div className={styles.chatHead}>
      <h2 className={styles.chatTitle}>Chat</h2>
      <span className="grow xs muted truncate">{describeRules(show.chat)}</span>
      <IconButton icon={SlidersHorizontal} size="sm" label="Chat rules" onClick={onRules} />
    </div>
  );
}

function describeRules(chat: Show['chat']): string {
  if (!chat) return '';
  const { slowSeconds, writers, emoteOnly } = chat;
  return [
    slowSeconds > 0 && `Slow mode, ${slowSeconds} s`,
    writers === 'followers' && 'Followers and subscribers only',
    writers === 'subscribers' && 'Subscribers only',
    emoteOnly && 'Emote only',
  ]
    .filter((part) => part !== false)
    .join(' · ');
}
