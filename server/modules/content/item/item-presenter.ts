import { fromCents } from '@contract/base/money';
import type { PerformerView } from '../../identity/people/people-service';
import { toOffer } from './item-access';
import type { ViewerItem } from './item-kind';

/** Makes the creator look as this viewer sees them; must give the same as `people.views`. */
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

/** Fields that galleries, photos, videos and products have in common. Wire contract 3.5 to 3.8. */
export const presentItem = ({ parts: { row }, state, creator, isOwner }: ViewerItem<unknown>) => ({
  _id: row.id,
  performerId: row.performerId,
  performer: creatorSeenBy(creator, state),
  // The description is public even if the item is locked: only the files are sold.
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
  ...presentTakedown(row),
});

/** True if the viewer is blocked, and so can open what they bought but not react to it. Sent only if true. */
export const presentReadOnly = ({
  isKeptOut,
}: Pick<ViewerItem<unknown>['state'], 'isKeptOut'>): { isReadOnly?: true } => (isKeptOut ? { isReadOnly: true } : {});

export const presentRevision = ({ revision }: { revision: number }, isOwner: boolean) => (isOwner ? { revision } : {});

/** Only its creator and moderators get such an item. Sent only if true. */
export const presentTakedown = ({ takenDownAt }: { takenDownAt: Date | null }): { isTakenDown?: true } =>
  takenDownAt === null ? {} : { isTakenDown: true };

/** Only the creator sees when an item will be published. Our own extension, except for posts and videos. */
export const presentPlan = ({ parts: { row }, isOwner }: ViewerItem<unknown>) =>
  isOwner ? { isSchedule: row.isScheduled, scheduledAt: row.publishAt?.toISOString() ?? null } : {};

/** The owner counts as a subscriber and buyer. Wire contract 3.3. */
export const presentOffer = ({ parts: { row }, state, access, isOwner }: ViewerItem<unknown>) => ({
  ...toOffer(row.audience),
  price: fromCents(row.price),
  access,
  isSubscribed: state.isSubscribed || isOwner,
  isBought: state.isBought || isOwner,
});
