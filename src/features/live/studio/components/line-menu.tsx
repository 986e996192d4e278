import { MessageSquareOff, Pin, PinOff, UserRoundCheck, UserRoundX } from 'lucide-react';
import { IconButton } from '@/components/basic/icon-button';
import { Menu, type MenuItem } from '@/components/layout/menu';
import { Ellipsis } from 'lucide-react';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import * as studio from '../studio-slice';
import { findRestriction, selectOwnShow, selectStudio } from '../studio-state';

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
  const restriction = findRestriction(useAppSelector(selectStudio).restricted, senderId)?.kind;
  const pin: MenuItem = {
    label: isPinned ? 'Unpin' : 'Pin',
    icon: isPinned ? PinOff : Pin,
    onSelect: () => dispatch(studio.showEditRequested({ pinnedMessageId: isPinned ? null : messageId })),
  };
  const lift = (label: string): MenuItem => ({
    label,
    icon: UserRoundCheck,
    onSelect: () => dispatch(studio.liftRequested({ userId: senderId })),
  });
  const mute: MenuItem = {
    label: `Mute ${name} for 10 minutes`,
    icon: MessageSquareOff,
    onSelect: () => dispatch(studio.restrictionRequested({ userId: senderId, name, kind: 'mute' })),
  };
  const remove: MenuItem = {
    label: `Remove ${name} from this show`,
    icon: UserRoundX,
    tone: 'danger',
    onSelect: () => dispatch(studio.restrictionRequested({ userId: senderId, name, kind: 'ban' })),
  };
  const person =
    restriction === 'ban'
      ? [lift(`Let ${name} back in`)]
      : [restriction === 'mute' ? lift(`Let ${name} write again`) : mute, remove];
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
