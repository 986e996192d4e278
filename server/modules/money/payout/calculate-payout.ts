import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, toCents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { EarningService } from '../earning/earning-service';
import type { WalletService } from '../wallet/wallet-service';
import { payoutAccountRepository } from './payout-account-repository';
import { getPayoutRest } from './payout-rest';
import { getFee, type PayoutDeps } from './request-payout';

const DAY_MS = 24 * 3600 * 1000;

export interface CalculateDeps extends Pick<PayoutDeps, 'db' | 'clock' | 'repository' | 'settings'> {
  wallet: Pick<WalletService, 'balances'>;
  earning: Pick<EarningService, 'findNextRelease'>;
}

/** Sums that the actor has earned, was paid and can request. For a given amount, also its fee and day of arrival. */
export async function calculatePayout(
  { db, clock, repository, settings, wallet, earning }: CalculateDeps,
  actor: Actor,
  { requestTokens }: EndpointPart<'calculatePayout', 'body'>,
): Promise<EndpointReply<'calculatePayout'>> {
  const [{ earned, paidOut }, balances, site, next, change] = await Promise.all([
    repository.sums(actor.id),
    wallet.balances(actor.id),
    settings.read(),
    earning.findNextRelease(actor.id),
    payoutAccountRepository.findChange(actor.id, db),
  ]);
  const fee = getFee(site);
  const rest = change && getPayoutRest(change, clock.now());
  return {
    totalEarnedTokens: fromCents(earned),
    previousPaidOutTokens: fromCents(paidOut),
    remainingUnpaidTokens: fromCents(balances.wallet),
    pendingTokens: fromCents(balances.pending),
    nextReleaseAt: next?.availableAt.toISOString() ?? null,
    restsUntil: rest?.until.toISOString() ?? null,
    restReason: rest?.reason ?? null,
    ...(requestTokens !== undefined && {
      feeTokens: fromCents(fee),
      netTokens: Math.max(0, fromCents(toCents(requestTokens)) - fromCents(fee)),
      arrivesAt: new Date(clock.now().getTime() + site.payoutDays * DAY_MS).toISOString(),
    }),
  };
}
