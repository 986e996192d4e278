import { fromCents } from '@contract/base/money';
import type { PerformerView } from '../../identity/people/people-service';
import { toOffer } from './item-access';
import type { ViewerItem } from './item-kind';

/** The creator as the viewer of an item sees them: as `people.views` would say it. */
export const creatorSeenBy = (
  view: PerformerView,
  {
    isFollowed,
    isSubscribed,
    usedTrial,
    isKeptOut,
  }: Pick<ViewerItem<unknown>['state'], 'isFollowed' | 'isSubscribed' | 'usedTrial' | 'isKeptOut'>,
): PerformerView => ({
  ...view,
  isOnline: view.isOnline && !isKeptOut,
  live: view.live && !isKeptOut,
  isFollowed,
  isSubscribed,
  isFreeSubscription: view.isFreeSubscription && !usedTrial,
});

/** What galleries, photos, videos and products name alike. Wire contract 3.5 to 3.8. */
export const presentItem = ({ parts: { row }, state, creator, isOwner }: ViewerItem<unknown>) => ({
  _id: row.id,
  performerId: row.performerId,
  performer: creatorSeenBy(creator, state),
  // What tells of an item, locked or not, as with any shop: what is sold is its files.
  description: row.tagline,
  status: row.status,
  slug: row.slug,
  stats: {
    views: state.totalView,
    likes: state.totalLike,
    comments: state.totalComment,
    bookmarks: state.totalBookmark,
  },
  isLiked: state.isLiked,
  isBookMarked: state.isBookmarked,
  isBookmarked: state.isBookmarked,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
  ...presentReadOnly(state),
  ...presentRevision(row, isOwner),
});

/** A blocked fan can open what they bought, and cannot react to it. Sent only where it is so. */
export const presentReadOnly = ({
  isKeptOut,
}: Pick<ViewerItem<unknown>['state'], 'isKeptOut'>): { isReadOnly?: true } => (isKeptOut ? { isReadOnly: true } : {});

/** What an editor sends along with its change. */
export const presentRevision = ({ revision }: { revision: number }, isOwner: boolean) => (isOwner ? { revision } : {});

/** When an item comes out by itself: that is its creator's to know. Ours for all but posts and videos. */
export const presentPlan = ({ parts: { row }, isOwner }: ViewerItem<unknown>) =>
  isOwner ? { isSchedule: row.isScheduled, scheduledAt: row.publishAt?.toISOString() ?? null } : {};

/** How an item is offered to its viewer; the owner counts as both. Wire contract 3.3. */
export const presentOffer = ({ parts: { row }, state, access, isOwner }: ViewerItem<unknown>) => ({
  ...toOffer(row.audience),
  price: fromCents(row.price),
  access,
  isSubscribed: state.isSubscribed || isOwner,
  isBought: state.isBought || isOwner,
});
