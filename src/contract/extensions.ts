import { routes } from './index';

/**
 * What this contract adds to calls of the family, beside whole calls: a backend that says nothing of one ignores it, so
 * that what stands on it may not be offered. Each is named in `extensions` of the public settings.
 *
 * - `idempotencyKeys`: a money call sent again with the same `Idempotency-Key` moves nothing and answers as the first did.
 * - `expectedPrices`: a payment names the price that its payer saw, and is refused when it is another by now.
 * - `subscriptionCoupons`: a coupon takes its share off a subscription; others would charge the whole price.
 * - `expressCards`: a card may be saved by the payment method that Stripe makes of Apple Pay or Google Pay; others take tokens alone.
 * - `schedule`: posts wait for `scheduleAt`; others would publish them at once.
 * - `assetSchedule`: galleries, photos and products wait for `scheduledAt`, as videos do; others would publish them at once.
 * - `siteMembers`: `isFree` opens a post to subscribers of the site.
 * - `postStates`: `state` filters a creator's own posts and other items.
 * - `postFilters`: `isUnlocked`, `hasPoll` and `q` filter posts.
 * - `creatorFilters`: prices, language, `isOnline` and `live` filter creators, `sortBy=trending` orders them.
 * - `inboxFilters`: `unread` and `subscribers` filter conversations.
 * - `subscriberStates`: `isActive` filters subscribers.
 * - `postDetails`: posts keep a tagline and descriptions of their files.
 * - `pendingBalance`: income is held for a while before it may be paid out.
 * - `pageDetails`: creators keep a headline and links.
 * - `wordlessPosts`: a post with files needs no text.
 * - `filesAhead`: videos, photos and products take files that came up before, by their ids.
 * - `clearableFields`: an empty text in a form empties lists, dates and ids; others would store the text, or refuse it.
 * - `paidMessages`: files of a message may be sold; others would send them for nothing.
 * - `welcomeMessages`: creators keep a message that each new subscriber is sent.
 * - `clientIds`: a message sent again with the same `clientId` is one message.
 * - `tipNotes`: tips may bring a note.
 * - `resumableUploads`: `/files/uploads` takes files in parts, by the tus protocol.
 * - `readableKinds`: files are told by their bytes, and the kinds of `base/media-kinds` are taken and no others; others may take more.
 * - `strongPasswords`: new passwords have eight characters or more and are not easy to guess.
 * - `optionalGender`: creators sign up without a gender.
 * - `fixedBirthDate`: a creator's date of birth stays as it is once it was checked with their documents.
 * - `returnPaths`: the link that verifies an email leads back to the page that `returnTo` names.
 * - `readySales`: what is still being processed is not sold yet.
 * - `replays`: videos say of which show they are the replay, and `isReplay` filters them.
 * - `defaultCard`, `defaultAddress`: one card or address is the default.
 */
export const abilities = [
  'idempotencyKeys',
  'expectedPrices',
  'subscriptionCoupons',
  'expressCards',
  'schedule',
  'assetSchedule',
  'siteMembers',
  'postStates',
  'postFilters',
  'creatorFilters',
  'inboxFilters',
  'subscriberStates',
  'postDetails',
  'pendingBalance',
  'pageDetails',
  'wordlessPosts',
  'filesAhead',
  'clearableFields',
  'paidMessages',
  'welcomeMessages',
  'clientIds',
  'tipNotes',
  'resumableUploads',
  'readableKinds',
  'strongPasswords',
  'optionalGender',
  'fixedBirthDate',
  'returnPaths',
  'readySales',
  'replays',
  'defaultCard',
  'defaultAddress',
] as const;

export type Ability = (typeof abilities)[number];

/** Names of the calls that are not of the family. */
export const extensionCalls: string[] = Object.values(routes)
  .filter((route) => 'extension' in route)
  .map(({ name }) => name);

/**
 * Parts of the family that not every API serves which has extensions: one that names extensions names those of these, too,
 * that it serves. A backend without extensions has what the family has.
 *
 * - `shows`: creators go live.
 * - `orders`: products are ordered, and shipped.
 * - `payouts`: creators ask for what they earned.
 */
export type FamilyPart = 'shows' | 'orders' | 'payouts';
