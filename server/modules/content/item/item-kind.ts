import type { Executor, Tx } from '../../../db/transaction';
import type { AppError } from '../../../errors';
import type { FileRow, FileView } from '../../site/media/media-service';
import type { PerformerView } from '../../identity/people/people-service';
import type { SiteSettings } from '../../site/settings/settings-service';
import type { ItemAccess } from './item-access';
import type { ItemDraft } from './item-draft';
import type { ViewerStateRow } from './item-list-repository';
import type { ItemKindFacts } from './item-kind-table';
import type { ItemContents, ItemRow } from './item-repository';

export interface ItemParts<Extra> extends ItemContents {
  extra: Extra;
}

/** The result is in no particular order, and lacks unknown ids. */
export type ReadItemParts<Extra> = (ids: readonly string[], tx?: Executor) => Promise<ItemParts<Extra>[]>;

export interface ViewerItem<Extra> {
  parts: ItemParts<Extra>;
  state: ViewerStateRow;
  /** As a guest sees them. */
  creator: PerformerView;
  access: Exclude<ItemAccess, 'hidden'>;
  /** True for the creator of the item, and for administrators. */
  isOwner: boolean;
}

/** @param access.open whether the viewer can download the file itself */
export type PresentFile = (file: FileRow, access: { open: boolean }) => FileView;

export interface ItemInput {
  /** Descriptions of images for people who cannot see them. */
  fileAlts?: readonly { fileId: string; alt: string }[];
}

export type StoredColumns = ItemDraft['columns'] & Pick<ItemRow, 'publishedAt' | 'pinnedAt' | 'updatedAt'>;

export type TakedownColumns = Pick<ItemRow, 'status' | 'takenDownAt'>;

export interface ItemChange<Extra, KindFields> {
  performerId: string;
  /** Null if the item is new. */
  current: ItemParts<Extra> | null;
  /** Null if the item is being deleted, removed or restored. */
  draft: ItemDraft<KindFields> | null;
}

export interface ItemKind<
  Extra = unknown,
  Input extends ItemInput = ItemInput,
  View extends { _id: string } = { _id: string },
  KindFields = unknown,
> extends ItemKindFacts {
  /** Purposes that content files can have. Wire contract 1.7. */
  fileTypes: ReadonlySet<string>;
  /** Purposes that public previews can have. */
  shownTypes: ReadonlySet<string>;

  listExtras(ids: readonly string[], tx?: Executor): Promise<ReadonlyMap<string, Extra>>;
  /** Saves the fields of this kind. @param item with the `status` that the draft sets, before the parent changed it */
  saveExtra(item: Pick<ItemRow, 'id' | 'performerId' | 'status'>, kindFields: KindFields, tx: Tx): Promise<void>;

  /** Applies the input to the stored item: absent fields keep their value, null clears it. @param current null for a new one */
  merge(input: Input, current: ItemParts<Extra> | null): ItemDraft<KindFields>;
  checkContent(draft: ItemDraft<KindFields>, files: ReadonlyMap<string, FileRow>): void;
  checkPrice(draft: ItemDraft<KindFields>, site: SiteSettings): void;
  /** Called again with a higher attempt if the slug is taken. */
  createSlug(draft: ItemDraft<KindFields>, now: Date, attempt: number): string;

  /** Replaces columns by those of the parent. @throws AppError ENTITY_NOT_FOUND */
  settle?(columns: StoredColumns, change: ItemChange<Extra, KindFields>, tx: Tx): Promise<StoredColumns>;
  /** Called in the transaction after the item was stored, to update its children or its parent. */
  onStored?(row: ItemRow, change: ItemChange<Extra, KindFields>, tx: Tx): Promise<void>;
  /**
   * Called before a removal or restoration is stored, for kinds that are also hidden and removed with their parent. Replaces
   * the columns by those that the parent leaves.
   */
  settleTakedown?(current: ItemParts<Extra>, next: TakedownColumns, tx: Tx): Promise<TakedownColumns>;
  /** Called in the transaction before the item is deleted. @returns ids of files to delete with it */
  onRemove?(row: ItemRow, tx: Tx): Promise<string[]>;

  /** NOTHING_TO_PAY if the item contains nothing to sell; for kinds whose children can be deleted. The item is locked. */
  getSaleRefusal?(row: ItemRow, tx: Tx): Promise<AppError | null>;

  present(item: ViewerItem<Extra>, presentFile: PresentFile): View;
}
