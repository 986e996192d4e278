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
  | ('isSale' | 'isFree' | 'price' | 'totalLike' | 'totalComment' | 'createdAt' | 'updatedAt' | 'publishedAt')
  | 'isTakenDown';

/** An own item in the creator's list, with fields named as in posts. */
export interface OwnItem extends Pick<WholeFeed, OwnField> {
  kind: StudioKindName;
  isPinned?: boolean;
  contents?: string;
}

export interface OwnQuery {
  kind: StudioKindName;
  state?: 'published' | 'scheduled' | 'draft' | 'hidden';
  /** For posts the kind of files, for products `physical` or `digital`. */
  type?: 'text' | 'photo' | 'video' | 'audio' | 'physical' | 'digital';
  galleryId?: string;
  /** Range of creation dates, both inclusive. */
  fromDate?: string;
  toDate?: string;
  q?: string;
  sortBy?: string;
  sort?: 'asc' | 'desc';
  offset?: number;
}

export type StoreAs = 'published' | 'draft';

export type NextState = 'published' | 'hidden' | 'draft';

export type UploadRoute = (typeof feedRoutes)[Extract<keyof typeof feedRoutes, `upload${string}`>];

export interface UploadWay {
  purpose: UploadPurpose;
  /** Takes whole files on compatible backends; without a route, the file is sent with its item. */
  route?: UploadRoute;
}

/** The API calls for one kind of item in the studio. The sections of its editor are in `components/editor-sections`. */
export interface StudioKind {
  /** @throws ApiError, like the other calls */
  list(query: OwnQuery, place: { offset: number; limit: number }): Generator<unknown, ListPage<OwnItem>>;
  /** `steps`: the first creates the item. `a call for each file`: creates an item per file, and avoids duplicates itself. */
  isMadeIn: 'one call' | 'steps' | 'a call for each file';
  open(id: string): Generator<unknown, Draft & { id: string }>;
  save(draft: Draft, as: StoreAs): Generator<unknown, string>;
  change(id: string, to: NextState): Generator;
  /** Moves the item to the top of the creator's page, or back. Undefined for kinds that cannot be pinned. */
  pin?(id: string, isPinned: boolean): Generator;
  remove(id: string): Generator;
  upload(slot: FileSlot, kind: FileKind): UploadWay;
  /** The reason why a draft accepts no more files of a kind; null if it does. */
  refuseMore(draft: Draft, kind: FileKind): string | null;
  /** Empty if the draft can be stored. */
  getProblems(draft: Draft, rules: DraftRules): DraftProblems;
}
