import { z } from 'zod';
import { File } from '../base/common-schemas';

/** What feeds, galleries, photos, videos and products have in common. Wire contract 3.3 to 3.8. */

export const ContentStatus = z.enum(['draft', 'active', 'inactive', 'file-error']);

/** What a performer may set; `file-error` is the server's to say. */
export const EditableStatus = z.enum(['draft', 'active', 'inactive']);

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

/** Both spellings go out. Wire contract 6. */
export const bookmarkFlags = { isBookMarked: z.boolean(), isBookmarked: z.boolean() };

export const ContentStats = z.object({
  views: z.number(),
  likes: z.number(),
  comments: z.number(),
  bookmarks: z.number(),
});

/** A file inside content: the family leaves its id and purpose out here. `url` is null when locked. */
export const MediaFile = File.partial({ _id: true, type: true });
