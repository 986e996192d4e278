import { withAdvice } from '@contract/base/media-kinds';
import type { ServerContext } from '../../../context';
import type { Tx } from '../../../db/transaction';
import type { FailedFile } from '../../../events';
import { dayText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import { brokenSaleRepository, type PurchaseWindow } from './broken-sale-repository';
import { soldFileRepository } from './sold-file-repository';

export interface ReportDeps extends Pick<ServerContext, 'clock' | 'jobs'> {
  notification: Pick<NotificationService, 'add'>;
}

const REPLACE_MS = 72 * 3600 * 1000;

/** Schedules the refunds of a broken file, and notifies its owner and its buyers of the deadline. */
export async function reportBrokenFile(deps: ReportDeps, tx: Tx, file: FailedFile): Promise<void> {
  const replaceBy = await scheduleRefunds(deps, file, tx);
  const advice = file.isKept ? `${file.reason} Try again, or choose another file.` : withAdvice(file.reason);
  const deadline = replaceBy
    ? ` Someone has bought it. Replace it by ${dayText(replaceBy)}, or its buyers get their money back.`
    : '';
  await deps.notification.add(tx, {
    userId: file.ownerId,
    type: 'account',
    action: 'file-error',
    refId: file.fileId,
    refSource: 'file',
    title: "A file couldn't be processed",
    message: `${file.name || 'A file'}: ${advice}${deadline}`,
  });
}

/**
 * @param file.createdAt purchases before this time are not affected, unless the file could be opened then.
 * @returns the creator's deadline to replace the file; null if it was not sold or cannot be replaced.
 */
async function scheduleRefunds(
  deps: ReportDeps,
  { fileId, createdAt, wasReady }: Pick<FailedFile, 'fileId' | 'createdAt' | 'wasReady'>,
  tx: Tx,
): Promise<Date | null> {
  const now = deps.clock.now();
  const boughtFrom = wasReady ? null : createdAt;
  let replaceBy: Date | null = null;
  for (const sold of await soldFileRepository.listSoldWith(fileId, boughtFrom, tx)) {
    const isMessage = sold.target === 'message';
    const dueAt = new Date(now.getTime() + (isMessage ? 0 : REPLACE_MS));
    const window = { ...sold, boughtFrom, boughtUntil: now };
    await brokenSaleRepository.insert({ ...window, dueAt, createdAt: now }, tx);
    if (isMessage) {
      await deps.jobs.send('refund-broken-sales', {}, { tx });
      continue;
    }
    replaceBy = dueAt;
    await notifyBuyers(deps, window, dueAt, tx);
  }
  return replaceBy;
}

async function notifyBuyers({ notification }: ReportDeps, window: PurchaseWindow, until: Date, tx: Tx): Promise<void> {
  const { target: refSource, targetId: refId } = window;
  const item = await soldFileRepository.lock(window, tx);
  for (const userId of await brokenSaleRepository.listBuyerIds(window, tx)) {
    await notification.add(tx, {
      userId,
      type: 'payment',
      action: 'broken',
      refId,
      refSource,
      title: 'Something you bought can’t be opened',
      message: `“${item?.name}” can’t be opened right now. If its creator doesn’t replace it by ${dayText(until)}, you get your money back.`,
    });
  }
}
