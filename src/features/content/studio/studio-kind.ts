import type { feedRoutes } from '@contract/content/feed-routes';
import type { UploadPurpose } from '@contract/base/upload-purposes';
import type { EndpointData } from '@contract/schemas';
import type { StudioKindName } from '@/config/item-names';
import type { ListPage } from '@/store/paged-list';
import type { Draft, FileKind, FileSlot } from './draft';
import type { DraftProblems, DraftRules } from './draft-problems';

type WholeFeed = EndpointData<'getPerformerFeed'>;

type OwnField =
  | ('_id' | 'type' | 'title' | 'text' | 'thumbnail' | 'files' | 'status' | 'processing' | 'isSchedule' | 'scheduleAt')
  | ('isSale' | 'isFree' | 'price' | 'totalLike' | 'totalComment' | 'createdAt' | 'updatedAt' | 'publishedAt');

/** An own item as its creator's list shows it, by the names that posts give it. */
export interface OwnItem extends Pick<WholeFeed, OwnField> {
  kind: StudioKindName;
  isPinned?: boolean;
  /** What is in it, or how many there are of it. */
  contents?: string;
}

/** What narrows and orders a list of own items. */
export interface OwnQuery {
  kind: StudioKindName;
  state?: 'published' | 'scheduled' | 'draft' | 'hidden';
  /** Of posts: what they are made of; of products: how they reach their buyer. */
  type?: 'text' | 'photo' | 'video' | 'audio' | 'physical' | 'digital';
  /** Of photos: where they lie. */
  galleryId?: string;
  /** Made on or between these days. */
  fromDate?: string;
  toDate?: string;
  q?: string;
  sortBy?: string;
  sort?: 'asc' | 'desc';
  offset?: number;
}

/** What storing a draft means for those who wait for it. */
export type StoreAs = 'published' | 'draft';

/** What an item that is stored can become. */
export type NextState = 'published' | 'hidden' | 'draft';

/** A call that takes one file, named `file`. */
export type UploadRoute = (typeof feedRoutes)[Extract<keyof typeof feedRoutes, `upload${string}`>];

/** How a file of a draft goes up. */
export interface UploadWay {
  /** What the backend is told that it is for, when it takes files in parts. */
  purpose: UploadPurpose;
  /** The call of the family that takes it whole; without one the file cannot go ahead of its item there. */
  route?: UploadRoute;
}

/** What sets one kind apart where its creator lists and edits it. Which sections its editor has is in `components/editor-sections`. */
export interface StudioKind {
  /** @throws ApiError, as the other calls. */
  list(query: OwnQuery, place: { offset: number; limit: number }): Generator<unknown, ListPage<OwnItem>>;
  /**
   * How a new one is stored: all of it by one call; in steps, of which the first makes it; or a call for each file makes one
   * of its own, which sees itself to it that none is made twice.
   */
  isMadeIn: 'one call' | 'steps' | 'a call for each file';
  /** A stored one, to be changed. */
  open(id: string): Generator<unknown, Draft & { id: string }>;
  /** Stores a draft: a new one, or what changed of a stored or begun one. @returns its id */
  save(draft: Draft, as: StoreAs): Generator<unknown, string>;
  change(id: string, to: NextState): Generator;
  /** Puts it before the others of its creator's page, or back among them; left out where nothing stands first. */
  pin?(id: string, isPinned: boolean): Generator;
  remove(id: string): Generator;
  upload(slot: FileSlot, kind: FileKind): UploadWay;
  /** Why a draft takes no more files of a sort, in words; null while it does. */
  refuseMore(draft: Draft, kind: FileKind): string | null;
  /** Why a draft cannot be stored yet, by field; empty when it can. */
  getProblems(draft: Draft, rules: DraftRules): DraftProblems;
}
