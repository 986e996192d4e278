import type { DeliveryRow, EndpointRow } from './webhook-repository';

export const presentEndpoint = ({ id, url, events, status, offReason, failingSince, createdAt }: EndpointRow) => ({
  _id: id,
  url,
  events,
  isOn: status === 'on',
  offReason,
  failingSince: failingSince?.toISOString() ?? null,
  createdAt: createdAt.toISOString(),
});

export const presentDelivery = (row: DeliveryRow) => ({
  _id: row.id,
  event: row.event,
  status: row.status,
  attempts: row.attempts,
  replyStatus: row.replyStatus,
  replyText: row.replyText,
  nextAttemptAt: row.nextAttemptAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  deliveredAt: row.deliveredAt?.toISOString() ?? null,
});
