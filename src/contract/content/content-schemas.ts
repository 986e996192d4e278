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

/** What feeds, galleries, photos, videos and products have in common. Wire contract 3.3 to 3.8. */

export const ContentStatus = z.enum(['draft', 'active', 'inactive', 'file-error']);

/** What a performer may set; `file-error` is the server's to say. */
export const EditableStatus = z.enum(['draft', 'active', 'inactive']);

/** Where an own item stands for its creator, where `status` alone does not tell scheduled and hidden apart; ours. */
export const OwnState = z.enum(['published', 'scheduled', 'draft', 'hidden']);

/** A creator's own items of any status. */
export const OwnItemsQuery = ListQuery.extend({
  ...DateRange,
  status: ContentStatus.optional(),
  state: OwnState.optional(),
});

/** Why an item with files is not stored. */
export const itemFileErrors = [
  'INVALID_IMAGE',
  'INVALID_OR_MISSING_FILE',
  'PAYLOAD_TOO_LARGE',
  'DOCUMENTS_NOT_APPROVED',
] as const;

/**
 * Why an item is closed to this viewer, or that it is open: it must be bought, the performer subscribed to, or the
 * platform subscribed to. Ours; a backend without it is read by `isSale`, `isBought`, `isSubscribed`. Decisions 3.
 */
export const ContentAccess = z.enum(['open', 'locked-sale', 'locked-subscription', 'locked-platform']);

/** Sent by us beside the family's flags, absent from an existing backend. */
export const accessFields = {
  access: ContentAccess.optional(),
  /** Free to platform subscribers. Decisions 1 and 3. */
  isFree: z.boolean().optional(),
};

/**
 * True where the creator has blocked a viewer who bought the item, or the viewer's country: the item opens and can be
 * reported, but new likes, bookmarks, comments and votes are refused. Absent otherwise. Ours.
 */
export const readOnlyField = { isReadOnly: z.boolean().optional() };

/** When galleries, photos and products come out by themselves; replied to their creator only. Ours. */
export const planFields = { isSchedule: z.boolean().optional(), scheduledAt: IsoDate.nullish() };

/** The same as an editor sends it, in JSON or in a form. */
export const planInput = { isSchedule: Flag.optional(), scheduledAt: clearable(DateText) };

/** Both spellings go out. Wire contract 6. */
export const bookmarkFlags = { isBookMarked: z.boolean(), isBookmarked: z.boolean() };

export const ContentStats = z.object(each(['views', 'likes', 'comments', 'bookmarks'], z.number()));

/** A file inside content: the family leaves its id and purpose out here. `url` is null when locked. */
export const MediaFile = File.partial({ _id: true, type: true });

/** What galleries, photos, videos and products name alike; posts have names of their own. */
export const itemFields = {
  ...stamps,
  ...revisionField,
  ...readOnlyField,
  performerId: ObjectId,
  performer: PerformerPublic.nullish(),
  description: z.string().nullish(),
  status: ContentStatus,
};

/** What galleries and videos have beside that: sold one by one, counted, and how the viewer stands to them. */
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
