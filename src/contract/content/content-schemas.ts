import { z } from 'zod';
import {
  DateRange,
  Dollars,
  File,
  Flag,
  IsoDate,
  ListQuery,
  ObjectId,
  each,
  stamps,
  revisionField,
} from '../base/common-schemas';
import { DateText, clearable } from '../base/field-schemas';
import { PerformerPublic } from '../identity/people-schemas';

/** Shared by feeds, galleries, photos, videos and products. Wire contract 3.3 to 3.8. */

export const ContentStatus = z.enum(['draft', 'active', 'inactive', 'file-error']);

/** Statuses that a performer can set; only the server sets `file-error`. */
export const EditableStatus = z.enum(['draft', 'active', 'inactive']);

/** State of an item for its owner; unlike `status`, it distinguishes scheduled from hidden. Our extension. */
export const OwnState = z.enum(['published', 'scheduled', 'draft', 'hidden']);

export const OwnItemsQuery = ListQuery.extend({
  ...DateRange,
  status: ContentStatus.optional(),
  state: OwnState.optional(),
});

export const itemFileErrors = [
  'INVALID_IMAGE',
  'INVALID_OR_MISSING_FILE',
  'PAYLOAD_TOO_LARGE',
  'DOCUMENTS_NOT_APPROVED',
  'MISSING_REQUIRED_PROPS',
] as const;

/**
 * Whether an item is open to this viewer, or must be bought, or needs a subscription to the performer or the platform. Our
 * extension; without it, clients use `isSale`, `isBought` and `isSubscribed`. Decisions 3.
 */
export const ContentAccess = z.enum(['open', 'locked-sale', 'locked-subscription', 'locked-platform']);

/** Our extension; compatible backends only send the flags. */
export const accessFields = {
  access: ContentAccess.optional(),
  /** Free to platform subscribers. Decisions 1 and 3. */
  isFree: z.boolean().optional(),
};

/**
 * True if the creator has blocked a viewer who bought the item, or the viewer's country: the item can be opened and reported, but
 * new likes, bookmarks, comments and votes are rejected. Otherwise absent. Our extension.
 */
export const readOnlyField = { isReadOnly: z.boolean().optional() };

/** True if operators removed it. Only its creator and moderators get such an item. Our extension. */
export const takenDownField = { isTakenDown: z.boolean().optional() };

/** Scheduled publication of galleries, photos and products; sent to their creator only. Our extension. */
export const planFields = { isSchedule: z.boolean().optional(), scheduledAt: IsoDate.nullish() };

/** As sent by an editor, in JSON or in a form. */
export const planInput = { isSchedule: Flag.optional(), scheduledAt: clearable(DateText) };

/** Both spellings are sent. Wire contract 6. */
export const bookmarkFlags = { isBookMarked: z.boolean(), isBookmarked: z.boolean() };

export const ContentStats = z.object(each(['views', 'likes', 'comments', 'bookmarks'], z.number()));

/** A file inside content, where compatible backends omit its `_id` and `type`. `url` is null if locked. */
export const MediaFile = File.partial({ _id: true, type: true });

/** Fields of galleries, photos, videos and products; posts use other names. */
export const itemFields = {
  ...stamps,
  ...revisionField,
  ...readOnlyField,
  ...takenDownField,
  performerId: ObjectId,
  performer: PerformerPublic.nullish(),
  description: z.string().nullish(),
  status: ContentStatus,
};

/** Additional fields of galleries and videos: sale, counters and viewer state. */
export const soldItemFields = {
  ...itemFields,
  title: z.string(),
  slug: z.string(),
  isSale: z.boolean(),
  price: Dollars.nullish(),
  stats: ContentStats,
  ...bookmarkFlags,
  isSubscribed: z.boolean(),
  isBought: z.boolean(),
  ...accessFields,
};
