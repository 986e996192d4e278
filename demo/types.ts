import type { Cents } from '@contract/base/money';
import type { CategorySlug, CreatorName, FanName } from './content/names';
import type { LookName } from './draw/people/looks';
import type { PictureRecipe } from './draw/picture';
import type { FilmRecipe } from './draw/films/draw-film';
import type { TuneName } from './music/tunes';

/**
 * The demo site as data. People are named by username, other things by keys such as `noor/spring-madder`.
 * Times count back from now, so that the site is always fresh; prices are in major units, as people write them.
 */

export type { PictureRecipe, FilmRecipe };

export interface PortraitRecipe {
  kind: 'portrait';
  look: LookName;
}

export interface AudioRecipe {
  kind: 'audio';
  tune: TuneName;
  /** Another seed is another improvisation. */
  seed: number;
  seconds: number;
}

/** A PDF with a picture on each page: what a digital product delivers. */
export interface BookletRecipe {
  kind: 'booklet';
  pages: readonly PictureRecipe[];
}

/** How to make a file. The same recipe always gives the same file. */
export type MediaRecipe = PictureRecipe | PortraitRecipe | FilmRecipe | AudioRecipe | BookletRecipe;

/** A picture in a post, with what it shows in words. */
export interface DemoPicture {
  recipe: PictureRecipe;
  alt: string;
}

/**
 * Who may see something: `everyone`; those with a `platform` subscription; the creator's `subscribers`; or its buyers.
 * On the wire: `isSale` with price 0, `isFree`, neither, `isSale` with a price. Wire contract 3.3, decisions 3.
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
  /** Negative: closed that long ago. */
  closesInMinutes: number;
}

interface DemoItem {
  key: string;
  access: DemoAccess;
  minutesAgo: number;
  /** Likes to show; more than the demo has people. */
  likes: number;
}

export interface DemoPost extends DemoItem {
  kind: 'text' | 'photo' | 'video' | 'audio' | 'scheduled-streaming';
  title?: string;
  text: string;
  /** What is inside, in one line that a locked post shows too. */
  tagline?: string;
  pictures?: readonly DemoPicture[];
  film?: FilmRecipe;
  audio?: AudioRecipe;
  thumbnail?: PictureRecipe;
  teaser?: FilmRecipe;
  poll?: DemoPoll;
  pinned?: boolean;
  /** Not out yet: appears this long from now. Its `minutesAgo` is when it was written. */
  publishesInMinutes?: number;
  /** The show that it announces begins this long from now. */
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

/** A line in the chat of a show. */
export interface DemoShowLine {
  by: FanName | CreatorName;
  text: string;
  /** Minutes since the show began. */
  minute: number;
  /** Given with these words; it is among the movements too. */
  tip?: number;
}

/** A live show that is over. Its tickets and tips are among the movements too. */
export interface DemoShow {
  key: string;
  title: string;
  description: string;
  /** Of a ticket. */
  price: number;
  /** When it began. */
  minutesAgo: number;
  minutes: number;
  peakViewers: number;
  /** Fans who bought a ticket: they keep the replay. */
  tickets: readonly FanName[];
  chat: readonly DemoShowLine[];
  /** Key of the video that it became. */
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
  /** Pieces left of a thing that is sent; a file that is downloaded. */
  delivery: { type: 'physical'; stock: number } | { type: 'digital'; file: MediaRecipe };
}

export interface DemoPerson<Name extends string> {
  username: Name;
  email: string;
  name: string;
  firstName: string;
  lastName: string;
  gender: 'male' | 'female';
  /** ISO 3166-1, two letters. */
  country: string;
  joinedDaysAgo: number;
  online: boolean;
}

export interface DemoCreator extends DemoPerson<CreatorName> {
  city: string;
  /** ISO 8601 day. */
  dateOfBirth: string;
  /** What they make, in one line. */
  headline: string;
  bio: string;
  /** ISO 639-1 codes. */
  languages: readonly string[];
  categories: readonly CategorySlug[];
  monthlyPrice: number;
  yearlyPrice: number;
  /** Days of the free trial; null: none. */
  trialDays: number | null;
  socialLinks: readonly { label: string; url: string }[];
  verified: boolean;
  featured: boolean;
  live: false;
  portrait: PortraitRecipe;
  cover: PictureRecipe;
  /** Sent to new subscribers. */
  welcomeMessage: string;
  welcomeVideo?: FilmRecipe;
  /** Counters to show; more than the demo has rows for. */
  counts: { likes: number; views: number };
  posts: readonly DemoPost[];
  galleries: readonly DemoGallery[];
  videos: readonly DemoVideo[];
  shows?: readonly DemoShow[];
  products: readonly DemoProduct[];
}

export interface DemoFan extends DemoPerson<FanName> {
  /** Absent: the site shows the initial. */
  portrait?: PortraitRecipe;
  follows: readonly CreatorName[];
  /** Keys of posts. */
  likedPosts: readonly string[];
  bookmarkedPosts: readonly string[];
  address?: DemoAddress;
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
  /** A tip given in the conversation, in place of words; it is among the movements too. `text` says it in words. */
  tip?: number;
  /** With a price the message is locked until bought; the key is what a purchase names. */
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

/** What may be bought from the wallet, and the name of its kind on the wire. */
export type PurchaseKind = 'feed' | 'gallery' | 'video' | 'product' | 'message' | 'stream';

interface Movement {
  fan: FanName;
  amount: Cents;
  minutesAgo: number;
}

/** Money that has moved, oldest first. Commission and holding period are the site's settings, not part of the data. */
export type DemoMovement =
  /** By card into the wallet. */
  | (Movement & { kind: 'top-up' })
  /** From the wallet. `inConversation`: it also shows as a message. `show`: the key of the show that it was given in. */
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
  /** By card, one for each period begun; a free period moves nothing and is not listed. */
  | (Movement & { kind: 'subscription'; creator: CreatorName; type: 'monthly' | 'yearly'; period: number });

/** Where the parcel of a physical product is. */
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
