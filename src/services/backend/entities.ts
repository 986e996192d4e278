/**
 * Reads what a backend of the family says of one thing into the shape that the contract promises: fields that only newer
 * generations send get the value that their absence means, other spellings become ours. What is there already stays as it is,
 * so that a reply of our own API passes through unchanged. Source: wire contract 3; its quirks stand nowhere else.
 */

/** A JSON object as it came. */
export type Row = Record<string, unknown>;
export type Read = (row: Row) => Row;

export const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Puts a value wherever a field is absent or null. */
function fill(row: Row, absent: Row): Row {
  const filled: Row = { ...row };
  for (const [key, value] of Object.entries(absent)) filled[key] ??= value;
  return filled;
}

/** Reads a part where it is an object; anything else, also an id in its place, stays. */
const part = (value: unknown, read: Read): unknown => (isRow(value) ? read(value) : value);

/** Reads each of a list; what is no list is an empty one. */
const parts = (value: unknown, read: Read): unknown[] => (Array.isArray(value) ? value.filter(isRow).map(read) : []);

/** Where an optional part came along, it is read; where it did not, none is made. */
function withParts(row: Row, readers: Record<string, Read>): Row {
  const read: Row = { ...row };
  for (const [key, reader] of Object.entries(readers)) if (row[key]) read[key] = part(row[key], reader);
  return read;
}

/** Both spellings of a saved item, from whichever came. Wire contract 1.6. */
function bothBookmarks(row: Row): Row {
  const isBookmarked = Boolean(row['isBookMarked'] ?? row['isBookmarked'] ?? false);
  return { ...row, isBookMarked: isBookmarked, isBookmarked };
}

/** What somebody is called: their name, else first and last name, else the name they log in with. Wire contract 3.1. */
function nameOf({ name, firstName, lastName, username }: Row): string {
  if (typeof name === 'string' && name.trim() !== '') return name;
  const whole = [firstName, lastName].filter((one) => typeof one === 'string' && one !== '').join(' ');
  return whole || (typeof username === 'string' ? username : '');
}

const noFanStats = { totalSubscriptions: 0, following: 0 };
const noPerformerStats = {
  likes: 0, subscribers: 0, views: 0, followers: 0, totalVideos: 0, totalPhotos: 0, totalGalleries: 0, totalProducts: 0,
  totalFeeds: 0, totalStreamTime: 0,
}; // prettier-ignore

const user: Read = (row) => ({
  ...fill(row, { avatar: '', isOnline: false, isPerformer: false, createdAt: '', updatedAt: '' }),
  name: nameOf(row),
  stats: fill(isRow(row['stats']) ? row['stats'] : {}, noFanStats),
});

/** A creator in lists. Prices stay absent where they were: nobody may be shown a price of nothing. */
export const performerSearch: Read = (row) => ({
  ...fill(row, {
    username: '', avatar: '', cover: '', isOnline: false, live: false, streamingStatus: 'offline', isFreeSubscription: false,
    durationFreeSubscriptionDays: 0, verifiedAccount: false, isFollowed: false, isFeatured: false,
  }), // prettier-ignore
  name: nameOf(row),
  stats: fill(isRow(row['stats']) ? row['stats'] : {}, noPerformerStats),
});

export const performer: Read = (row) =>
  bothBookmarks(
    fill(performerSearch(row), {
      isPerformer: true, isSubscribed: false, monthlyPrice: 0, yearlyPrice: 0, status: 'active', languages: [],
      categoryIds: [], createdAt: '', updatedAt: '',
    }),
  ); // prettier-ignore

/** The other party of something, a fan or a creator: views of older generations do not always say which. */
export const person: Read = (row) =>
  (row['isPerformer'] ?? ('monthlyPrice' in row || 'isFreeSubscription' in row)) ? performer(row) : user(row);

/**
 * The account itself. The family calls the wallet `balance` and knows no pending one: what a creator has earned there is
 * theirs at once. Wire contract 3.1, 6.
 */
export const me: Read = (row) => {
  const wallet = row['wallet'] ?? row['balance'] ?? 0;
  const own = { pendingBalance: 0, verifiedEmail: false, twitterConnected: false, googleConnected: false };
  return {
    ...fill(person(row), {
      ...own,
      status: 'active',
      ...(row['isPerformer'] ? { verifiedDocument: false, blockCountries: { countryCodes: [] } } : { roles: [] }),
    }),
    wallet,
    balance: wallet,
  };
};

/** Where a thumbnail is an object, as in replies to uploads, there is no address that the browser could open. */
const addressesOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string') : [];

const file: Read = (row) => ({
  ...fill(row, { type: '', url: null }),
  thumbnails: addressesOf(row['thumbnails']),
});

const poll: Read = (row) => fill(row, { description: '', totalVote: 0 });

export const feed: Read = (row) => {
  const files = parts(row['files'], file);
  const read = fill(bothBookmarks(row), {
    type: 'text', title: '', slug: row['_id'], text: '', fileIds: files.map((one) => (one as Row)['_id']), pollIds: [],
    isSale: false, price: 0, status: 'active', totalLike: 0, totalComment: 0, isLiked: false, isSubscribed: false,
    isBought: false, isFollowed: false, fromSource: 'performer',
  }); // prettier-ignore
  return {
    ...withParts(read, { performer, thumbnail: file, teaser: file }),
    files,
    polls: parts(row['polls'], poll),
  };
};

