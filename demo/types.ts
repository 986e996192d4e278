import type { Cents } from '@contract/base/money';
import type { OperatorRole } from '@contract/base/operator-roles';
import type { CategorySlug, CreatorName, FanName } from './content/names';
import type { LookName } from './draw/people/looks';
import type { PictureRecipe } from './draw/picture';
import type { FilmRecipe } from './draw/films/draw-film';
import type { TuneName } from './music/tunes';

// The demo site as data. It refers to people by username and to other content by keys such as `noor/spring-madder`. Times are
// given relative to now, so that the site never looks old; prices are in major units.

export type { PictureRecipe, FilmRecipe };

export interface PortraitRecipe {
  kind: 'portrait';
  look: LookName;
}

export interface AudioRecipe {
  kind: 'audio';
  tune: TuneName;
  /** A different seed gives a different improvisation. */
  seed: number;
  seconds: number;
}

/** A PDF with an image on each page, for digital products. */
export interface BookletRecipe {
  kind: 'booklet';
  pages: readonly PictureRecipe[];
}

/** Deterministic: equal recipes produce equal files. */
export type MediaRecipe = PictureRecipe | PortraitRecipe | FilmRecipe | AudioRecipe | BookletRecipe;

export interface DemoPicture {
  recipe: PictureRecipe;
  alt: string;
}

/**
 * The audience: `everyone`, those with a `platform` subscription, the creator's `subscribers`, or buyers. On the wire, in this
 * order: `isSale` with price 0, `isFree`, neither, `isSale` with a price. Wire contract 3.3, decisions 3.
 */
export type DemoAccess = { kind: 'everyone' | 'platform' | 'subscribers' } | { kind: 'sale'; price: number };

export interface DemoComment {
  by: FanName | CreatorName;
  text: string;
  minutesAgo: number;
  replies?: readonly DemoComment[];
}

export interface DemoPoll {
  question: string;
  options: readonly { text: string; votes: number }[];
  /** Negative if the poll is closed. */
  closesInMinutes: number;
}

interface DemoItem {
  key: string;
  access: DemoAccess;
  minutesAgo: number;
  /** Displayed likes; more than there are demo fans. */
  likes: number;
}

export interface DemoPost extends DemoItem {
  kind: 'text' | 'photo' | 'video' | 'audio' | 'scheduled-streaming';
  title?: string;
  text: string;
  /** Visible even if the post is locked. */
  tagline?: string;
  pictures?: readonly DemoPicture[];
  film?: FilmRecipe;
  audio?: AudioRecipe;
  thumbnail?: PictureRecipe;
  teaser?: FilmRecipe;
  poll?: DemoPoll;
  pinned?: boolean;
  /** Scheduled: will be published this many minutes from now. `minutesAgo` is when it was written. */
  publishesInMinutes?: number;
  showInMinutes?: number;
  comments: readonly DemoComment[];
}

export interface DemoGallery extends DemoItem {
  title: string;
  description: string;
  /** The first one is the cover. */
  photos: readonly DemoPicture[];
  views: number;
}

export interface DemoVideo extends DemoItem {
  title: string;
  description: string;
  tags: readonly string[];
  film: FilmRecipe;
  thumbnail: PictureRecipe;
  teaser?: FilmRecipe;
  views: number;
  comments: readonly DemoComment[];
}

export interface DemoShowLine {
  by: FanName | CreatorName;
  text: string;
  /** Minutes since the start of the show. */
  minute: number;
  /** Also among the movements. */
  tip?: number;
}

/** Its tickets and tips are also among the movements. */
export interface DemoShow {
  key: string;
  title: string;
  description: string;
  price: number;
  minutesAgo: number;
  minutes: number;
  peakViewers: number;
  /** Fans who bought a ticket: they can watch the replay. */
  tickets: readonly FanName[];
  chat: readonly DemoShowLine[];
  replay: string;
}

export interface DemoProduct {
  key: string;
  name: string;
  description: string;
  price: number;
  minutesAgo: number;
  image: PictureRecipe;
  likes: number;
  delivery: { type: 'physical'; stock: number } | { type: 'digital'; file: MediaRecipe };
}

