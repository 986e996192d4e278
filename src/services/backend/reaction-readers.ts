import { feed, gallery, product, video } from './item-readers';
import { performer, performerSearch, person } from './people-readers';
import { andThen, isRow, readRow, type Read } from './read-row';
import { bothBookmarks } from './spellings';

export const comment = readRow({
  texts: 'content createdAt updatedAt createdBy objectId',
  optionalTexts: 'recipientId',
  numbers: 'totalReply totalLike',
  flags: 'isLiked isAuth',
  optionalFlags: 'isTakenDown',
  words: { objectType: 'feed' },
  parts: { creator: person },
});

export const follow = readRow({
  texts: 'createdAt updatedAt followerId followingId',
  parts: { followerInfo: person, followingInfo: performer },
});

const reactionTargetReads: Record<string, Read> = { feed, video, gallery, product, performer: performerSearch };

/** The liked or bookmarked target is null if it was deleted. */
export const reaction = andThen(
  readRow({
    texts: 'createdAt updatedAt objectId createdBy',
    words: { action: 'bookmark', objectType: 'video' },
    optionalTexts: 'source',
    parts: { creator: person },
  }),
  (row) => {
    const kept = row['objectInfo'];
    const read = reactionTargetReads[String(row['objectType'])];
    return { ...row, objectInfo: isRow(kept) ? (read ? read(kept) : bothBookmarks(kept)) : null };
  },
);
