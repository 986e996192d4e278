import { EyeOff, Flag, Link2, Pencil, Trash2 } from 'lucide-react';
import { useRouter } from 'next/router';
import type { MenuItem } from '@/components/layout/menu';
import { paths } from '@/config/paths';
import { selectCurrentUser } from '@/features/identity/auth/session-slice';
import { reactionWanted, tipWanted, type ReactionChange } from '@/store/intents';
import { useAppDispatch, useAppSelector } from '@/store/hooks';
import { feedHidden, linkCopyRequested, shareRequested } from '../feed-slice';
import { payeeOf, titleOf, type Feed } from '../feed-view';

/** What a card cannot do alone: sheets that belong to the screen. */
export interface PostHandlers {
  onComments?: (feed: Feed) => void;
  onReport?: (feed: Feed) => void;
  onDelete?: (feed: Feed) => void;
}

/** The row of actions under a post, for this viewer. */
export function usePostActions(feed: Feed, { onComments, onReport, onDelete }: PostHandlers) {
  const dispatch = useAppDispatch();
  const router = useRouter();
  const viewer = useAppSelector(selectCurrentUser);
  const { _id: id, performer, isLiked, totalLike, totalComment } = feed;
  const isOwn = viewer?._id === performer._id;
  const isSaved = feed.isBookmarked || feed.isBookMarked;
  const path = paths.post(feed.slug || id);
  const react = (action: ReactionChange['action'], on: boolean) =>
    dispatch(reactionWanted({ objectType: 'feed', objectId: id, action, on }));
  const tip = () => {
    if (viewer) dispatch(tipWanted({ performer: payeeOf(feed) }));
    else void router.push(`${paths.auth.register}?returnTo=${encodeURIComponent(path)}`);
  };
  const copy: MenuItem = { label: 'Copy link', icon: Link2, onSelect: () => dispatch(linkCopyRequested({ path })) };
  const own: MenuItem[] = [
    { label: 'Edit post', icon: Pencil, href: paths.creator.editPost(id) },
    { label: 'Delete post', icon: Trash2, tone: 'danger', onSelect: () => onDelete?.(feed) },
  ];
  const others: MenuItem[] = [{ label: 'Hide this post', icon: EyeOff, onSelect: () => dispatch(feedHidden({ id })) }];
  if (onReport) others.push({ label: 'Report', icon: Flag, onSelect: () => onReport(feed) });
  return {
    liked: isLiked,
    likes: totalLike,
    onLike: () => react('like', !isLiked),
    saved: isSaved,
    onSave: () => react('bookmark', !isSaved),
    // Wallets of fans pay tips; a creator's account has none to pay from.
    onTip: viewer?.isPerformer ? undefined : tip,
    comments: totalComment,
    onComments: () => (onComments ? onComments(feed) : void router.push(`${path}#comments`)),
    onShare: () => dispatch(shareRequested({ path, title: `${titleOf(feed)}, by ${performer.name}` })),
    more: [copy, ...(isOwn ? own : others)],
  };
}
