import type { EndpointReply } from '@contract/schemas';
import { fromCents } from '@contract/base/money';
import type { PersonView } from '../../identity/people/people-service';
import type { EarningRow } from './earning-repository';

export type EarningView = EndpointReply<'searchEarnings'>['data'][number];

/** Wire contract 3.14. `userInfo` is the fan's public view. */
export function presentEarning(
  row: EarningRow,
  { itemName, userNote, people }: { itemName: string | null; userNote: string | null; people: Map<string, PersonView> },
): EarningView {
  const user = people.get(row.userId);
  return {
    _id: row.id,
    userId: row.userId,
    userInfo: user && !user.isPerformer ? user : null,
    performerId: row.performerId,
    transactionId: row.transactionId,
    sourceType: row.sourceType as EarningView['sourceType'],
    type: row.type as EarningView['type'],
    grossPrice: fromCents(row.grossPrice),
    netPrice: fromCents(row.netPrice),
    siteCommission: row.siteCommission,
    isPaid: row.isPaid,
    paidAt: row.paidAt?.toISOString() ?? null,
    paymentGateway: row.paymentGateway as EarningView['paymentGateway'],
    isToken: row.isToken,
    itemName,
    ...(userNote && { userNote }),
    availableAt: (row.releasedAt ?? row.releaseAt).toISOString(),
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
