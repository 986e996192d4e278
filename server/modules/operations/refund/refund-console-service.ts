import { and, asc, count, desc, eq, or } from 'drizzle-orm';
import { fromCents } from '@contract/base/money';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { isNamed } from '../../../db/account-search';
import { betweenDays } from '../../../db/list-query';
import { accounts } from '../../../db/schema/accounts';
import { disputes } from '../../../db/schema/disputes';
import { findLastAct } from '../../../operator-log/find-last-act';
import type { RefundRequestService } from '../../money/refund-request/refund-request-service';

interface RefundConsoleDeps {
  refundRequest: Pick<RefundRequestService, 'searchAsOperator' | 'getAsOperator' | 'decideAsOperator'>;
}

/** Refund requests and disputes, as operators see and decide them. */
export function createRefundConsole({ db }: Pick<ServerContext, 'db'>, { refundRequest }: RefundConsoleDeps) {
  /** The log knows who decided. */
  async function findDecider(id: string): Promise<EndpointReply<'getRefund'>['operator']> {
    const decision = await findLastAct(db, { kind: 'refund', id }, ['refund.granted', 'refund.refused']);
    if (!decision) return null;
    const { operatorId, operatorName, operatorUsername } = decision;
    return { _id: operatorId, name: operatorName ?? '', username: operatorUsername ?? '' };
  }

  return {
    search: refundRequest.searchAsOperator,

    /** @throws AppError ENTITY_NOT_FOUND */
    async get(id: string): Promise<EndpointReply<'getRefund'>> {
      const [details, operator] = await Promise.all([refundRequest.getAsOperator(id), findDecider(id)]);
      return { ...details, operator };
    },

    async decide(
      decision: Parameters<RefundRequestService['decideAsOperator']>[0],
      by: Operator,
    ): Promise<EndpointReply<'grantRefundAsOperator'>> {
      await refundRequest.decideAsOperator(decision, by);
      return { success: true };
    },

    async searchDisputes(query: EndpointPart<'searchDisputes', 'query'>): Promise<EndpointReply<'searchDisputes'>> {
      const { q, status, limit, offset } = query;
      const where = and(
        status && eq(disputes.status, status),
        q ? or(eq(disputes.id, q), eq(disputes.gatewayId, q), eq(disputes.paymentId, q), isNamed(q)) : undefined,
        betweenDays(disputes.createdAt, query),
      );
      const order =
        status === 'open' ? [asc(disputes.respondBy), asc(disputes.id)] : [desc(disputes.createdAt), desc(disputes.id)];
      const listed = db
        .select({ dispute: disputes, userName: accounts.name, userUsername: accounts.username })
        .from(disputes)
        .leftJoin(accounts, eq(accounts.id, disputes.userId))
        .where(where)
        .orderBy(...order)
        .limit(limit)
        .offset(offset);
      const counted = db
        .select({ total: count() })
        .from(disputes)
        .leftJoin(accounts, eq(accounts.id, disputes.userId))
        .where(where);
      const [rows, [all]] = await Promise.all([listed, counted]);
      return { data: rows.map(presentDispute), total: all?.total ?? 0 };
    },
  };
}

function presentDispute({
  dispute: { id, amount, fee, respondBy, createdAt, closedAt, updatedAt: _updatedAt, ...rest },
  userName,
  userUsername,
}: {
  dispute: typeof disputes.$inferSelect;
  userName: string | null;
  userUsername: string | null;
}): EndpointReply<'searchDisputes'>['data'][number] {
  return {
    ...rest,
    _id: id,
    userName: userName ?? '',
    userUsername: userUsername ?? '',
    amount: fromCents(amount),
    fee: fromCents(fee),
    respondBy: respondBy?.toISOString() ?? null,
    createdAt: createdAt.toISOString(),
    closedAt: closedAt?.toISOString() ?? null,
  };
}
