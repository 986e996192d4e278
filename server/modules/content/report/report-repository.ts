import { sql } from 'drizzle-orm';
import type { Db } from '../../../db/client';
import { reports } from '../../../db/schema/social';

export type ReportRow = typeof reports.$inferSelect;

export function createReportRepository(db: Db) {
  return {
    /** One report a person and thing: a repeat says anew what it is about. One that was settled is open again. */
    async save(row: typeof reports.$inferInsert & { updatedAt: Date }): Promise<ReportRow> {
      const { title, description, updatedAt } = row;
      const [stored] = await db
        .insert(reports)
        .values(row)
        .onConflictDoUpdate({
          target: [reports.createdBy, reports.target, reports.targetId],
          set: { title, description: description ?? sql`${reports.description}`, status: 'open', updatedAt },
        })
        .returning();
      return stored as ReportRow;
    },
  };
}
