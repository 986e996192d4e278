import type { EndpointReply } from '@contract/schemas';
import type { CardRow } from './card-repository';

/** Wire contract 3.11. */
export function presentCard(row: CardRow, isProduction: boolean): EndpointReply<'addCard'> {
  return {
    _id: row.id,
    source: 'user',
    sourceId: row.userId,
    paymentGateway: row.paymentGateway as EndpointReply<'addCard'>['paymentGateway'],
    customerId: row.customerId,
    token: row.token,
    holderName: row.holderName,
    brand: row.brand,
    last4Digits: row.last4Digits,
    month: row.month,
    year: row.year,
    isProduction,
    isDefault: row.isDefault,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
