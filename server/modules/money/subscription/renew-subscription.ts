import type { ServerContext } from '../../../context';
import { newId } from '../../../db/columns';
import { inTransaction } from '../../../db/transaction';
import type { SettingsService } from '../../site/settings/settings-service';
import type { CardService } from '../payment/card-service';
import { quote, toRenewalKey, type PaymentService } from '../payment/payment-service';
import type { TaxService } from '../payment/tax-service';
import type { RenewalFailures } from './renewal-failures';
import type { Renewable, RenewalKind } from './renewal-kind';
import { getPostponedState } from './renewal-retries';
import { isRunning } from './subscription-policy';
import { getDueDate, getRenewalPrice } from './subscription-price';

export interface RenewDeps<Row extends Renewable> extends Pick<ServerContext, 'db' | 'clock'> {
  settings: Pick<SettingsService, 'read'>;
  payment: Pick<PaymentService, 'lockReference' | 'openRenewal' | 'drive'>;
  card: Pick<CardService, 'findForRenewal'>;
  tax: Pick<TaxService, 'readRate'>;
  kind: RenewalKind<Row>;
  failures: Pick<RenewalFailures<Row>, 'fail' | 'stop'>;
}

/**
 * Renews a due subscription with one payment per period and attempt, also if it runs twice, concurrently or after a crash.
 * Afterwards it is paid for its period, in a retry with a date, or ended. Decisions 1, promises M-10, M-20.
 *
 * @throws the error that prevented its payment, after the renewal was postponed.
 */
export async function renewSubscription<Row extends Renewable>(deps: RenewDeps<Row>, id: string): Promise<void> {
  const row = await deps.kind.find(id);
  if (!row) return;
  let paymentId: string | null;
  try {
    paymentId = await createRenewalPayment(deps, row);
  } catch (error) {
    await postpone(deps, row);
    throw error;
  }
  if (paymentId !== null) await deps.payment.drive(paymentId);
}

/** @returns the id of the payment to drive, or null */
async function createRenewalPayment<Row extends Renewable>(
  { db, clock, settings, payment, card, tax, kind, failures }: RenewDeps<Row>,
  row: Row,
): Promise<string | null> {
  const [rate, site] = await Promise.all([tax.readRate(row.taxLocation), settings.read()]);
  const now = clock.now();
  return inTransaction(db, async (tx) => {
    await payment.lockReference({ ...kind.describe(row), userId: row.userId }, tx);
    let error = await kind.findError(row, tx, site);
    const block = error === 'gone' ? await kind.findBlock(row, tx) : null;
    // The error may come from a block that was undone since.
    if (error === 'gone' && block === null) error = await kind.findError(row, tx, site);
    const current = await kind.lock(row, tx);
    if (!current || !isDue(current, now)) return null;
    if (error === 'age' || error === 'dispute') {
      await failures.fail(tx, current, { cause: error, site });
      return null;
    }
    if (error !== null) {
      // A block that can still be undone ends nothing: the subscription stays due for a later run.
      if (error === 'account' || block !== 'undoable') await failures.stop(tx, current, { cause: error, site, block });
      return null;
    }
    const { id, userId, taxLocation, expiredAt, renewalAttempts } = current;
    const price = getRenewalPrice(current, getDueDate(current) ?? now);
    const opened = await payment.openRenewal(tx, {
      ...kind.describe(current),
      id: newId(now.getTime()),
      key: toRenewalKey(id, expiredAt ?? now, renewalAttempts),
      userId,
      quote: quote({ original: price, off: 0, taxRate: rate }),
      coupon: null,
      taxLocation,
      card: await card.findForRenewal(userId, current.cardId, tx),
    });
    // The key of this attempt was used before: count it as failed, or the subscription would stay due forever.
    if (opened === 'used') await failures.fail(tx, current, { cause: null, site });
    if (typeof opened === 'string') return null;
    if ('id' in opened) return opened.id;
    await failures.fail(tx, current, { cause: opened, site });
    return null;
  });
}

/** A later date lets the run take other subscriptions first. */
async function postpone<Row extends Renewable>({ db, clock, kind }: RenewDeps<Row>, row: Row): Promise<void> {
  const now = clock.now();
  await inTransaction(db, async (tx) => {
    const current = await kind.lock(row, tx);
    if (current && isDue(current, now)) await kind.save(current, getPostponedState(current.expiredAt, now), tx);
  });
}

const isDue = (row: Renewable, now: Date): boolean =>
  isRunning(row) && row.nextRecurringDate !== null && row.nextRecurringDate <= now;
