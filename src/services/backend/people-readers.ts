import { andThen, readRow, type Read, type Row } from './read-row';
import { bothBookmarks, truthy } from './spellings';

/** The display name, else first and last name, else the username. Wire contract 3.1. */
function getName({ name, firstName, lastName, username }: Row): string {
  if (typeof name === 'string' && name.trim() !== '') return name;
  const whole = [firstName, lastName].filter((one) => typeof one === 'string' && one !== '').join(' ');
  return whole || (typeof username === 'string' ? username : '');
}

const named = (row: Row): Row => ({ ...row, name: getName(row), isOnline: truthy(row['isOnline']) });

export const user = andThen(
  readRow({
    texts: 'avatar createdAt updatedAt',
    optionalTexts: 'username country',
    stats: 'totalSubscriptions following',
  }),
  (row) => ({ ...named(row), isPerformer: false }),
);

const performerMembers = {
  texts: 'username avatar cover',
  optionalTexts: 'gender country dateOfBirth headline',
  optionalNumbers: 'score monthlyPrice yearlyPrice',
  numbers: 'durationFreeSubscriptionDays',
  flags: 'isFreeSubscription verifiedAccount isFollowed isFeatured',
  optionalFlags: 'isSubscribed',
  words: { streamingStatus: 'offline' },
  stats:
    'likes subscribers views followers totalVideos totalPhotos totalGalleries totalProducts totalFeeds totalStreamTime',
};

/** A creator in lists. Missing prices stay missing: a default of 0 would be shown as a price. */
export const performerSearch = andThen(readRow(performerMembers), (row) => ({
  ...named(row),
  live: truthy(row['live']),
}));

const performerDetails = readRow({
  texts: 'createdAt updatedAt',
  optionalTexts:
    'height weight hair pubicHair butt ethnicity eyes bodyType sexualOrientation bio lastStreamingTime welcomeVideoPath ' +
    'welcomeVideoName firstName lastName city state zipcode address welcomeVideoId',
  numbers: 'monthlyPrice yearlyPrice',
  optionalNumbers: 'publicChatPrice',
  flags: 'isSubscribed',
  optionalFlags: 'activateWelcomeVideo hasMedia takesMessages',
  lists: 'languages categoryIds',
  words: { status: 'active' },
});

export const performer = andThen(performerSearch, (row) => {
  const read = performerDetails(row);
  return read && bothBookmarks({ ...read, isPerformer: true });
});

/** A fan or a creator. Older backends do not always send `isPerformer`; only creators have price fields. */
export const person: Read = (row) =>
  (row['isPerformer'] ?? ('monthlyPrice' in row || 'isFreeSubscription' in row)) ? performer(row) : user(row);

export const blocked = andThen(
  readRow({
    texts: 'createdAt updatedAt sourceId targetId',
    optionalTexts: 'reason',
    parts: { targetInfo: person },
  }),
  (row) => ({ ...row, source: 'performer', target: 'user' }),
);
