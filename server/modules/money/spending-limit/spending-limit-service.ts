import { cents, fromCents, toCents, type Cents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { assertAllowed, isUser, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction, type Tx } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { moneyText } from '../../../mail/compose-mail';
import { getCurrentLimit, getSpendingMonth, NO_LIMIT, planLimit, type StoredLimit } from './spending-limit-policy';
import { createSpendingLimitRepository } from './spending-limit-repository';

interface Spending {
  userId: string;
  /** Including tax. */
  amount: Cents;
}

/** The limit that a payment would exceed. */
export interface PassedLimit {
  limit: Cents;
  resetsAt: Date;
}

export type SpendingLimitService = ReturnType<typeof createSpendingLimitService>;

const monthText = new Intl.DateTimeFormat('en-GB', { month: 'long', timeZone: 'UTC' });

/** A fan's own spending limit per calendar month. Every purchase is checked before it is stored. ADR 24. */
export function createSpendingLimitService({ db, clock }: Pick<ServerContext, 'db' | 'clock'>) {
  const repository = createSpendingLimitRepository(db);

  async function present(userId: string, stored: StoredLimit, tx?: Tx): Promise<EndpointReply<'getSpendingLimit'>> {
    const now = clock.now();
    const { amount, nextFrom, nextAmount } = getCurrentLimit(stored, now);
    const month = getSpendingMonth(now);
    const { spent, waiting } = await repository.sumSpending(userId, month, tx);
    return {
      limit: toDollars(amount),
      spent: fromCents(spent),
      waiting: fromCents(waiting),
      remaining: amount === null ? null : fromCents(cents(Math.max(0, amount - spent - waiting))),
      resetsAt: month.to.toISOString(),
      pending: nextFrom && { limit: toDollars(nextAmount), from: nextFrom.toISOString() },
    };
  }

  /** Locks the limit until the transaction ends. Concurrent payments of the fan wait, and then see the row of this one. */
  async function findPassed(tx: Tx, { userId, amount }: Spending): Promise<PassedLimit | null> {
    if (amount === 0) return null;
    const stored = await repository.lock(userId, tx);
    const now = clock.now();
    const limit = stored && getCurrentLimit(stored, now).amount;
    if (limit === null) return null;
    const month = getSpendingMonth(now);
    const { spent, waiting } = await repository.sumSpending(userId, month, tx);
    return spent + waiting + amount > limit ? { limit, resetsAt: month.to } : null;
  }

  return {
    /** The limit that a payment would exceed, or null. Call it before the payment is stored. */
    findPassed,

    /** Like `findPassed`. @throws AppError SPENDING_LIMIT_REACHED */
    async assertWithin(tx: Tx, spending: Spending): Promise<void> {
      const passed = await findPassed(tx, spending);
      if (!passed) return;
      const month = monthText.format(clock.now());
      throw new AppError('SPENDING_LIMIT_REACHED', {
        message: `This would pass your limit of ${moneyText(passed.limit)} for ${month}. You were not charged.`,
      });
    },

    async get(actor: Actor): Promise<EndpointReply<'getSpendingLimit'>> {
      assertAllowed(isUser(actor));
      return present(actor.id, (await repository.find(actor.id)) ?? NO_LIMIT);
    },

    async set(
      actor: Actor,
      { limit }: EndpointPart<'setSpendingLimit', 'body'>,
    ): Promise<EndpointReply<'setSpendingLimit'>> {
      assertAllowed(isUser(actor));
      return inTransaction(db, async (tx) => {
        const now = clock.now();
        const stored = (await repository.lock(actor.id, tx)) ?? NO_LIMIT;
        const planned = planLimit(stored, limit === null ? null : toCents(limit), now);
        await repository.save(actor.id, planned, now, tx);
        return present(actor.id, planned, tx);
      });
    },
  };
}

const toDollars = (amount: Cents | null): number | null => (amount === null ? null : fromCents(amount));
