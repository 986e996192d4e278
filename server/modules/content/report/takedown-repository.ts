import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { findOperatorRole, roleMay } from '@contract/base/operator-roles';
import type { Db } from '../../../db/client';
import { findRow, lockRow, selectPage } from '../../../db/query-helpers';
import { accounts } from '../../../db/schema/accounts';
import { takedowns } from '../../../db/schema/takedowns';
import type { Executor, Tx } from '../../../db/transaction';

export type TakedownRow = typeof takedowns.$inferSelect;

const isStanding = (target: string, targetId: string) =>
  and(eq(takedowns.target, target), eq(takedowns.targetId, targetId), ne(takedowns.state, 'restored'));

export const findStanding = (target: string, targetId: string, db: Executor): Promise<TakedownRow | null> =>
  findRow(db, takedowns, isStanding(target, targetId));

export const lockStanding = (target: string, targetId: string, tx: Tx): Promise<TakedownRow | null> =>
  lockRow(tx, takedowns, isStanding(target, targetId));

export const lockTakedown = (id: string, tx: Tx): Promise<TakedownRow | null> =>
  lockRow(tx, takedowns, eq(takedowns.id, id));

export const listOfOwner = (db: Db, ownerId: string, page: { limit: number; offset: number }) =>
  selectPage(db, takedowns, {
    ...page,
    where: eq(takedowns.ownerId, ownerId),
    order: [desc(takedowns.createdAt), desc(takedowns.id)],
  });

/** True if an operator besides this one could decide an appeal. */
export async function hasOtherDecider(operatorId: string, db: Executor): Promise<boolean> {
  const rows = await db
    .select({ roles: accounts.roles })
    .from(accounts)
    .where(and(sql`'admin' = any(${accounts.roles})`, eq(accounts.status, 'active'), ne(accounts.id, operatorId)));
  return rows.some(({ roles }) => roleMay(findOperatorRole(roles), 'decideReports'));
}
