import { EyeOff, Flag, Link2, Pencil, Trash2, VolumeX } from 'lucide-react';
import { useRouter } from 'next/router';
import type { MenuItem } from '@/components/layout/menu';
import { itemNames, nounOf } from '@/config/item-names';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { reactionWanted, tipWanted, type ReactionChange } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { keyOf, pathOf } from '../item-kind';
import { creatorMuted, itemHidden, linkCopyRequested, shareRequested } from '../item-slice';
import { payeeOf, titleOf, type Item } from '../item-view';

/** What a card cannot do alone: sheets that belong to the screen. */
export interface ItemHandlers {
  onComments?: (item: Item) => void;
  onReport?: (item: Item) => void;
  onDelete?: (item: Item) => void;
}

/** The row of actions under an item, for this viewer. */
export function useItemActions(item: Item, { onComments, onReport, onDelete }: ItemHandlers) {
  const dispatch = useAppDispatch();
  const router = useRouter();
  const viewer = useAppSelector(selectCurrentUser);
  const { _id: objectId, kind, performer, isLiked, isBookmarked } = item;
  const path = pathOf(item);
  const react = (action: ReactionChange['action'], on: boolean) =>
    dispatch(reactionWanted({ objectType: kind, objectId, action, on }));
  const tip = () => {
    if (viewer) dispatch(tipWanted({ performer: payeeOf(item) }));
    else void router.push(`${paths.auth.register}?returnTo=${encodeURIComponent(path)}`);
  };
  const copy: MenuItem = { label: 'Copy link', icon: Link2, onSelect: () => dispatch(linkCopyRequested({ path })) };
  const noun = nounOf(kind);
  const own: MenuItem[] = [
    { label: `Edit ${noun}`, icon: Pencil, href: itemNames[kind].own.edit(objectId) },
    { label: `Delete ${noun}`, icon: Trash2, tone: 'danger', onSelect: () => onDelete?.(item) },
  ];
  const others: MenuItem[] = [
    { label: `Hide this ${noun}`, icon: EyeOff, onSelect: () => dispatch(itemHidden({ key: keyOf(item) })) },
    {
      label: `Mute ${performer.name}`,
      icon: VolumeX,
      onSelect: () => dispatch(creatorMuted({ id: performer._id, name: performer.name })),
    },
  ];
  if (onReport) others.push({ label: 'Report', icon: Flag, onSelect: () => onReport(item) });
  return {
    liked: isLiked,
    likes: item.totalLike,
    onLike: () => react('like', !isLiked),
    saved: isBookmarked,
    onSave: () => react('bookmark', !isBookmarked),
    // Wallets of fans pay tips; a creator's account has none to pay from.
    onTip: viewer?.isPerformer ? undefined : tip,
    comments: item.totalComment,
    onComments: () => (onComments ? onComments(item) : void router.push(`${path}#comments`)),
    onShare: () => dispatch(shareRequested({ path, title: `${titleOf(item)}, by ${performer.name}` })),
    more: [copy, ...(viewer?._id === performer._id ? own : others)],
  };
}
