import { withAdvice } from '@contract/base/media-kinds';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import type { FailedFile } from '../../../events';
import { eachOrThrow } from '../../../lib/each-or-throw';
import { dayText } from '../../../mail/compose-mail';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { createWalletService } from '../wallet/wallet-service';
import {
  createBrokenSaleRepository,
  type BrokenSaleRow,
  type PurchaseWindow,
  type SoldThing,
} from './broken-sale-repository';

/** Milliseconds in which a creator may replace a sold file that broke. */
const REPLACE_MS = 72 * 3600 * 1000;
/** Milliseconds after which a refund that failed is tried again. */
const RETRY_MS = 3600 * 1000;
/** Things that one run of the job looks at. */
const AT_A_TIME = 200;

const REASONS = {
  item: 'Its file can’t be opened, and it wasn’t replaced in time.',
  message: 'Its file can’t be opened.',
} as const;

interface BrokenSaleDeps {
  wallet: Pick<ReturnType<typeof createWalletService>, 'refund'>;
  notification: Pick<NotificationService, 'add'>;
}

/**
 * What was sold and broke: its creator has three days to replace the file, then all who bought it get their money back. A
 * message cannot be changed, so that its buyers are paid back at once. ADR 48, promises M-21.
 */
export function createBrokenSaleService(
  { db, clock, jobs }: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  { wallet, notification }: BrokenSaleDeps,
) {
  const repository = createBrokenSaleRepository(db);

  async function notifyBuyers(window: PurchaseWindow, until: Date, tx: Tx): Promise<void> {
    const { target, targetId } = window;
    const thing = await repository.lockThing(window, tx);
    for (const userId of await repository.listBuyerIds(window, tx)) {
      await notification.add(tx, {
        ...{ userId, type: 'payment', action: 'broken', refId: targetId, refSource: target },
        title: 'Something you bought can’t be opened',
        message: `“${thing?.name}” can’t be opened right now. If its creator doesn’t replace it by ${dayText(until)}, you get your money back.`,
      });
    }
  }

  /** @returns what it came to. */
  async function refundOne(window: PurchaseWindow, chargeId: string): Promise<'settled' | 'processing'> {
    return inTransaction(db, async (tx) => {
      const state = await readState(window, tx);
      if (state === 'broken') {
        await wallet.refund(tx, chargeId, window.target === 'message' ? REASONS.message : REASONS.item);
      }
      return state === 'processing' ? 'processing' : 'settled';
    });
  }

  /** How a thing is, locked: its editor and its sale wait. */
  async function readState(thing: SoldThing, tx: Tx): Promise<'broken' | 'processing' | 'whole'> {
    if (!(await repository.lockThing(thing, tx))) return 'whole';
    const states = await repository.listFileStates(thing, tx);
    if (states.includes('error')) return 'broken';
    return states.includes('processing') ? 'processing' : 'whole';
  }

  /**
   * Pays back every buyer of one, each in a transaction of their own.
   *
   * @throws AggregateError of those that could not be paid back; the others were, and it is tried again in an hour.
   */
  async function settle(row: BrokenSaleRow): Promise<void> {
    let isProcessing = false;
    try {
      await eachOrThrow(await repository.listPurchases(row), async ({ chargeId }) => {
        isProcessing = (await refundOne(row, chargeId)) === 'processing' || isProcessing;
      });
    } catch (error) {
      await repository.postpone(row, new Date(clock.now().getTime() + RETRY_MS));
      throw error;
    }
    if (isProcessing) return;
    await inTransaction(db, async (tx) => {
      const state = await readState(row, tx);
      // Read again under the lock: another file of it may have broken meanwhile, for more buyers.
      const current = await repository.find(row, tx);
      if (!current || state === 'processing') return;
      const isOver = state === 'whole' || (await repository.listBuyerIds(current, tx)).length === 0;
      if (isOver) await repository.remove(row, tx);
    });
  }

  /**
   * Opens the time in which what was sold with a file may be replaced.
   *
   * @param file.createdAt who bought before that did not buy it, unless it could be opened since.
   * @returns until when its creator may replace it; null where nobody bought it, or it cannot be replaced.
   */
  async function openReplacement(
    { fileId, createdAt, wasReady }: Pick<FailedFile, 'fileId' | 'createdAt' | 'wasReady'>,
    tx: Tx,
  ): Promise<Date | null> {
    const now = clock.now();
    const boughtFrom = wasReady ? null : createdAt;
    let replaceBy: Date | null = null;
    for (const thing of await repository.listSoldWith(fileId, boughtFrom, tx)) {
      const isMessage = thing.target === 'message';
      const dueAt = new Date(now.getTime() + (isMessage ? 0 : REPLACE_MS));
      const window = { ...thing, boughtFrom, boughtUntil: now };
      await repository.insert({ ...window, dueAt, createdAt: now }, tx);
      if (isMessage) {
        await jobs.send('refund-broken-sales', {}, { tx });
        continue;
      }
      replaceBy = dueAt;
      await notifyBuyers(window, dueAt, tx);
    }
    return replaceBy;
  }

  return {
    /** Tells the owner of a broken file what to do, and its buyers until when. */
    async onFileFailed(tx: Tx, file: FailedFile): Promise<void> {
      const replaceBy = await openReplacement(file, tx);
      const advice = file.isKept ? `${file.reason} Try again, or choose another file.` : withAdvice(file.reason);
      const deadline = replaceBy
        ? ` Someone has bought it. Replace it by ${dayText(replaceBy)}, or its buyers get their money back.`
        : '';
      await notification.add(tx, {
        ...{ userId: file.ownerId, type: 'account', action: 'file-error', refId: file.fileId, refSource: 'file' },
        ...{ title: "A file couldn't be processed", message: `${file.name || 'A file'}: ${advice}${deadline}` },
      });
    },

    /**
     * Pays back what is due and still broken; what was replaced stays sold. May run twice, also at the same time.
     *
     * @throws AggregateError of those that failed; the others are done.
     */
    async refundDue(): Promise<void> {
      await eachOrThrow(await repository.listDue(clock.now(), AT_A_TIME), settle);
    },
  };
}
