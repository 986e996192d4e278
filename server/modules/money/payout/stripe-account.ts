import { eq } from 'drizzle-orm';
import type { EndpointReply } from '@contract/schemas';
import { assertAllowed, isPerformer, type Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { recordPayoutAccountChange } from '../../../db/payout-account-change';
import { findRow, hasRows } from '../../../db/query-helpers';
import { payoutRecipients } from '../../../db/schema/payouts';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { PayoutRefused, type PayoutGateway } from '../../../gateways/payout';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { PeopleService } from '../../identity/people/people-service';

type AccountView = EndpointReply<'getStripeAccount'>;

interface StripeAccountDeps extends Pick<ServerContext, 'db' | 'clock' | 'env' | 'events' | 'gateways'> {
  people: Pick<PeopleService, 'find'>;
  session: Pick<SessionService, 'assertFresh' | 'lockOwn'>;
}

/**
 * Creators' accounts at the payout gateway, which decides whether a creator can be paid. Our copy is only for display; the
 * gateway is read again before money is sent. Wire contract 2.13.
 */
export function createStripeAccountService(deps: StripeAccountDeps) {
  const { db, clock, env, gateways } = deps;
  const find = (performerId: string) => findRow(db, payoutRecipients, eq(payoutRecipients.performerId, performerId));

  async function read(recipientId: string): Promise<void> {
    const gateway = requireGateway(gateways.payout);
    const { hasDetails, isReady, problem } = await callGateway(() => gateway.readRecipient(recipientId));
    const values = { hasDetails, isReady, problem, updatedAt: clock.now() };
    await db.update(payoutRecipients).set(values).where(eq(payoutRecipients.recipientId, recipientId));
  }

  return {
    /**
     * Creates a link to the gateway's page on which creators identify themselves. The first link creates their account, which
     * pauses payouts for a day, like any change to the payout account.
     *
     * @throws AppError FRESH_LOGIN_REQUIRED, PROVIDER_NOT_CONFIGURED, PROVIDER_UNREACHABLE, STRIPE_COUNTRY_UNSUPPORTED
     */
    async createLink(actor: Actor): Promise<EndpointReply<'createStripeAccount'>> {
      assertAllowed(isPerformer(actor));
      const gateway = requireGateway(gateways.payout);
      await deps.session.assertFresh(actor);
      const recipientId = (await find(actor.id))?.recipientId ?? (await openAccount(deps, gateway, actor));
      await read(recipientId);
      const page = `${env.WEB_PUBLIC_URL}/creator/banking`;
      const addresses = { returnUrl: `${page}?stripe=return`, refreshUrl: `${page}?stripe=refresh` };
      const { url, createdAt, expiresAt } = await callGateway(() =>
        gateway.createOnboardingLink(recipientId, addresses),
      );
      return { object: 'account_link', url, created: toSeconds(createdAt), expires_at: toSeconds(expiresAt) };
    },

    /** Reads our copy of the account. @throws AppError PROVIDER_NOT_CONFIGURED */
    async get(actor: Actor): Promise<AccountView> {
      assertAllowed(isPerformer(actor));
      requireGateway(gateways.payout);
      return present(await find(actor.id));
    },

    /** Reads the account from the gateway. @throws AppError PROVIDER_NOT_CONFIGURED, PROVIDER_UNREACHABLE */
    async refreshOwn(actor: Actor): Promise<AccountView> {
      assertAllowed(isPerformer(actor));
      const row = await find(actor.id);
      if (row) await read(row.recipientId);
      return present(await find(actor.id));
    },

    async refresh(recipientId: string): Promise<void> {
      const isOurs = (await findRow(db, payoutRecipients, eq(payoutRecipients.recipientId, recipientId))) !== null;
      if (isOurs) await read(recipientId);
    },
  };
}

const present = (row: typeof payoutRecipients.$inferSelect | null): AccountView => ({
  accountId: row?.recipientId ?? null,
  payoutsEnabled: row?.isReady ?? false,
  detailsSubmitted: row?.hasDetails ?? false,
  problem: row?.problem ?? '',
});

const toSeconds = (date: Date): number => Math.floor(date.getTime() / 1000);

function requireGateway(gateway: PayoutGateway | null): PayoutGateway {
  if (!gateway) throw new AppError('PROVIDER_NOT_CONFIGURED');
  return gateway;
}

async function callGateway<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (error instanceof PayoutRefused) throw new AppError('STRIPE_COUNTRY_UNSUPPORTED');
    throw new AppError('PROVIDER_UNREACHABLE', { details: error });
  }
}

/** Creates the account. @returns the gateway's id for it, the same one for concurrent calls */
async function openAccount(
  { db, clock, events, people, session }: StripeAccountDeps,
  gateway: PayoutGateway,
  actor: Actor,
): Promise<string> {
  const { account } = requireFound(await people.find(actor.id));
  const country = /^[A-Z]{2}$/.test(account.country ?? '') ? account.country : null;
  const wanted = { performerId: actor.id, email: account.email, country };
  const recipientId = await callGateway(() => gateway.createRecipient(wanted));
  return inTransaction(db, async (tx) => {
    await session.lockOwn(actor, tx);
    const now = clock.now();
    const row = { performerId: actor.id, recipientId, createdAt: now, updatedAt: now };
    const isNew = await hasRows(
      tx.insert(payoutRecipients).values(row).onConflictDoNothing().returning({ id: payoutRecipients.recipientId }),
    );
    if (isNew) {
      const { isFirst } = await recordPayoutAccountChange(tx, actor.id, now);
      const account = { type: 'stripe' } as const;
      await events.emit(tx, 'payoutAccountChanged', { performerId: actor.id, isFirst, account });
    }
    return requireFound(await findRow(tx, payoutRecipients, eq(payoutRecipients.performerId, actor.id))).recipientId;
  });
}
