import type { Actor } from '../../../access';
import type { SearchWords } from '../../../db/search-words';
import type { ItemCounter, ItemKindName } from './item-repository';

/** Whose items a list is about; `home` are those whom the asker follows or subscribes to, `within` what lies in one item. */
export type ListScope = { kind: 'all' } | { kind: 'performer' | 'within'; id: string } | { kind: 'home' };

/** Who asks, for what hides items or opens them. */
export interface Asker {
  /** Null for a guest. */
  viewerId: string | null;
  /** Blocks do not hold administrators. */
  isAdmin: boolean;
  country: string | null;
  now: Date;
}

export interface ListFilter {
  type?: string;
  hasPoll?: boolean;
  /** Each must occur, as one of the ways it is looked for. */
  words: SearchWords;
  /** Only in title and tagline. */
  isTitled?: boolean;
  days: { from: Date; to: Date } | null;
  isUnlocked?: boolean;
  /** All but this one. */
  excludedId?: string;
  /** Sold one by one, or not. */
  isSale?: boolean;
}

export interface ListSlice {
  limit: number;
  offset: number;
  /** Only what comes after this item in the list. */
  beforeId?: string;
  /** Oldest first. */
  isAscending?: boolean;
}

/** What a list is of. */
export interface ListedKind {
  kind: ItemKindName;
  /** The column of `performers` that says how many of them are published. */
  counter: ItemCounter;
  /** The kind it may lie in, and is bought with. */
  holder?: ItemKindName;
}

/** What of an asker decides the text of a query. */
export interface AskerShape extends ListedKind {
  isGuest: boolean;
  /** Whether blocks hold them. */
  isHeld: boolean;
  hasCountry: boolean;
}

/** What of a list decides the text of its query; the rest are values. */
export interface ListShape extends AskerShape {
  scope: ListScope['kind'];
  hasType: boolean;
  hasPoll: boolean;
  hasDays: boolean;
  isUnlocked: boolean;
  isOthers: boolean;
  isSale: boolean | null;
  /** How many ways each word is looked for. */
  words: readonly number[];
  isTitled: boolean;
}

/** The same for one page. Its size is written out, since the plan depends on how few are wanted. */
export interface PageShape extends ListShape {
  limit: number;
  offset: number;
  isAfter: boolean;
  isAscending: boolean;
}

/** Who looks at an item, and from where. */
export interface ItemViewer {
  actor: Pick<Actor, 'id' | 'isAdmin'> | null;
  country: string | null;
}

export const askerOf = ({ actor, country }: ItemViewer, now: Date): Asker => ({
  viewerId: actor?.id ?? null,
  isAdmin: actor?.isAdmin ?? false,
  country,
  now,
});

export const askerShape = (
  { kind, counter, holder }: ListedKind,
  { viewerId, isAdmin, country }: Asker,
): AskerShape => ({
  kind,
  counter,
  holder,
  isGuest: viewerId === null,
  isHeld: !isAdmin,
  hasCountry: country !== null,
});

export const listShape = (of: ListedKind, scope: ListScope, filter: ListFilter, asker: Asker): ListShape => ({
  ...askerShape(of, asker),
  scope: scope.kind,
  hasType: filter.type !== undefined,
  hasPoll: filter.hasPoll === true,
  hasDays: filter.days !== null,
  isUnlocked: filter.isUnlocked === true,
  isOthers: filter.excludedId !== undefined,
  isSale: filter.isSale ?? null,
  words: filter.words.map((ways) => ways.length),
  isTitled: filter.isTitled === true,
});

/** The value of one way that a word is looked for. */
export const wordName = (word: number, way: number): string => `word${word}_${way}`;

/** A guest has no id; the empty text is nobody's. */
export const askerValues = ({ viewerId, country, now }: Asker) => ({ viewer: viewerId ?? '', country, now });

export const listValues = (scope: ListScope, filter: ListFilter, asker: Asker) => ({
  ...askerValues(asker),
  performer: scope.kind === 'performer' ? scope.id : null,
  parent: scope.kind === 'within' ? scope.id : null,
  excludedId: filter.excludedId,
  type: filter.type,
  from: filter.days?.from,
  to: filter.days?.to,
  ...Object.fromEntries(filter.words.flatMap((ways, word) => ways.map((way, index) => [wordName(word, index), way]))),
});
