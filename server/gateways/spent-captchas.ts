import { lt } from 'drizzle-orm';
import type { Db } from '../db/client';
import { spentCaptchas } from '../db/schema/guards';

/** Notes each solved puzzle once, for all processes; those that have expired are forgotten on the way. */
export function createSpentCaptchas(db: Db, now: () => Date) {
  return async (nonce: string, expiresAt: Date): Promise<boolean> => {
    const noted = await db.insert(spentCaptchas).values({ nonce, expiresAt }).onConflictDoNothing().returning();
    if (noted.length > 0) await db.delete(spentCaptchas).where(lt(spentCaptchas.expiresAt, now()));
    return noted.length > 0;
  };
}
