import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import type { Db } from '../db/client';
import { findRow } from '../db/query-helpers';
import { sandboxTransfers } from '../db/schema/sandbox';
import { assertPayable } from './currency';
import type { PayoutGateway } from './payout';

/** As long as Stripe's links are valid. */
const LINK_MS = 5 * 60_000;

/** Moves no money but reports success. Creators can be paid as soon as they have an account. Its records survive restarts. */
export function createSandboxPayouts(db: Db, now: () => Date): PayoutGateway {
  return {
    name: 'stripe',
    createRecipient: async ({ performerId }) =>
      `acct_${createHash('sha256').update(performerId).digest('hex').slice(0, 16)}`,
    // A real gateway asks for the creator's details on its page; this one sends the browser back immediately.
    createOnboardingLink: async (_recipientId, { returnUrl }) => ({
      url: returnUrl,
      createdAt: now(),
      expiresAt: new Date(now().getTime() + LINK_MS),
    }),
    readRecipient: async (id) => ({ id, hasDetails: true, isReady: true, problem: '' }),
    findTransfer: async (key) => (await findRow(db, sandboxTransfers, eq(sandboxTransfers.key, key)))?.id ?? null,
    async transfer({ recipientId, amount, key }) {
      assertPayable(amount);
      const id = `tr_${randomBytes(12).toString('hex')}`;
      await db.insert(sandboxTransfers).values({ id, key, recipientId, amount }).onConflictDoNothing();
      const stored = await findRow(db, sandboxTransfers, eq(sandboxTransfers.key, key));
      if (!stored || stored.amount !== amount || stored.recipientId !== recipientId)
        throw new Error(`the key ${key} was used for another transfer`);
      return stored.id;
    },
    isReversed: async () => false,
  };
}
