import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { ItemService } from '../../content/item/item-service';
import type { SearchService } from '../../content/search/search-service';
import type { TargetService, TargetType } from '../../content/target/target-service';
import type { MessageService } from '../../conversation/message/message-service';
import type { IdentityService } from '../../identity/auth/accounts/identity-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { CardService } from '../../money/payment/card-service';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { BATCH_SIZE, batchedRemoval } from './batched-removal';
import { deletedMail } from './deletion-mails';
import { createDeletionRepository, type AccountRow } from './deletion-repository';
import { erasureRepository } from './erasure-repository';

interface EraseAccountDeps extends Pick<ServerContext, 'db' | 'jobs' | 'clock'> {
  items: Pick<ItemService, 'removeAll'>;
  message: Pick<MessageService, 'eraseMessages' | 'eraseTraces'>;
  media: Pick<MediaService, 'remove'>;
  card: Pick<CardService, 'removeAll'>;
  subjects: TargetService;
  session: Pick<SessionService, 'closeAll'>;
  settings: Pick<SettingsService, 'read'>;
  identity: Pick<IdentityService, 'reserveUsername'>;
  search: Pick<SearchService, 'forgetAccount'>;
  removeExports(accountId: string): Promise<void>;
}

/** @returns the number of removed rows; 0 if none is left */
type RemoveBatch = (tx: Tx) => Promise<number>;

/** Every step can be repeated, and `deleted` is set last, so that an interrupted erasure is resumed. Promises W-4. */
export async function eraseAccount(deps: EraseAccountDeps, id: string): Promise<void> {
  const deletions = createDeletionRepository(deps.db);
  const account = await deletions.find(id);
  if (!account || account.status === 'deleted') return;
  await removeWorks(deps, account);
  await deps.search.forgetAccount(id);
  await deps.removeExports(id);
  const now = deps.clock.now();
  const batches = listBatches(deps, id, now);
  for (const remove of batches) await removeAll(deps, remove);
  const { siteName } = await deps.settings.read();
  await inTransaction(deps.db, async (tx) => {
    // A concurrent run may have finished the erasure.
    if ((await deletions.lock(id, tx))?.status === 'deleted') return;
    for (const remove of batches) while ((await remove(tx)) > 0);
    await blank(deps, account, now, tx);
    const { email } = account;
    if (email === null) return;
    await deps.jobs.send('send-mail', { kind: 'news', ...deletedMail({ siteName, to: email }) }, { tx });
  });
}

async function removeWorks(deps: EraseAccountDeps, account: AccountRow): Promise<void> {
  const { items, subjects } = deps;
  const { id, kind, name, username } = account;
  const actor: Actor = { id, kind, name, username, operatorRole: null, sessionId: '' };
  if (kind === 'performer') await items.removeAll(actor);
  await removeAll(deps, async (tx) => {
    const rows = await batchedRemoval.removeReactions(id, tx);
    for (const { objectType, objectId, action } of rows)
      await subjects.uncount(objectType as TargetType, objectId, action, tx);
    return rows.length;
  });
  await removeAll(deps, async (tx) => {
    const rows = await batchedRemoval.removeComments(id, tx);
    for (const { objectType, objectId } of rows)
      await subjects.uncount(objectType as TargetType, objectId, 'comment', tx);
    return rows.length;
  });
}

/** Other accounts may still add to these rows, so the last transaction removes them again. */
const listBatches = ({ message }: EraseAccountDeps, id: string, now: Date): RemoveBatch[] => [
  (tx) => message.eraseMessages(id, { now, limit: BATCH_SIZE }, tx),
  (tx) => batchedRemoval.removeFollows(id, tx),
  (tx) => batchedRemoval.removeFollowers(id, tx),
  (tx) => batchedRemoval.removeNotifications(id, tx),
];

async function removeAll({ db }: EraseAccountDeps, remove: RemoveBatch): Promise<void> {
  while ((await inTransaction(db, remove)) > 0);
}

async function blank(
  { message, identity, session, media, card }: EraseAccountDeps,
  { id, email, username }: AccountRow,
  now: Date,
  tx: Tx,
): Promise<void> {
  await message.eraseTraces(id, tx);
  await erasureRepository.removeBlocksAndNotes(id, tx);
  await erasureRepository.blankTipNotes(id, tx);
  await erasureRepository.blankOrders(id, tx);
  await erasureRepository.blankPayouts(id, tx);
  await erasureRepository.blankRefundRequests(id, tx);
  await erasureRepository.removeUnusedPolls(id, tx);
  if (email !== null) await erasureRepository.removeContactMessages(email, tx);
  if (username !== null) await identity.reserveUsername({ id, username }, tx);
  await session.closeAll(id, { tx });
  await card.removeAll(id, tx);
  await erasureRepository.removeRows(id, tx);
  await erasureRepository.blankPerformer(id, tx);
  await erasureRepository.blankAccount(id, now, tx);
  const fileIds = await erasureRepository.listOrphanedFileIds(id, tx);
  for (let from = 0; from < fileIds.length; from += BATCH_SIZE)
    await media.remove(fileIds.slice(from, from + BATCH_SIZE), tx);
}
