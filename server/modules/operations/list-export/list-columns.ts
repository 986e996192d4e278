import type { CsvCell } from '@contract/base/csv';
import type { EndpointReply } from '@contract/schemas';

type ListCall = 'searchPayouts' | 'searchAllOrders' | 'searchPayments' | 'searchPeople' | 'searchOperatorLog';
type Row<N extends ListCall> = EndpointReply<N> extends { data: (infer R)[] } ? R : never;

/** Header and cell of each column. Numbers are amounts of money; other numbers are text. */
type Columns<T> = readonly (readonly [header: string, read: (row: T) => CsvCell])[];

export const payoutColumns: Columns<Row<'searchPayouts'>> = [
  ['id', ({ _id }) => _id],
  ['creator', ({ name }) => name],
  ['username', ({ username }) => username],
  ['amount', ({ amount }) => amount],
  ['fee', ({ fee }) => fee],
  ['net', ({ net }) => net],
  ['paid_to', ({ accountType }) => accountType],
  ['account_ends_in', ({ accountHint }) => accountHint],
  ['status', ({ status }) => status],
  ['reason_code', ({ reasonCode }) => reasonCode],
  ['reason', ({ reason }) => reason],
  ['reference', ({ reference }) => reference],
  ['requested_at', ({ createdAt }) => createdAt],
  ['decided_at', ({ decidedAt }) => decidedAt],
  ['paid_at', ({ paidAt }) => paidAt],
];

export const orderColumns: Columns<Row<'searchAllOrders'>> = [
  ['id', ({ _id }) => _id],
  ['number', ({ orderNumber }) => orderNumber],
  ['product', ({ name }) => name],
  ['product_type', ({ productType }) => productType],
  ['quantity', ({ quantity }) => String(quantity)],
  ['unit_price', ({ unitPrice }) => unitPrice],
  ['shipping', ({ shippingPrice }) => shippingPrice],
  ['tax', ({ taxAmount }) => taxAmount],
  ['total', ({ totalPrice }) => totalPrice],
  ['buyer', ({ userInfo }) => userInfo?.name],
  ['seller', ({ performerInfo }) => performerInfo?.name],
  ['status', ({ deliveryStatus }) => deliveryStatus],
  ['ordered_at', ({ createdAt }) => createdAt],
];

export const paymentColumns: Columns<Row<'searchPayments'>> = [
  ['id', ({ _id }) => _id],
  ['gateway_id', ({ gatewayId }) => gatewayId],
  ['type', ({ type }) => type],
  ['payer', ({ userName }) => userName],
  ['creator', ({ performerName }) => performerName],
  ['total', ({ totalPrice }) => totalPrice],
  ['tax', ({ taxAmount }) => taxAmount],
  ['status', ({ status }) => status],
  ['card', ({ card }) => card],
  ['failure', ({ failure }) => failure],
  ['created_at', ({ createdAt }) => createdAt],
  ['booked_at', ({ bookedAt }) => bookedAt],
];

export const personColumns: Columns<Row<'searchPeople'>> = [
  ['id', ({ _id }) => _id],
  ['kind', ({ kind }) => (kind === 'performer' ? 'creator' : 'fan')],
  ['name', ({ name }) => name],
  ['username', ({ username }) => username],
  ['email', ({ email }) => email],
  ['status', ({ status }) => status],
  ['approved', ({ kind, isApproved }) => (kind === 'performer' ? (isApproved ? 'yes' : 'no') : '')],
  ['signed_up_at', ({ createdAt }) => createdAt],
  ['last_seen_at', ({ lastSeenAt }) => lastSeenAt],
];

export const logColumns: Columns<Row<'searchOperatorLog'>> = [
  ['line', ({ _id }) => _id],
  ['at', ({ at }) => at],
  ['operator', ({ operatorName }) => operatorName],
  ['operator_id', ({ operatorId }) => operatorId],
  ['role', ({ role }) => role],
  ['via', ({ via }) => via],
  ['act', ({ act }) => act],
  ['subject_kind', ({ subjectKind }) => subjectKind],
  ['subject_id', ({ subjectId }) => subjectId],
  ['subject', ({ subjectName }) => subjectName],
  ['amount', ({ amount }) => amount],
  ['details', ({ details }) => JSON.stringify(details)],
  ['hash', ({ hash }) => hash],
];