const noItemStats = { views: 0, likes: 0, comments: 0, bookmarks: 0 };

/** What galleries, photos and videos have alike, with what backends of other ages leave out. */
const asset: Read = (row) => ({
  ...fill(bothBookmarks(row), {
    title: '', slug: row['_id'], description: '', status: 'active', isSale: false, price: 0, isSubscribed: false,
    isBought: false, isLiked: false, tags: [], processing: false, isSchedule: false, participantIds: [], numOfItems: 0,
  }), // prettier-ignore
  ...(isRow(row['performer']) && { performer: performer(row['performer']) }),
  stats: fill(isRow(row['stats']) ? row['stats'] : {}, noItemStats),
});

export const video: Read = (row) => withParts(asset(row), { video: file, thumbnail: file, teaser: file });
export const gallery: Read = (row) => withParts(asset(row), { coverPhoto: file });
/** What a product costs, has left and looks like is a number, a number and an address. */
export const product: Read = (row) => ({
  ...fill(asset(row), { name: row['title'] ?? '', type: 'physical', stock: 0 }),
  image: isRow(row['image']) ? row['image']['url'] : row['image'],
});
export const photo: Read = (row) => withParts(fill(asset(row), { isGalleryCover: false }), { photo: file });

export const comment: Read = (row) =>
  withParts(fill(row, { content: '', isLiked: false, isAuth: false, totalReply: 0, totalLike: 0 }), {
    creator: person,
  });

/** Of a message without words the family previews nothing, although something was sent. Wire contract 3.17. */
const lastMessageOf = (row: Row): unknown =>
  row['lastMessage'] || (row['lastMessageCreatedAt'] && row['lastSenderId'] ? 'Photo or file' : row['lastMessage']);

export const conversation: Read = (row) => ({
  ...withParts(fill(row, { type: 'private', recipients: [], totalNotSeenMessages: 0 }), { recipientInfo: person }),
  lastMessage: lastMessageOf(row),
});

export const message: Read = (row) => {
  const files = parts(row['files'], file);
  const ids = files.map((one) => (one as Row)['_id']);
  const read = fill(row, {
    type: 'text', text: '', fileIds: row['fileId'] && ids.length === 0 ? [row['fileId']] : ids, isDeleted: false,
    isSale: false, isBought: false,
  }); // prettier-ignore
  return { ...withParts(read, { senderInfo: person, thumbnail: file, recipientInfo: person }), files };
};

export const notification: Read = (row) =>
  withParts(fill(row, { action: '', title: '', message: '', read: false }), { createdBy: person });

export const subscription: Read = (row) =>
  withParts(fill(row, { subscriptionType: 'monthly', status: 'active', paymentGateway: 'system' }), {
    userInfo: user,
    performerInfo: performer,
  });

/** The price before a coupon is the price where no coupon is known of. */
function paid(row: Row, status: string): Row {
  const total = row['totalPrice'] ?? row['originalPrice'] ?? 0;
  return {
    ...withParts(fill(row, { status, originalPrice: total, source: 'user' }), {
      sourceInfo: user,
      performerInfo: performer,
    }),
    totalPrice: total,
    products: parts(row['products'], (one) => fill(one, { name: '', price: 0, quantity: 1, productType: '' })),
  };
}

export const transaction: Read = (row) => fill(paid(row, 'created'), { target: 'performer', type: 'token_package' });
export const charge: Read = (row) => paid(row, 'success');

/** What paying answers: a transaction, a charge, or the page of a gateway to go to. Wire contract 2.13. */
export const payment: Read = (row) => {
  if ('paymentUrl' in row) return row;
  return 'paymentGateway' in row ? transaction(row) : charge(row);
};

export const earning: Read = (row) => ({
  ...withParts(
    fill(row, {
      grossPrice: 0,
      netPrice: 0,
      isPaid: false,
      paymentGateway: 'system',
      isToken: (row['paymentGateway'] ?? 'system') === 'system',
    }),
    { userInfo: user, performerInfo: performer },
  ),
  siteCommission: row['siteCommission'] ?? row['commission'] ?? 0,
});

const asText = (value: unknown): string =>
  typeof value === 'number' || typeof value === 'string' ? String(value) : '';

/** Months and years of cards are text in the family, and now and then numbers. */
export const card: Read = (row) => ({
  ...fill(row, { brand: '', last4Digits: '', isDefault: false, paymentGateway: 'stripe', source: 'user' }),
  month: asText(row['month']),
  year: asText(row['year']),
});

export const follow: Read = (row) => withParts(row, { followerInfo: person, followingInfo: performer });

const keptReads: Record<string, Read> = { feed, video, gallery, product, performer: performerSearch };

/** What somebody kept; the thing itself is null once it is gone. */
export const reaction: Read = (row) => {
  const kept = row['objectInfo'];
  const kind = row['objectType'];
  const read = keptReads[typeof kind === 'string' ? kind : ''] ?? bothBookmarks;
  return { ...row, objectInfo: isRow(kept) ? read(kept) : null };
};

export const blocked: Read = (row) => withParts(row, { targetInfo: person });

export const post: Read = (row) =>
  fill(row, { type: 'post', title: '', slug: row['_id'], content: '', status: 'published' });

export const address: Read = (row) =>
  fill(row, { name: '', country: '', state: '', city: '', streetNumber: '', streetAddress: '', zipCode: '' });
