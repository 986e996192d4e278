import { assertAllowed, type Actor } from '../../../access';
import { newId } from '../../../db/columns';
import { inTransaction, type Tx } from '../../../db/transaction';
import { canPublish } from './item-access';
import type { ItemDraft } from './item-draft';
import { countPublished, planColumns, saveParts, sendPublicationJobs, type ItemEditing } from './item-editing';
import type { ItemInput } from './item-kind';
import type { ItemRepository, ItemRow } from './item-repository';
import { assertCanPublish, validateDraft } from './item-validation';

/**
 * @param publishedAt for content older than its row, such as demo content; by default now
 * @returns the id
 * @throws AppError DOCUMENTS_NOT_APPROVED, MISSING_REQUIRED_PROPS, PRICE_OUT_OF_BOUNDS, INVALID_OR_MISSING_FILE, and errors of
 * the kind
 */
export async function createItem<Extra, Input extends ItemInput, KindFields>(
  editing: ItemEditing<Extra, Input, KindFields>,
  actor: Actor,
  input: Input,
  { publishedAt }: { publishedAt?: Date } = {},
): Promise<string> {
  assertAllowed(canPublish(actor));
  const { db, clock, kind } = editing;
  const draft = kind.merge(input, null);
  return inTransaction(db, async (tx) => {
    const change = { performerId: actor.id, draft, current: null };
    const files = await validateDraft(editing, draft, actor, '', tx);
    const { planned, stored } = await planColumns(editing, change, files, tx);
    await assertCanPublish(editing, actor, stored, tx);
    const at = publishedAt ?? clock.now();
    const times = { publishedAt: at, createdAt: at, updatedAt: at };
    const own = { id: newId(at.getTime()), kind: kind.kind, performerId: actor.id };
    const row = await insertWithFreeSlug(editing, { ...stored, ...own, ...times }, draft, tx);
    await saveParts(editing, { ...row, status: planned.status }, draft, input.fileAlts, tx);
    await kind.onStored?.(row, change, tx);
    await countPublished(editing, actor.id, null, row.status, tx);
    if (!publishedAt) await sendPublicationJobs(editing, null, row, tx);
    return row.id;
  });
}

async function insertWithFreeSlug<Extra, Input extends ItemInput, KindFields>(
  { repository, kind, clock }: ItemEditing<Extra, Input, KindFields>,
  row: Omit<Parameters<ItemRepository['insert']>[0], 'slug'>,
  draft: ItemDraft<KindFields>,
  tx: Tx,
): Promise<ItemRow> {
  for (let attempt = 0; ; attempt += 1) {
    const stored = await repository.insert({ ...row, slug: kind.createSlug(draft, clock.now(), attempt) }, tx);
    if (stored) return stored;
  }
}
