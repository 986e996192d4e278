import { readNumber, isRow, readList, readRow, type Read, type Row } from './read-row';

/**
 * Reads what a backend of the family says of one thing into the shape that the contract promises: fields that only newer
 * generations send get the value that their absence means, other spellings become ours. Fields that only our API sends are
 * absent elsewhere: unknown, not "no". What is there already stays as it is, so that a reply of our own API passes through
 * unchanged. Source: wire contract 3; its quirks stand nowhere else.
 */

export { isRow, type Read, type Row };

/** A reader that goes on with what another has read. */
const then =
  (first: Read, next: (row: Row, told: Row) => Row | null): Read =>
  (told) => {
    const row = first(told);
    return row && next(row, told);
  };

/** Both spellings of a saved item, from whichever came. Wire contract 1.6. */
function bothBookmarks(row: Row): Row {
  const isBookmarked = Boolean(row['isBookMarked'] ?? row['isBookmarked'] ?? false);
  return { ...row, isBookMarked: isBookmarked, isBookmarked };
}

/** What somebody is called: their name, else first and last name, else the name they log in with. Wire contract 3.1. */
function getName({ name, firstName, lastName, username }: Row): string {
  if (typeof name === 'string' && name.trim() !== '') return name;
  const whole = [firstName, lastName].filter((one) => typeof one === 'string' && one !== '').join(' ');
  return whole || (typeof username === 'string' ? username : '');
}

/** Some backends say 0 and 1, others false and true: both are as good. */
const truthy = (value: unknown): unknown => (typeof value === 'number' ? value : value === true || value === 'true');

const named = (row: Row): Row => ({ ...row, name: getName(row), isOnline: truthy(row['isOnline']) });