export interface DemoPerson<Name extends string> {
  username: Name;
  email: string;
  name: string;
  firstName: string;
  lastName: string;
  gender: 'male' | 'female';
  /** ISO 3166-1 alpha-2. */
  country: string;
  joinedDaysAgo: number;
  online: boolean;
}

export interface DemoCreator extends DemoPerson<CreatorName> {
  city: string;
  /** ISO 8601 date. */
  dateOfBirth: string;
  headline: string;
  bio: string;
  /** ISO 639-1 codes. */
  languages: readonly string[];
  categories: readonly CategorySlug[];
  monthlyPrice: number;
  yearlyPrice: number;
  trialDays: number | null;
  socialLinks: readonly { label: string; url: string }[];
  verified: boolean;
  featured: boolean;
  live: false;
  portrait: PortraitRecipe;
  cover: PictureRecipe;
  welcomeMessage: string;
  welcomeVideo?: FilmRecipe;
  /** Displayed counters; higher than the number of rows in the demo. */
  counts: { likes: number; views: number };
  posts: readonly DemoPost[];
  galleries: readonly DemoGallery[];
  videos: readonly DemoVideo[];
  shows?: readonly DemoShow[];
  products: readonly DemoProduct[];
}

export interface DemoFan extends DemoPerson<FanName> {
  /** Without it, the site shows an initial. */
  portrait?: PortraitRecipe;
  follows: readonly CreatorName[];
  likedPosts: readonly string[];
  bookmarkedPosts: readonly string[];
  address?: DemoAddress;
  /** In the operators’ console. */
  operatorRole?: OperatorRole;
}

export interface DemoAddress {
  name: string;
  /** The country's name, as forms send it. Wire contract 3.23. */
  country: string;
  state: string;
  city: string;
  streetNumber: string;
  streetAddress: string;
  zipCode: string;
}

export interface DemoMessage {
  from: 'fan' | 'creator';
  text: string;
  minutesAgo: number;
  pictures?: readonly DemoPicture[];
  audio?: AudioRecipe;
  /** The amount of a tip given in the conversation; `text` is its message. Also among the movements. */
  tip?: number;
  /** Locked until bought. Purchases refer to it by its key. */
  sale?: { key: string; price: number };
}

export interface DemoConversation {
  fan: FanName;
  creator: CreatorName;
  messages: readonly DemoMessage[];
  /** How many of the last messages the other side has not seen. */
  unread: number;
}

export interface DemoSubscription {
  fan: FanName;
  creator: CreatorName;
  type: 'free' | 'monthly' | 'yearly';
  startedDaysAgo: number;
  autoRenew: boolean;
}

/** Kinds of purchase from the wallet, by its name on the wire. */
export type PurchaseKind = 'feed' | 'gallery' | 'video' | 'product' | 'message' | 'stream';

interface Movement {
  fan: FanName;
  amount: Cents;
  minutesAgo: number;
}

/** Oldest first. Commission and holding period are settings, not part of the data. */
export type DemoMovement =
  /** From a card to the wallet. */
  | (Movement & { kind: 'top-up' })
  /** From the wallet. `inConversation`: also shown as a message. `show`: key of the show during which it was given. */
  | (Movement & { kind: 'tip'; creator: CreatorName; inConversation: boolean; show?: string })
  /** From the wallet; `amount` is for the whole quantity. */
  | (Movement & {
      kind: 'purchase';
      creator: CreatorName;
      target: PurchaseKind;
      key: string;
      quantity: number;
      order?: DemoOrder;
    })
  /** By card: one for each period that has begun. Free periods are not listed. */
  | (Movement & { kind: 'subscription'; creator: CreatorName; type: 'monthly' | 'yearly'; period: number });

export interface DemoOrder {
  status: 'processing' | 'shipping' | 'delivered';
  shippingCode?: string;
  note?: string;
}

export interface DemoPayout {
  creator: CreatorName;
  amount: Cents;
  requestedDaysAgo: number;
  status: 'pending' | 'done' | 'rejected';
  note: string;
}

export interface DemoSite {
  categories: readonly { slug: CategorySlug; name: string }[];
  creators: readonly DemoCreator[];
  fans: readonly DemoFan[];
  conversations: readonly DemoConversation[];
  subscriptions: readonly DemoSubscription[];
  movements: readonly DemoMovement[];
  payouts: readonly DemoPayout[];
}
