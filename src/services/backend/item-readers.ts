import { file, shownFile } from './file-readers';
import { performer, performerSearch } from './people-readers';
import { andThen, isRow, readRow, type Read, type Row } from './read-row';
import { bothBookmarks } from './spellings';

const poll = readRow({
  texts: 'description createdAt updatedAt',
  numbers: 'totalVote',
  optionalTexts: 'expiredAt createdBy refId fromRef',
  optionalFlags: 'isVoted',
});

/** Stands in for an author that the backend sent only as an id. */
const unnamed = (_id: unknown): Row | null => performer({ _id, name: 'A creator' });

/** True if the author was deleted (null). A backend that does not send authors omits the field. */
const isOrphan = ({ performer: author }: Row): boolean => author === null;

const feedMembers = readRow({
  texts: 'title text createdAt updatedAt fromSourceId',
  optionalTexts:
    'tagline thumbnailId teaserId pollDescription pollExpiredAt access pinnedAt scheduleAt streamingScheduled publishedAt',
  numbers: 'price totalLike totalComment',
  optionalNumbers: 'fileCount totalDuration',
  flags: 'isSale isLiked isSubscribed isBought isFollowed',
  optionalFlags: 'processing isFree isPinned isSchedule isReadOnly isTakenDown',
  words: { type: 'text', status: 'active', fromSource: 'performer' },
  lists: 'pollIds',
  partLists: { files: file, polls: poll },
  parts: { performer, thumbnail: file, teaser: file },
});

export const ownFeed = andThen(feedMembers, (row, told) => ({
  ...bothBookmarks(row),
  slug: row['slug'] || row['_id'],
  fileIds: Array.isArray(told['fileIds']) ? told['fileIds'] : (row['files'] as Row[]).map(({ _id }) => _id),
  performer: row['performer'] ?? unnamed(row['fromSourceId'] || row['_id']),
}));

/** Drops posts whose author was deleted: the author cannot be named, followed or paid. */
export const feed: Read = (told) => (isOrphan(told) ? null : ownFeed(told));

const itemMembers = {
  texts: 'title description createdAt updatedAt performerId',
  optionalTexts: 'access scheduledAt',
  numbers: 'price',
  flags: 'isSale isSubscribed isBought',
  optionalFlags: 'isFree isSchedule isLiked isReadOnly isTakenDown',
  words: { status: 'active' },
  stats: 'views likes comments bookmarks',
};

const item = (read: Read): Read => andThen(read, (row) => ({ ...bothBookmarks(row), slug: row['slug'] || row['_id'] }));

export const ownVideo = item(
  readRow({
    ...itemMembers,
    texts: `${itemMembers.texts} fileId`,
    optionalTexts: `${itemMembers.optionalTexts} thumbnailId teaserId`,
    flags: `${itemMembers.flags} processing isSchedule isLiked`,
    optionalFlags: 'isFree teaserProcessing isReadOnly isTakenDown',
    lists: 'tags participantIds',
    parts: { performer, video: shownFile, thumbnail: shownFile, teaser: shownFile },
    partLists: { participants: performerSearch },
  }),
);
export const ownGallery = item(
  readRow({
    ...itemMembers,
    optionalTexts: `${itemMembers.optionalTexts} coverPhotoId`,
    numbers: 'price numOfItems',
    parts: { performer, coverPhoto: shownFile },
  }),
);
const productMembers = readRow({
  ...itemMembers,
  texts: 'name description createdAt updatedAt performerId',
  optionalTexts: 'title imageId digitalFileId digitalFileUrl access scheduledAt',
  numbers: 'price stock',
  flags: '',
  optionalFlags: 'isFree isSchedule isLiked isBought isSale isSubscribed isReadOnly isTakenDown',
  words: { status: 'active', type: 'physical' },
  parts: { performer },
});
/** `image` arrives as a file or as a URL; the result is always a URL. */
export const ownProduct = item(
  andThen(productMembers, (row, { image }) => ({
    ...row,
    name: row['name'] || row['title'] || 'Product',
    image: (isRow(image) ? image['url'] : image) || undefined,
  })),
);

const ofSomebody =
  (read: Read): Read =>
  (told) =>
    isOrphan(told) ? null : read(told);

export const video = ofSomebody(ownVideo);
export const gallery = ofSomebody(ownGallery);
export const product = ofSomebody(ownProduct);

/** The gallery of a photo; null without a title, since a gallery is shown by its title. */
const galleryOfPhoto = andThen(
  readRow({ texts: 'title', numbers: 'price', flags: 'isSale', words: { status: 'active' } }),
  (row) => (row['title'] ? { ...row, slug: row['slug'] || row['_id'] } : null),
);
export const photo = item(
  readRow({
    ...itemMembers,
    texts: `${itemMembers.texts} fileId`,
    optionalTexts: `${itemMembers.optionalTexts} galleryId`,
    flags: 'processing isGalleryCover',
    optionalFlags: 'isFree isSchedule isLiked isSale isSubscribed isBought isReadOnly isTakenDown',
    parts: { performer, photo: shownFile, gallery: galleryOfPhoto },
  }),
);
