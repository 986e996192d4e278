import { MessageSquareOff, Pin, PinOff, UserRoundCheck, UserRoundX } from 'lucide-react';
import { IconButton } from '@/components/basic/icon-button';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { Ellipsis } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import * as studio from '../studio-slice';
import { selectOwnShow, selectStudio } from '../studio-state';

interface LineMenuProps {
  messageId: string;
  senderId: string;
  name: string;
  isOwn: boolean;
  canPin: boolean;
}

export function LineMenu({ messageId, senderId, name, isOwn, canPin }: LineMenuProps) {
  const dispatch = useAppDispatch();
  const isPinned = useAppSelector(selectOwnShow)?.pinnedMessage?._id === messageId;
  const restriction = useAppSelector(selectStudio).restricted.find(({ userId }) => userId === senderId)?.kind;
  const pin: MenuItem = {
    label: isPinned ? 'Unpin' : 'Pin',
    icon: isPinned ? PinOff : Pin,
    onSelect: () => dispatch(studio.showEditRequested({ pinnedMessageId: isPinned ? null : messageId })),
  };
  const person: MenuItem[] = restriction
    ? [
        {
          label: restriction === 'mute' ? `Let ${name} write again` : `Let ${name} back in`,
          icon: UserRoundCheck,
          onSelect: () => dispatch(studio.liftRequested({ userId: senderId })),
        },
      ]
    : [
        {
          label: `Mute ${name} for 10 minutes`,
          icon: MessageSquareOff,
          onSelect: () => dispatch(studio.restrictionRequested({ userId: senderId, name, kind: 'mute' })),
        },
        {
          label: `Remove ${name} from this show`,
          icon: UserRoundX,
          tone: 'danger',
          onSelect: () => dispatch(studio.restrictionRequested({ userId: senderId, name, kind: 'ban' })),
        },
      ];
  const items = [...(canPin ? [pin] : []), ...(isOwn ? [] : person)];
  if (items.length === 0) return null;
  return (
    <Menu
      label={`More about this message by ${name}`}
      items={items}
      renderTrigger={(trigger) => (
        <IconButton icon={Ellipsis} size="sm" label={`More about this message by ${name}`} {...trigger} />
      )}
    />
  );
}
