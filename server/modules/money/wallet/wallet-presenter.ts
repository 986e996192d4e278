import type { EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import type { PersonView } from '../../identity/people/people-service';
import type { ChargeRow } from './wallet-repository';

export type ChargeView = EndpointReply<'tipPerformer'>;

/** Wire contract 3.13. */
export function presentCharge(row: ChargeRow, people?: Map<string, PersonView>): ChargeView {
  const performer = people?.get(row.performerId);
  return {
    _id: row.id,
    source: 'user',
    sourceId: row.userId,
    target: row.target as ChargeView['target'],
    targetId: row.targetId,
    performerId: row.performerId,
    ...(performer?.isPerformer && { performerInfo: performer }),
    type: row.type as ChargeView['type'],
    sessionId: row.sessionId,
    ...(row.note && { userNote: row.note }),
    products: row.products as ChargeView['products'],
    originalPrice: fromCents(row.originalPrice),
    totalPrice: fromCents(row.totalPrice),
    status: row.status,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
