import { z } from 'zod';
import { Dollars, IsoDate, SignedDollars } from '../base/common-schemas';
import type { SchemasFor } from '../base/define';
import type { overviewRoutes } from './overview-routes';
import { todoNames } from './todo-kinds';

const Count = z.number().int().min(0);

/** Periods of the money on the overview: days including today, or months of the calendar, in UTC. */
export const moneyPeriods = ['1', '7', '30', 'month', 'last-month'] as const;

/** `address`: none is set; `mail`: there is no mail server. */
export const contactProblems = ['address', 'mail'] as const;

export const overviewSchemas = {
  listTodos: {
    summary: 'What waits for an operator with the caller’s role; empty kinds are absent',
    mark: 'assumed',
    data: z.array(
      z.object({
        kind: z.enum(todoNames),
        count: Count,
        /** Since when the first of them has waited. */
        oldestAt: IsoDate,
      }),
    ),
  },
  getSiteOverview: {
    summary: 'Sign-ups of the last 14 days, and what failed',
    mark: 'assumed',
    data: z.object({
      /** Oldest first, days in UTC. */
      signUps: z.array(z.object({ day: z.string(), fans: Count, creators: Count })),
      /** Background jobs that failed on every attempt, by name. Empty for roles that do not look after jobs. */
      failures: z.array(z.object({ name: z.string(), count: Count, lastAt: IsoDate, message: z.string() })),
      /** Why messages of the contact form reach nobody; null if they do, or for roles that do not change settings. */
      contactProblem: z.enum(contactProblems).nullable(),
    }),
  },
  getMoneyOverview: {
    summary: 'Money in, paid out and held, as the ledger has it',
    mark: 'assumed',
    query: z.object({ period: z.enum(moneyPeriods).default('30') }),
    data: z.object({
      /** Card payments of the period, with tax. */
      moneyIn: Dollars,
      payments: Count,
      /** Given back to cards in the period. */
      refunded: Dollars,
      /** Less what banks returned. */
      paidOut: SignedDollars,
      payouts: Count,
      /** Shares of the period’s sales, less refunds; negative if more was given back than sold. */
      sales: z.object({ creators: SignedDollars, commission: SignedDollars, tax: SignedDollars }),
      /** Now, whatever the period. `requested` is on its way out. */
      held: z.object({ available: Dollars, pending: Dollars, requested: Dollars }),
      fanWallets: Dollars,
      /** Fans with money in the wallet. */
      fans: Count,
    }),
  },
} satisfies SchemasFor<typeof overviewRoutes>;
