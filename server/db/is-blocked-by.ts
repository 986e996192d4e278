import { sql, type SQL } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { userBlocks } from './schema/social';

/** Whether a creator keeps a fan out, by the columns that name them. Somebody blocked hears no more of who did it. */
export const isBlockedBy = (performerId: PgColumn, userId: PgColumn): SQL<boolean> =>
  sql<boolean>`exists (select 1 from ${userBlocks} where ${userBlocks.performerId} = ${performerId}
    and ${userBlocks.userId} = ${userId})`;
