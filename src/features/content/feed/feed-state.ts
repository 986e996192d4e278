import type { ApiFailure } from '@/services/api-error';
import type { Feed } from './feed-view';

export interface FeedList {
  ids: string[];
  /** Newer than what is shown; they wait until the reader asks for them. */
  freshIds: string[];
  /** Between the fresh ones and those shown more may lie: showing them begins the list anew. */
  hasGap: boolean;
  status: 'pending' | 'ready' | 'failed';
  error: ApiFailure | null;
  isEnd: boolean;
  /** How many the server gave so far, for backends that page by number. */
  read: number;
  /** By the last post where the backend knows that, so that new posts shift nothing; else by number. */
  paging: 'cursor' | 'offset';
  /** What it is made of changed (whom one follows, what one saved): the next visit begins anew. */
  isStale: boolean;
}

export type Person = Feed['performer'];

interface Press {
  on: boolean;
  turn: number;
}

export interface FeedState {
  feeds: Record<string, Feed>;
  /** What an address of a post page (id or slug) names. `closed` needs a platform subscription even to look. */
  addresses: Record<
    string,
    { status: 'pending' | 'ready' | 'missing' | 'closed' | 'failed'; id?: string; error?: ApiFailure }
  >;
  lists: Record<string, FeedList>;
  /** The list on screen: what new posts are looked for in. */
  activeKey: string | null;
  /** Just unlocked: they open with the reveal, once. */
  revealed: Record<string, true>;
  /**
   * What the viewer just pressed, by post: answers that were on their way meanwhile do not undo it. `turn` tells a later
   * press from the one whose time is over.
   */
  pressed: Record<string, { like?: Press; bookmark?: Press }>;
  /** Votes under way, by post. */
  voting: Record<string, true>;
  /** Polls the viewer voted in without us knowing for what. */
  voted: Record<string, true>;
  /** Posts this reader does not want to see. */
  hidden: Record<string, true>;
  /** Creators the viewer follows, for the strip of portraits; null until they are known. */
  people: Person[] | null;
  removal: { id: string; status: 'pending' | 'failed'; error?: string } | null;
}

declare module '@/store/state' {
  interface StoreState {
    feed: FeedState;
  }
}

export const initialState: FeedState = {
  feeds: {},
  addresses: {},
  lists: {},
  activeKey: null,
  revealed: {},
  pressed: {},
  voting: {},
  voted: {},
  hidden: {},
  people: null,
  removal: null,
};

export const emptyList = (): FeedList => ({
  ids: [],
  freshIds: [],
  hasGap: false,
  status: 'pending',
  error: null,
  isEnd: false,
  read: 0,
  paging: 'cursor',
  isStale: false,
});
