import { desc, sql } from 'drizzle-orm';
import { cents, fromCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Keyset } from '../../../db/list-query';
import { selectPage } from '../../../db/query-helpers';
import { reconciliations } from '../../../db/schema/reconciliations';
import { requireFound } from '../../../errors';
import type { Reconciliation, ReconciliationService } from '../../money/reconciliation/reconciliation-service';
import { createPaymentSearch, type EntryLine, type PaymentLine } from './payment-search';

interface LedgerConsoleDeps {
  reconciliation: Pick<ReconciliationService, 'compare' | 'isPossible'>;
}

type PaymentView = EndpointReply<'searchPayments'>['data'][number];
type TransferView = EndpointReply<'getPayment'>['transfers'][number];

/** Card payments, what they moved in the ledger, and its comparison with the gateway. */
export function createLedgerConsole({ db }: Pick<ServerContext, 'db'>, { reconciliation }: LedgerConsoleDeps) {
  const payments = createPaymentSearch(db);

  return {
    async searchPayments(
      query: EndpointPart<'searchPayments', 'query'> & { after?: Keyset },
    ): Promise<EndpointReply<'searchPayments'>> {
      const { rows, total } = await payments.search(query);
      return { data: rows.map(presentPayment), total };
    },

    /** @throws AppError ENTITY_NOT_FOUND */
    async getPayment(id: string): Promise<EndpointReply<'getPayment'>> {
      const row = requireFound(await payments.find(id));
      return { payment: presentPayment(row), transfers: groupByTransfer(await payments.listEntries(id)) };
    },

    async listReconciliations({
      hasDifferences,
      limit,
      offset,
    }: EndpointPart<'listReconciliations', 'query'>): Promise<EndpointReply<'listReconciliations'>> {
      const where = hasDifferences ? sql`jsonb_array_length(${reconciliations.differences}) > 0` : undefined;
      const order = [desc(reconciliations.day)];
      const { rows, total } = await selectPage(db, reconciliations, { where, order, limit, offset });
      return { data: rows.map(presentReconciliation), total, isPossible: reconciliation.isPossible() };
    },

    /** @throws AppError PROVIDER_NOT_CONFIGURED */
    reconcile: async (day: string, by: Operator): Promise<EndpointReply<'reconcileDay'>> =>
      presentReconciliation(await reconciliation.compare(day, by)),
  };
}

const presentReconciliation = ({ day, checkedAt, movements, fees, differences }: Reconciliation) => ({
  _id: day,
  checkedAt: checkedAt.toISOString(),
  movements,
  fees: fromCents(fees),
  differences,
});

function presentPayment({ payment, ...names }: PaymentLine): PaymentView {
  const { cardLabel } = payment;
  return {
    _id: payment.id,
    userId: payment.userId,
    userName: names.userName ?? '',
    userUsername: names.userUsername ?? '',
    performerId: payment.performerId,
    performerName: names.performerName ?? '',
    performerUsername: names.performerUsername ?? '',
    type: payment.type,
    target: payment.target,
    totalPrice: fromCents(payment.totalPrice),
    taxAmount: fromCents(payment.taxAmount),
    status: payment.status,
    gatewayId: payment.gatewayId ?? '',
    card: cardLabel ? `${cardLabel.brand} ending ${cardLabel.last4Digits}` : '',
    failure: payment.failureMessage,
    createdAt: payment.createdAt.toISOString(),
    bookedAt: payment.bookedAt.toISOString(),
  };
}

function groupByTransfer(lines: readonly EntryLine[]): TransferView[] {
  const transfers = new Map<string, TransferView>();
  for (const { transfer, entry, kind, ownerId, ownerName } of lines) {
    const { id, code, subject, reversesId, createdAt } = transfer;
    const known = transfers.get(id) ?? {
      _id: id,
      code,
      subject,
      reversesId,
      createdAt: createdAt.toISOString(),
      entries: [],
    };
    known.entries.push({
      account: kind,
      ownerId,
      ownerName: ownerName ?? '',
      amount: fromCents(cents(entry.amount)),
      balanceAfter: fromCents(cents(entry.balanceAfter)),
    });
    transfers.set(id, known);
  }
  return [...transfers.values()];
}
