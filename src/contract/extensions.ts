import type { Route } from './base/define';
import { routes } from './index';

/**
 * Additions of this contract to calls of compatible backends, besides whole calls. A backend that does not name one in
 * `extensions` of its public settings ignores it, so the features that need it must not be offered.
 *
 * - `idempotencyKeys`: a money call repeated with the same `Idempotency-Key` moves nothing and returns the first reply.
 * - `expectedPrices`: a payment contains the price that the payer saw, and is rejected if the price has changed.
 * - `subscriptionCoupons`: a coupon reduces the price of a subscription; others would charge the full price.
 * - `expressCards`: a card can be saved by Stripe's payment method for Apple Pay or Google Pay; others only accept tokens.
 * - `schedule`: posts are published at `scheduleAt`; others would publish them immediately.
 * - `assetSchedule`: galleries, photos and products are published at `scheduledAt`; others would publish them immediately.
 * - `siteMembers`: `isFree` opens a post to subscribers of the site.
 * - `postStates`: `state` filters a creator's own posts and other items.
 * - `postFilters`: `isUnlocked`, `hasPoll` and `q` filter posts.
 * - `creatorFilters`: prices, language, `isOnline` and `live` filter creators, `sortBy=trending` orders them.
 * - `inboxFilters`: `unread` and `subscribers` filter conversations.
 * - `subscriberStates`: `isActive` filters subscribers.
 * - `postDetails`: posts have a tagline and descriptions of their files.
 * - `pendingBalance`: income is held for some time before it can be paid out.
 * - `pageDetails`: creators have a headline and links.
 * - `wordlessPosts`: a post with files or a poll needs no text.
 * - `filesAhead`: videos, photos and products accept the ids of previously uploaded files.
 * - `clearableFields`: an empty text in a form clears lists, dates and ids; others would store or reject the text.
 * - `paidMessages`: files of a message can be sold; others would send them for free.
 * - `welcomeMessages`: creators have a message that each new subscriber receives.
 * - `clientIds`: a message that is sent again with the same `clientId` is stored once.
 * - `tipNotes`: tips can contain a note.
 * - `resumableUploads`: `/files/uploads` accepts files in chunks, by the tus protocol.
 * - `readableKinds`: file types are detected from the bytes, and only those of `base/media-kinds` are accepted.
 * - `strongPasswords`: new passwords have at least eight characters and are not easy to guess.
 * - `optionalGender`: creators can sign up without a gender.
 * - `fixedBirthDate`: a creator's date of birth cannot change once it was checked with their documents.
 * - `returnPaths`: the link that verifies an email leads back to the page in `returnTo`.
 * - `readySales`: items are not sold while they are being processed.
 * - `replays`: a video can name the show that it replays, and `isReplay` filters videos.
 * - `defaultCard`, `defaultAddress`: one card or address is the default.
 * - `console`: operators work in the web app, by the calls with access `admin`.
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
  'console',
] as const;

export type Ability = (typeof abilities)[number];

/** Names of the calls that compatible backends lack. Those of the console have one name for all: most visitors need none. */
export const extensionCalls: string[] = Object.values<Route>(routes)
  .filter(({ extension, access }) => extension && access !== 'admin')
  .map(({ name }) => name);

/**
 * Parts of compatible backends that an API with extensions can leave out: it names those that it serves among its extensions. A
 * backend without extensions has all of them.
 *
 * - `shows`: creators go live.
 * - `orders`: products are ordered and shipped.
 * - `payouts`: creators request their earnings.
 */
export type FamilyPart = 'shows' | 'orders' | 'payouts';
