import type { ServerContext } from '../../../context';
import { reconciliations } from '../../../db/schema/reconciliations';
import { AppError } from '../../../errors';
import { reconcileDay, type Comparison } from './reconcile-day';

const DAY_MS = 24 * 3600 * 1000;

export function createReconciliationService({
  db,
  clock,
  gateways,
  failures,
}: Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'failures'>) {
  /** @param day in UTC, such as `2026-05-31`. @throws AppError PROVIDER_NOT_CONFIGURED if the gateway lists no movements */
  async function compare(day: string): Promise<Comparison> {
    const { payment } = gateways;
    if (!payment.listMovements) throw new AppError('PROVIDER_NOT_CONFIGURED');
    const found = await reconcileDay(db, payment.listMovements, new Date(`${day}T00:00:00Z`));
    const row = { ...found, checkedAt: clock.now() };
    await db
      .insert(reconciliations)
      .values({ day, ...row })
      .onConflictDoUpdate({ target: reconciliations.day, set: row });
    return found;
  }

  return {
    compare,

    /** Compares yesterday, which is complete at the gateway, too. Differences are reported as failures of the gateway. */
    async compareYesterday(): Promise<void> {
      if (!gateways.payment.listMovements) return;
      const day = new Date(clock.now().getTime() - DAY_MS).toISOString().slice(0, 10);
      const { differences } = await compare(day);
      for (const difference of differences)
        failures.report('gateway', `reconciliation of ${day}`, new Error(difference));
    },
  };
}
