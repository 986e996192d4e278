import type { EndpointReply } from '@contract/schemas';
import type { UserBlockRow } from './block-repository';

/** `BlockedUser`. Wire contract 2.4. */
export function presentUserBlock(row: UserBlockRow): EndpointReply<'blockUser'> {
  return {
    _id: row.id,
    source: 'performer',
    sourceId: row.performerId,
    target: 'user',
    targetId: row.userId,
    reason: row.reason,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
  };
}
