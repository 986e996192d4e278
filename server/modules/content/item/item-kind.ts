import type { Executor, Tx } from '../../../db/transaction';
import type { FileRow, FileView } from '../../site/media/media-service';
import type { PerformerView } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { ItemAccess } from './item-access';
import type { ItemDraft } from './item-draft';
import type { ViewerStateRow } from './item-list-repository';
import type { ItemKindFacts } from './item-kind-table';
import type { ItemContents, ItemRow } from './item-repository';

/** An item with everything that belongs to it, the same for every viewer. */
export interface ItemParts<Extra> extends ItemContents {
  /** What only its kind has. */
  extra: Extra;
}

/** Reads items with everything that belongs to them, in no order; unknown ids are absent. */
export type ReadItemParts<Extra> = (ids: readonly string[], tx?: Executor) => Promise<ItemParts<Extra>[]>;

/** An item with all that is shown of it, and how its viewer stands to it. */
export interface ViewerItem<Extra> {
  parts: ItemParts<Extra>;
  state: ViewerStateRow;
  /** As a stranger sees them. */
  creator: PerformerView;
  access: Exclude<ItemAccess, 'hidden'>;
  /** The viewer made it, or is an administrator. */
  isOwner: boolean;
}

/** Shows a file of an item. `open` tells whether the viewer may have the file itself. */
export type PresentFile = (file: FileRow, access: { open: boolean }) => FileView;

/** What every editor sends. */
export interface ItemInput {
  /** What pictures show, for people who do not see them. */
  fileAlts?: readonly { fileId: string; alt: string }[];
}

/** What is stored of a draft. */
export type StoredColumns = ItemDraft['columns'] & Pick<ItemRow, 'publishedAt' | 'pinnedAt' | 'updatedAt'>;

/** An item that is being made, changed or hidden. */
export interface ItemChange<Extra, KindFields> {
  /** Whose it is. */
  performerId: string;
  /** Null for a new one. */
  current: ItemParts<Extra> | null;
  /** Null for one that is taken away. */
  draft: ItemDraft<KindFields> | null;
}

/** What sets one kind of item apart from the others. */
export interface ItemKind<
  Extra = unknown,
  Input extends ItemInput = ItemInput,
  View extends { _id: string } = { _id: string },
  KindFields = unknown,
> extends ItemKindFacts {
  /** Purposes of the files it may be made of. Wire contract 1.7. */
  fileTypes: ReadonlySet<string>;
  /** Purposes of what everybody may see of a closed one. */
  shownTypes: ReadonlySet<string>;

  /** What only this kind has, by the item's id. */
  listExtras(ids: readonly string[], tx?: Executor): Promise<ReadonlyMap<string, Extra>>;
  /** Stores what the draft says of it. @param item `status` is the one it has by itself, whatever it lies in. */
  saveExtra(item: Pick<ItemRow, 'id' | 'performerId' | 'status'>, kindFields: KindFields, tx: Tx): Promise<void>;

  /** Lays what was sent over what is there: absent leaves, null clears. @param current null for a new one. */
  merge(input: Input, current: ItemParts<Extra> | null): ItemDraft<KindFields>;
  /**
   * Whether enough is there.
   *
   * @param files those of the draft that are its creator's.
   * @throws AppError MISSING_REQUIRED_PROPS
   */
  checkContent(draft: ItemDraft<KindFields>, files: ReadonlyMap<string, FileRow>): void;
  /** @throws AppError PRICE_OUT_OF_BOUNDS */
  checkPrice(draft: ItemDraft<KindFields>, site: SiteSettings): void;
  /** The name in its address; another one with each attempt, since the first may be taken. */
  createSlug(draft: ItemDraft<KindFields>, now: Date, attempt: number): string;

  /**
   * Lays the columns of what it lies in over its own.
   *
   * @throws AppError ENTITY_NOT_FOUND
   */
  settle?(columns: StoredColumns, change: ItemChange<Extra, KindFields>, tx: Tx): Promise<StoredColumns>;
  /** Called within the transaction, with the item as it is then: what lies in it, or what it lies in, follows. */
  onStored?(row: ItemRow, change: ItemChange<Extra, KindFields>, tx: Tx): Promise<void>;
  /** The same before one goes for good. @returns files of what goes with it. */
  onRemove?(row: ItemRow, tx: Tx): Promise<string[]>;

  /**
   * Whether it holds what is sold, for kinds whose contents may go while it is out; it is locked then.
   *
   * @throws AppError NOTHING_TO_PAY
   */
  checkForSale?(row: ItemRow, tx: Tx): Promise<void>;

  /** The wire's words for it, as one viewer may see it. */
  present(item: ViewerItem<Extra>, presentFile: PresentFile): View;
}
