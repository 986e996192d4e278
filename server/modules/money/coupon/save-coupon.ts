import type { Operator } from '../../../access';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import type { ServerContext } from '../../../context';
import { coupons } from '../../../db/schema/money';
import { AppError } from '../../../errors';

interface CouponInput {
  code: string;
  /** The discount as a fraction of the price: above 0, at most 1. */
  off: number;
  uses: number;
  /** Valid until the end of this day in UTC, such as `2031-12-31`. */
  lastDay: string;
}

/** Creates or changes a coupon. Fans who already used its code cannot use it again. @throws AppError VALIDATION_FAILED */
export async function saveCoupon(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { code, off, uses, lastDay }: CouponInput,
  by?: Operator,
): Promise<void> {
  const isValid = /^[A-Za-z0-9-]{3,60}$/.test(code) && off > 0 && off <= 1 && Number.isSafeInteger(uses) && uses >= 0;
  const end = Date.parse(`${lastDay}T23:59:59.999Z`);
  if (!isValid || Number.isNaN(end)) throw new AppError('VALIDATION_FAILED');
  const now = clock.now();
  const values = { value: off, usesLeft: uses, expiredDate: new Date(end), status: 'active', updatedAt: now } as const;
  await inTransaction(db, async (tx) => {
    await tx
      .insert(coupons)
      .values({ code: code.toUpperCase(), createdAt: now, ...values })
      .onConflictDoUpdate({ target: coupons.code, set: values });
    const subject = { kind: 'coupon', id: code.toUpperCase() } as const;
    await recordAct(tx, by, { act: 'coupon.saved', subject, details: { off, uses, lastDay } });
  });
}