const user = then(
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

/** A creator in lists. Prices stay absent where they were: nobody may be shown a price of nothing. */
export const performerSearch = then(readRow(performerMembers), (row) => ({ ...named(row), live: truthy(row['live']) }));

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

export const performer = then(performerSearch, (row) => {
  const read = performerDetails(row);
  return read && bothBookmarks({ ...read, isPerformer: true });
});

/** The other party of something, a fan or a creator: views of older generations do not always say which. */
export const person: Read = (row) =>
  (row['isPerformer'] ?? ('monthlyPrice' in row || 'isFreeSubscription' in row)) ? performer(row) : user(row);

const account = readRow({
  optionalTexts: 'email firstName lastName phone phoneCode gender pendingEmail deletionAt welcomeMessage ' +
    'idVerificationId documentVerificationId',
  numbers: 'pendingBalance',
  optionalFlags:
    'isAgeDeclared twoStepEnabled followPopupShown welcomeVideoDismissed hasPassword pricesChosen',
  flags: 'verifiedEmail twitterConnected googleConnected',
  words: { status: 'active' },
}); // prettier-ignore

const document = readRow({ texts: 'url mimeType', optionalTexts: 'status reason sentAt' });
const banking = readRow({
  texts: 'createdAt updatedAt performerId firstName lastName bankName bankAccount',
  optionalTexts: 'SSN bankRouting bankSwiftCode address city state country',
});
const gateway = then(readRow({ texts: 'performerId', words: { key: 'paypal', status: 'active' } }), (row) => ({
  ...row,
  value: isRow(row['value']) ? row['value'] : {},
}));
const earningTerms = readRow(
  { numbers: 'commission holdingDays', partLists: { commissions: (row) => row } },
  { needsId: false },
);
const performerMe = readRow({
  flags: 'verifiedDocument',
  parts: {
    idVerification: document,
    documentVerification: document,
    bankingInformation: banking,
    paypalSetting: gateway,
    ccbillSetting: gateway,
    earningTerms,
  },
  optionalPartLists: { welcomeMessageFiles: (row) => file(row) },
});
const userMe = readRow({ lists: 'roles' });
const blockedCountries = readRow({ lists: 'countryCodes' }, { needsId: false });

/**
 * The account itself. The family calls the wallet `balance` and knows no pending one: what a creator has earned there is
 * theirs at once. Wire contract 3.1, 6.
 */
export const me: Read = (told) => {
  const row = person(told);
  const read = row && account(row);
  if (!read) return null;
  const wallet = readNumber(told['wallet']) ?? readNumber(told['balance']) ?? 0;
  const isPerformer = read['isPerformer'] === true;
  const own = isPerformer ? performerMe(read) : userMe(read);
  const countries = isRow(told['blockCountries']) ? told['blockCountries'] : {};
  return {
    ...own,
    ...(isPerformer && { blockCountries: blockedCountries(countries) }),
    wallet,
    balance: wallet,
  };
};

const fileMembers = readRow(
  {
    texts: 'type',
    optionalTexts: '_id name description mimeType server alt thumbHash hls previews status failure createdAt updatedAt',
    optionalNumbers: 'width height duration size',
    optionalPartLists: { sources: readRow({}, { needsId: false }) },
  },
  { needsId: false },
);

/** Where a thumbnail is an object, as in replies to uploads, there is no address that the browser could open. */
const getAddresses = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((one): one is string => typeof one === 'string' && one !== '') : [];

/** A file inside content: the family leaves its id out there. One that nothing is known of is none. */
const shownFile: Read = (told) => {
  const row = fileMembers(told);
  const url = typeof told['url'] === 'string' && told['url'] !== '' ? told['url'] : null;
  return row && { ...row, url, thumbnails: getAddresses(told['thumbnails']) };
};

const file: Read = (told) => (told['_id'] ? shownFile(told) : null);

const poll = readRow({
  texts: 'description createdAt updatedAt',
  numbers: 'totalVote',
  optionalTexts: 'expiredAt createdBy refId fromRef',
  optionalFlags: 'isVoted',
});

/** An account that a backend only did not send along: nothing but its id is known. */
const unnamed = (_id: unknown): Row | null => performer({ _id, name: 'A creator' });

/** Whether whose something is was looked for and not found: null, where a backend that never looks sends nothing. */
const isOrphan = ({ performer: author }: Row): boolean => author === null;

const feedMembers = readRow({
  texts: 'title text createdAt updatedAt fromSourceId',
  optionalTexts:
    'tagline thumbnailId teaserId pollDescription pollExpiredAt access pinnedAt scheduleAt streamingScheduled publishedAt',
  numbers: 'price totalLike totalComment',
  optionalNumbers: 'fileCount totalDuration',
  flags: 'isSale isLiked isSubscribed isBought isFollowed',
  optionalFlags: 'processing isFree isPinned isSchedule isReadOnly',
  words: { type: 'text', status: 'active', fromSource: 'performer' },
  lists: 'pollIds',
  partLists: { files: file, polls: poll },
  parts: { performer, thumbnail: file, teaser: file },
});

/** A post of one's own: also one whose author a backend does not tell. */
export const ownFeed = then(feedMembers, (row, told) => ({
  ...bothBookmarks(row),
  slug: row['slug'] || row['_id'],
  fileIds: Array.isArray(told['fileIds']) ? told['fileIds'] : (row['files'] as Row[]).map(({ _id }) => _id),
  performer: row['performer'] ?? unnamed(row['fromSourceId'] || row['_id']),
}));

/** A post whose author is gone is nobody's: there is nobody to name, to follow or to pay. */
export const feed: Read = (told) => (isOrphan(told) ? null : ownFeed(told));

const itemMembers = {
  texts: 'title description createdAt updatedAt performerId',
  optionalTexts: 'access scheduledAt',
  numbers: 'price',
  flags: 'isSale isSubscribed isBought',
  optionalFlags: 'isFree isSchedule isLiked isReadOnly',
  words: { status: 'active' },
  stats: 'views likes comments bookmarks',
};

const item = (read: Read): Read => then(read, (row) => ({ ...bothBookmarks(row), slug: row['slug'] || row['_id'] }));

export const ownVideo = item(
  readRow({
    ...itemMembers,
    texts: `${itemMembers.texts} fileId`,
    optionalTexts: `${itemMembers.optionalTexts} thumbnailId teaserId`,
    flags: `${itemMembers.flags} processing isSchedule isLiked`,
    optionalFlags: 'isFree teaserProcessing isReadOnly',
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
  optionalFlags: 'isFree isSchedule isLiked isBought isSale isSubscribed isReadOnly',
  words: { status: 'active', type: 'physical' },
  parts: { performer },
});
/** What a product costs, has left and looks like is a number, a number and an address. */
export const ownProduct = item(
  then(productMembers, (row, { image }) => ({
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

/** A gallery that a photo is in, of which some backends tell nothing but that it is there: then there is nothing to name. */
const galleryOfPhoto = then(
  readRow({ texts: 'title', numbers: 'price', flags: 'isSale', words: { status: 'active' } }),
  (row) => (row['title'] ? { ...row, slug: row['slug'] || row['_id'] } : null),
);
export const photo = item(
  readRow({
    ...itemMembers,
    texts: `${itemMembers.texts} fileId`,
    optionalTexts: `${itemMembers.optionalTexts} galleryId`,
    flags: 'processing isGalleryCover',
    optionalFlags: 'isFree isSchedule isLiked isSale isSubscribed isBought isReadOnly',
    parts: { performer, photo: shownFile, gallery: galleryOfPhoto },
  }),
);

export const comment = readRow({
  texts: 'content createdAt updatedAt createdBy objectId',
  optionalTexts: 'recipientId',
  numbers: 'totalReply totalLike',
  flags: 'isLiked isAuth',
  words: { objectType: 'feed' },
  parts: { creator: person },
});

/** Of a message without words the family previews nothing, although something was sent. Wire contract 3.17. */
const getLastMessage = (row: Row): unknown =>
  row['lastMessage'] || (row['lastMessageCreatedAt'] && row['lastSenderId'] ? 'Photo or file' : row['lastMessage']);

const party = readRow({ texts: 'sourceId', words: { source: 'user' } }, { needsId: false });

export const conversation = then(
  readRow({
    texts: 'createdAt updatedAt',
    optionalTexts: 'name lastSenderId lastMessageCreatedAt streamId performerId',
    numbers: 'totalNotSeenMessages',
    optionalNumbers: 'lastSequence lastSeenSequence',
    optionalFlags: 'isSubscribed isBlocked canWrite opensBySubscribing isMuted isClosed',
    words: { type: 'private' },
    partLists: { recipients: party },
    parts: { recipientInfo: person },
  }),
  (row) => ({ ...row, lastMessage: getLastMessage(row) }),
);

export const message = then(
  readRow({
    texts: 'text createdAt updatedAt conversationId senderId',
    optionalTexts: 'fileId boughtAt tipNote clientId seenAt',
    optionalNumbers: 'tipAmount sequence price',
    flags: 'isDeleted isSale isBought',
    optionalFlags: 'isSystem',
    words: { type: 'text', senderSource: 'user' },
    partLists: { files: file },
    parts: { senderInfo: person, thumbnail: file, recipientInfo: person },
  }),
  (row, told) => {
    const ids = (row['files'] as Row[]).map(({ _id }) => _id);
    const single = row['fileId'] && ids.length === 0 ? [row['fileId']] : ids;
    return { ...row, fileIds: Array.isArray(told['fileIds']) ? told['fileIds'] : single };
  },
);

export const notification = readRow({
  texts: 'action title message createdAt updatedAt userId',
  optionalTexts: 'thumbnail refId refSource createdByModel readAt',
  flags: 'read',
  words: { type: 'account' },
  parts: { createdBy: person, reference: readRow({}, { needsId: false }) },
});

export const subscription = readRow({
  texts: 'createdAt updatedAt userId performerId expiredAt',
  optionalTexts: 'startRecurringDate nextRecurringDate',
  optionalNumbers: 'price totalSpent',
  optionalFlags: 'usedFreeSubscription blockedUser isActive isAgeNeeded',
  words: { subscriptionType: 'monthly', status: 'active', paymentGateway: 'system' },
  parts: { userInfo: user, performerInfo: performer },
});

const paidProduct = readRow(
  {
    texts: 'name productType',
    optionalTexts: 'description productId performerId',
    numbers: 'price',
    optionalNumbers: 'quantity',
  },
  { needsId: false },
);

const paidMembers = {
  texts: 'createdAt updatedAt sourceId targetId performerId',
  optionalTexts: 'sessionId userNote',
  optionalNumbers: 'originalPrice totalPrice balanceAfter',
  partLists: { products: then(paidProduct, (row) => ({ ...row, quantity: row['quantity'] ?? 1 })) },
  parts: { sourceInfo: user, performerInfo: performer },
};

/** The price before a coupon is the price where no coupon is known of. */
function withPrices(row: Row): Row {
  const total = row['totalPrice'] ?? row['originalPrice'] ?? 0;
  return { ...row, source: 'user', totalPrice: total, originalPrice: row['originalPrice'] ?? total };
}

const coupon = readRow({ texts: 'code', numbers: 'value' });

export const transaction = then(
  readRow({
    ...paidMembers,
    texts: 'createdAt updatedAt sourceId',
    optionalTexts: 'targetId performerId stripeClientSecret failureReason',
    optionalNumbers: 'originalPrice totalPrice taxAmount',
    words: { status: 'created', target: 'performer', type: 'token_package', paymentGateway: 'system' },
    parts: { ...paidMembers.parts, couponInfo: coupon },
  }),
  withPrices,
);
export const charge = then(
  readRow({ ...paidMembers, words: { status: 'success', target: 'performer', type: 'tip' } }),
  withPrices,
);

/** What paying answers: a transaction, a charge, or the page of a gateway to go to. Wire contract 2.13. */
export const payment: Read = (row) => {
  if ('paymentUrl' in row) return row;
  return 'paymentGateway' in row ? transaction(row) : charge(row);
};

export const order = readRow({
  texts: 'orderNumber transactionId performerId userId productId shippingCode createdAt updatedAt',
  optionalTexts: 'deliveryAddressId deliveryAddress phoneNumber userNote postalCode',
  numbers: 'quantity unitPrice totalPrice',
  words: { deliveryStatus: 'processing' },
  parts: { performerInfo: performer, userInfo: user, productInfo: ownProduct },
});

export const earning = then(
  readRow({
    texts: 'createdAt updatedAt userId performerId transactionId',
    optionalTexts: 'paidAt itemName userNote availableAt',
    numbers: 'grossPrice netPrice',
    optionalNumbers: 'siteCommission commission',
    flags: 'isPaid',
    optionalFlags: 'isToken',
    words: { paymentGateway: 'system', sourceType: 'performer', type: 'tip' },
    parts: { userInfo: user, performerInfo: performer },
  }),
  (row) => ({
    ...row,
    isToken: row['isToken'] ?? row['paymentGateway'] === 'system',
    siteCommission: row['siteCommission'] ?? row['commission'] ?? 0,
  }),
);

export const payout = then(
  readRow({
    texts: 'sourceId createdAt updatedAt',
    optionalTexts: 'requestNote adminNote payoutId reasonCode accountHint arrivesAt paidAt',
    numbers: 'requestTokens',
    optionalNumbers: 'tokenConversionRate feeTokens',
    words: { source: 'performer', status: 'pending', paymentAccountType: 'banking' },
    parts: { sourceInfo: performer },
  }),
  (row) => ({ ...row, tokenConversionRate: row['tokenConversionRate'] ?? 1 }),
);

/** Months and years of cards are text in the family, and now and then numbers. */
export const card = then(
  readRow({
    texts: 'brand last4Digits month year token sourceId createdAt updatedAt',
    optionalTexts: 'holderName customerId',
    flags: 'isDefault',
    optionalFlags: 'isProduction',
    words: { paymentGateway: 'stripe' },
  }),
  (row) => ({ ...row, source: 'user' }),
);

export const follow = readRow({
  texts: 'createdAt updatedAt followerId followingId',
  parts: { followerInfo: person, followingInfo: performer },
});

const reactionTargetReads: Record<string, Read> = { feed, video, gallery, product, performer: performerSearch };

/** What somebody kept; the thing itself is null once it is gone. */
export const reaction = then(
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

export const blocked = then(
  readRow({
    texts: 'createdAt updatedAt sourceId targetId',
    optionalTexts: 'reason',
    parts: { targetInfo: person },
  }),
  (row) => ({ ...row, source: 'performer', target: 'user' }),
);

const author = readRow({ texts: 'name avatar', lists: 'roles' });
const metaTag = readRow({ texts: 'key value' }, { needsId: false });

export const post = then(
  readRow({
    texts: 'title content createdAt updatedAt',
    optionalTexts: 'shortDescription authorId',
    optionalNumbers: 'ordering',
    optionalLists: 'categoryIds',
    words: { type: 'post', status: 'published' },
    parts: { image: file, author },
    optionalPartLists: { meta: metaTag },
  }),
  (row) => ({ ...row, slug: row['slug'] || row['_id'] }),
);

export const address = readRow({
  texts: 'name country state city streetNumber streetAddress zipCode sourceId createdAt updatedAt',
  optionalTexts: 'countryCode district ward description',
  optionalFlags: 'isDefault',
  words: { source: 'user' },
});

export const keyword = readRow({
  texts: 'keyword createdAt updatedAt',
  optionalTexts: 'objectType',
  numbers: 'attempt',
});

const textOfChoice = readRow({ texts: 'value text' }, { needsId: false });
const choiceNames =
  'heights weights genders sexualOrientations ages eyes butts hairs pubicHairs ethnicities bodyTypes'.split(' ');

/** Lists to choose from; one that is not sent has nothing to choose. */
export const profileOptions = readRow(
  {
    partLists: Object.fromEntries(choiceNames.map((name) => [name, textOfChoice])),
    optionalPartLists: { categories: textOfChoice },
  },
  { needsId: false },
);

const codeNamed = readRow({ texts: 'name code flag' }, { needsId: false });
/** Countries, languages, dial codes: one without its code stands for nothing. */
export const choice: Read = (told) => {
  const row = codeNamed(told);
  return row?.['code'] ? { ...row, name: row['name'] || row['code'] } : null;
};

export const uploadedFile = shownFile;

const menuItem = readRow(
  {
    texts: 'title path',
    optionalTexts: '_id help',
    words: { section: 'footer' },
    optionalNumbers: 'ordering',
    optionalFlags: 'internal isNewTab',
  },
  { needsId: false },
);

/** What is not set is not sent, in some generations as null: both leave it to our defaults. Wire contract 2.19. */
export const settings: Read = (told) => {
  const set = Object.fromEntries(Object.entries(told).filter(([, value]) => value !== null));
  const menus = readList(told['menus'], menuItem).filter((one) => one['title'] && one['path']);
  return { ...set, ...('menus' in told && { menus }) };
};

export const banner = readRow({
  texts: 'title createdAt updatedAt',
  optionalTexts: 'description link fileId',
  optionalFlags: 'processing',
  words: { status: 'active', position: 'bottom' },
  parts: { photo: shownFile },
});

export const stream = then(
  readRow({
    texts: 'title description performerId sessionId createdAt updatedAt',
    optionalTexts: 'lastStreamingTime conversationId audience',
    numbers: 'streamingTime',
    optionalNumbers: 'price',
    flags: 'isFree',
    optionalFlags: 'isSubscribed hasPurchased',
    words: { type: 'public' },
    stats: 'members likes',
    parts: { performerInfo: performer },
  }),
  (row) => ({ ...row, isStreaming: truthy(row['isStreaming']) }),
);

/** A show that somebody enters: flat, or with the show and its chat as members. Both forms come out. Wire contract 2.18. */
export const liveStream: Read = (told) => {
  const nested = isRow(told['stream']) ? told['stream'] : {};
  const chat = isRow(told['conversation']) ? conversation(told['conversation']) : null;
  const { stream: _stream, conversation: _conversation, ...flat } = told;
  const row = stream({ ...flat, ...nested });
  if (!row) return null;
  const conversationId = row['conversationId'] ?? chat?.['_id'];
  const whole = { ...row, ...(conversationId !== undefined && { conversationId }) };
  // All that is known of a chat that was not sent along; one without an id cannot be opened.
  const unknown = {
    ...conversation({ _id: 'none', type: `stream_${String(row['type'])}` }),
    _id: conversationId ?? '',
  };
  return { ...whole, stream: whole, conversation: chat ?? unknown };
};
