import { assertAllowed, type Actor } from '../../../access';
import type { Tx } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import type { FileRow, MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { checkFiles, filesNamedBy, throwMissing, wasPublished, type ItemDraft } from './item-draft';
import type { ItemKind } from './item-kind';
import type { ItemContents, ItemRepository, ItemRow } from './item-repository';

export interface ItemCheckParts {
  repository: Pick<ItemRepository, 'isAnyTaken' | 'isSold'>;
  media: Pick<MediaService, 'hold'>;
  people: Pick<PeopleService, 'find'>;
  settings: Pick<SettingsService, 'read'>;
}

/** Whether a draft can be an item of its kind, and its creator may show it. */
export function createItemValidation<Wish>(
  kind: Pick<ItemKind<never, never, never, Wish>, 'noun' | 'fileTypes' | 'shownTypes' | 'checkContent' | 'checkPrice'>,
  { repository, media, people, settings }: ItemCheckParts,
) {
  /** Whether somebody bought it; what nobody has seen yet was not bought with what it lies in. */
  const isSold = (row: ItemRow, tx: Tx) =>
    repository.isSold({ ...row, parentId: wasPublished(row) ? row.parentId : null }, tx);

  return {
    isSold,

    /** Drafts are anybody's who sells; what fans see, or will see by itself, is for creators who are approved. */
    async assertMayPublish(actor: Actor, after: Pick<ItemRow, 'status' | 'isScheduled'>, tx: Tx): Promise<void> {
      if (!after.isScheduled && (after.status === 'draft' || after.status === 'inactive')) return;
      const person = requireFound(await people.find(actor.id, tx));
      assertAllowed(person.performer?.verifiedDocument === true, 'DOCUMENTS_NOT_APPROVED');
    },

    /**
     * @param itemId of the item it would change; empty for a new one.
     * @returns the files it is made of, as they are until the transaction ends.
     * @throws AppError INVALID_OR_MISSING_FILE, MISSING_REQUIRED_PROPS, PRICE_OUT_OF_BOUNDS
     */
    async check(draft: ItemDraft<Wish>, actor: Actor, itemId: string, tx: Tx): Promise<FileRow[]> {
      const files = await media.hold(filesNamedBy(draft), tx);
      const own = new Map(files.filter(({ ownerId }) => ownerId === actor.id).map((file) => [file.id, file]));
      checkFiles(draft, own, kind);
      kind.checkContent(draft, own);
      if (draft.columns.isScheduled && draft.columns.publishAt === null) throwMissing('scheduleAt', kind.noun);
      kind.checkPrice(draft, await settings.read(tx));
      // As when the same draft was saved from another tab.
      if (await repository.isAnyTaken(filesNamedBy(draft), itemId, tx))
        throw new AppError('INVALID_OR_MISSING_FILE', {
          message: 'A file of this is in something you saved before. Remove it, then add it again.',
        });
      return files;
    },

    /**
     * What was bought is not taken away: a sold item keeps its files, but for broken ones, which as many others replace.
     *
     * @throws AppError FORBIDDEN
     */
    async assertBuyersKeepFiles(row: ItemRow, { files }: ItemContents, draft: ItemDraft<Wish>, tx: Tx): Promise<void> {
      const removed = files.filter((file) => !draft.fileIds.includes(file.id));
      if (removed.length === 0 || !(await isSold(row, tx))) return;
      if (removed.some(({ status }) => status !== 'error'))
        throw new AppError('FORBIDDEN', {
          message: `Someone has bought this ${kind.noun}, so its files can’t be removed.`,
        });
      if (draft.fileIds.length < files.length)
        throw new AppError('FORBIDDEN', {
          message: `Someone has bought this ${kind.noun}. Replace the broken file with another one instead of removing it.`,
        });
    },
  };
}
