import { Ban, Bell, BellOff, Flag, MessageCircle, MessageCircleOff, UserRound } from 'lucide-react';
import { messageRoutes } from '@contract/conversation/message-routes';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { paths } from '@/config/paths';
import { selectIsPerformer } from '@/features/identity/auth/session-slice';
import { selectServes } from '@/store/backend';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { threadSettingsWanted } from '../message-slice';
import type { Conversation } from '../message-types';
import { payeeOf } from './payee-of';

/** What a thread cannot do alone: sheets that belong to the screen. */
export interface ThreadHandlers {
  /** A creator keeps a fan out. */
  onBlock?: (conversation: Conversation) => void;
  onReport?: (conversation: Conversation) => void;
}

/** What can be done about a conversation: look at the person, silence it, keep them out, report them. */
export function ThreadMenu({ conversation, onBlock, onReport }: { conversation: Conversation } & ThreadHandlers) {
  const dispatch = useAppDispatch();
  const amPerformer = useAppSelector(selectIsPerformer);
  const canSet = useAppSelector(selectServes(messageRoutes.updateConversationSettings));
  const { _id: conversationId, recipientInfo: person, isMuted = false, isClosed = false } = conversation;
  if (!person) return null;
  const set = (change: { isMuted?: boolean; isClosed?: boolean }) => () =>
    void dispatch(threadSettingsWanted({ conversationId, change }));
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
    // Fans have no block of the whole page in the family: they close the conversation.
    canSet &&
      !amPerformer && {
        label: isClosed ? 'Allow messages' : 'Block messages',
        icon: isClosed ? MessageCircle : MessageCircleOff,
        onSelect: set({ isClosed: !isClosed }),
      },
    amPerformer &&
      !person.isPerformer &&
      onBlock !== undefined && {
        label: 'Block',
        icon: Ban,
        tone: 'danger',
        onSelect: () => onBlock(conversation),
      },
    onReport !== undefined && { label: 'Report', icon: Flag, tone: 'danger', onSelect: () => onReport(conversation) },
  ];
  return <Menu label={`Options for ${payeeOf(person).name}`} items={items.filter((item) => item !== false)} />;
}
