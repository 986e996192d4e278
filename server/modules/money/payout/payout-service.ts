import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError, requireFound } from '../../../errors';
import type { PeopleService } from '../../identity/people/people-service';
import { makeBankFile, type BankFile, type BankFileOptions } from './bank-file';
import { calculatePayout, type CalculateDeps } from './calculate-payout';
import { decidePayout, decidePayouts, type Decision, type SeenPayout } from './decide-payout';
import { holdPayouts } from './hold-payouts';
import { payApproved, payThroughGateway, refreshTransfer } from './pay-through-gateway';
import { presentPayout, type PayoutView } from './payout-presenter';
import { createPayoutRepository, type PayoutRow } from './payout-repository';
import { changePayout, requestPayout, withdrawPayout, type PayoutCall, type PayoutDeps } from './request-payout';

export { canUseSepa } from './bank-file';
export { getAccountHint } from './payout-presenter';
export { getPayoutRest } from './payout-rest';

type PayoutBody = EndpointPart<'createPayoutRequest', 'body'>;

interface PayoutServiceDeps extends Pick<PayoutDeps, 'settings' | 'notification' | 'people'> {
  people: Pick<PeopleService, 'publicViews' | 'find'>;
  wallet: CalculateDeps['wallet'];
  earning: CalculateDeps['earning'] & PayoutDeps['earning'];
}

export type PayoutService = ReturnType<typeof createPayoutService>;

/** Creators request payouts, and operators pay them. Wire contract 2.14, 3.15, promises M-13. */
export function createPayoutService(
  context: Pick<ServerContext, 'db' | 'clock' | 'events' | 'jobs' | 'publisher' | 'env' | 'gateways'>,
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
    calculate: (actor: Actor, body: EndpointPart<'calculatePayout', 'body'>) =>
      calculatePayout({ ...deps, wallet, earning }, actor, body),

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

    /** Null ends the hold. */
    hold: (performerId: string, reason: string | null, by: Operator) => holdPayouts(deps, performerId, reason, by),

    /** For the bank, as an operator asks. @throws AppError NO_PAYOUTS_TO_SEND */
    makeBankFile: (options: BankFileOptions, by: Operator): Promise<BankFile> => makeBankFile(deps, options, by),

    /** An operator's decision. @throws AppError ENTITY_NOT_FOUND, PAYOUT_NOT_EDITABLE, PAYOUT_RESTS, PAYOUT_HELD */
    decide: (id: string, decision: Decision, by?: Operator): Promise<PayoutRow> => decidePayout(deps, id, decision, by),

    /** Approves all, or none. @throws as `decide`, and CHANGED_ELSEWHERE if one is not as it was seen */
    async approve(seen: readonly SeenPayout[], by: Operator): Promise<void> {
      await decidePayouts(deps, seen, { status: 'approved' }, by);
    },
  };
}
