import type { EndpointPart, EndpointReply } from '@contract/schemas';
import { fromCents, toCents } from '@contract/base/money';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError, requireFound } from '../../../errors';
import type { PeopleService, PersonView } from '../../identity/people/people-service';
import type { EarningService } from '../earning/earning-service';
import type { WalletService } from '../wallet/wallet-service';
import { createPayoutRepository, type PayoutRow } from './payout-repository';
import { decidePayout, type Decision } from './decide-payout';
import { payApproved, payThroughGateway, refreshTransfer } from './pay-through-gateway';
import {
  changePayout,
  getFee,
  getRestEnd,
  requestPayout,
  withdrawPayout,
  type PayoutCall,
  type PayoutDeps,
} from './request-payout';

type PayoutView = EndpointReply<'createPayoutRequest'>;
type PayoutBody = EndpointPart<'createPayoutRequest', 'body'>;

const DAY_MS = 24 * 3600 * 1000;

interface PayoutServiceDeps extends Pick<PayoutDeps, 'settings' | 'notification' | 'people'> {
  people: Pick<PeopleService, 'publicViews' | 'find'>;
  wallet: Pick<WalletService, 'balances'>;
  earning: Pick<EarningService, 'findNextRelease' | 'payDebt'>;
}

export type PayoutService = ReturnType<typeof createPayoutService>;

/** Creators request payouts, and operators pay them. Wire contract 2.14, 3.15, promises M-13. */
export function createPayoutService(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'publisher' | 'env' | 'gateways'>,
  { settings, notification, people, wallet, earning }: PayoutServiceDeps,
) {
  const repository = createPayoutRepository(context.db);
  const deps: PayoutDeps = { ...context, settings, notification, people, earning, repository };

  async function present(rows: readonly PayoutRow[]): Promise<PayoutView[]> {
    const { payoutDays } = await settings.read();
    const persons = await people.publicViews(rows.map(({ performerId }) => performerId));
    return rows.map((row) => presentPayout(row, { person: persons.get(row.performerId), payoutDays }));
  }

  async function presentOne(row: PayoutRow): Promise<PayoutView> {
    const [view] = await present([row]);
    return view!;
  }

  return {
    /** Sums that the actor earned, was paid and can request; for an amount, also its fee and day of arrival. */
    async calculate(
      actor: Actor,
      { requestTokens }: EndpointPart<'calculatePayout', 'body'>,
    ): Promise<EndpointReply<'calculatePayout'>> {
      const [{ earned, paidOut }, balances, site, next, changedAt] = await Promise.all([
        repository.sums(actor.id),
        wallet.balances(actor.id),
        settings.read(),
        earning.findNextRelease(actor.id),
        repository.findAccountChange(actor.id),
      ]);
      const fee = getFee(site);
      return {
        totalEarnedTokens: fromCents(earned),
        previousPaidOutTokens: fromCents(paidOut),
        remainingUnpaidTokens: fromCents(balances.wallet),
        pendingTokens: fromCents(balances.pending),
        nextReleaseAt: next?.availableAt.toISOString() ?? null,
        restsUntil: getRestEnd(changedAt, context.clock.now())?.toISOString() ?? null,
        ...(requestTokens !== undefined && {
          feeTokens: fromCents(fee),
          netTokens: Math.max(0, fromCents(toCents(requestTokens)) - fromCents(fee)),
          arrivesAt: new Date(context.clock.now().getTime() + site.payoutDays * DAY_MS).toISOString(),
        }),
      };
    },

    async checkPending(actor: Actor): Promise<EndpointReply<'checkPendingPayout'>> {
      const hasPending = await repository.hasPending(actor.id);
      return { hasPending, pending: hasPending };
    },

    async search(
      actor: Actor,
      query: EndpointPart<'searchPayoutRequests', 'query'>,
    ): Promise<EndpointReply<'searchPayoutRequests'>> {
      const { rows, total } = await repository.search(actor.id, query);
      return { data: await present(rows), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND also for payouts of others */
    async get(actor: Actor, id: string): Promise<PayoutView> {
      const row = requireFound(await repository.find(id));
      if (row.performerId !== actor.id) throw new AppError('ENTITY_NOT_FOUND');
      return presentOne(row);
    },

    create: async (call: PayoutCall, body: PayoutBody): Promise<PayoutView> =>
      presentOne(await requestPayout(deps, call, body)),

    change: async (call: PayoutCall, input: PayoutBody & { id: string }): Promise<PayoutView> =>
      presentOne(await changePayout(deps, call, input)),

    withdraw: async (call: PayoutCall, id: string): Promise<PayoutView> =>
      presentOne(await withdrawPayout(deps, call, id)),

    hasOpen: repository.hasOpen,

    listByStatus: repository.listByStatus,

    /** Only sends payouts that go through the gateway. */
    pay: (job: { id: string }): Promise<void> => payThroughGateway({ ...deps, gateway: context.gateways.payout }, job),

    payApproved: (): Promise<void> => payApproved({ ...deps, gateway: context.gateways.payout }),

    refreshTransfer: (transferId: string): Promise<void> =>
      refreshTransfer({ ...deps, gateway: context.gateways.payout }, transferId),

    /** An operator's decision. @throws AppError ENTITY_NOT_FOUND, PAYOUT_NOT_EDITABLE */
    decide: (id: string, decision: Decision): Promise<PayoutRow> => decidePayout(deps, id, decision),
  };
}

function presentPayout(
  row: PayoutRow,
  { person, payoutDays }: { person: PersonView | undefined; payoutDays: number },
): PayoutView {
  const arrivesAt = row.paidAt ?? new Date(row.createdAt.getTime() + payoutDays * DAY_MS);
  return {
    _id: row.id,
    source: 'performer',
    sourceId: row.performerId,
    sourceInfo: person?.isPerformer ? person : null,
    requestTokens: fromCents(row.amount),
    tokenConversionRate: 1,
    paymentAccountType: row.accountType,
    requestNote: row.requestNote,
    adminNote: row.adminNote,
    status: row.status,
    payoutId: row.payoutId,
    reasonCode: row.reasonCode,
    accountHint: getAccountHint(row),
    feeTokens: fromCents(row.fee),
    arrivesAt: row.status === 'rejected' ? null : arrivesAt.toISOString(),
    paidAt: row.paidAt?.toISOString() ?? null,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}

/** The last four characters identify an account to its owner, and are too few to use it. */
function getAccountHint({ accountType, accountInfo }: PayoutRow): string | null {
  if (accountType !== 'banking') return accountInfo['email'] ?? null;
  return accountInfo['bankAccount']?.replace(/\W/g, '').slice(-4) || null;
}
