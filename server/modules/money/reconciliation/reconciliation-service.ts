import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { reconciliations } from '../../../db/schema/reconciliations';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import { reconcileDay } from './reconcile-day';

export type Reconciliation = typeof reconciliations.$inferSelect;

const DAY_MS = 24 * 3600 * 1000;

export type ReconciliationService = ReturnType<typeof createReconciliationService>;

export function createReconciliationService({
  db,
  clock,
  gateways,
  failures,
}: Pick<ServerContext, 'db' | 'clock' | 'gateways' | 'failures'>) {
  /** @param day in UTC, such as `2026-05-31`. @throws AppError PROVIDER_NOT_CONFIGURED if the gateway lists no movements */
  async function compare(day: string, by?: Operator): Promise<Reconciliation> {
    const { payment } = gateways;
    if (!payment.listMovements) throw new AppError('PROVIDER_NOT_CONFIGURED');
    const found = await reconcileDay(db, payment.listMovements, new Date(`${day}T00:00:00Z`));
    const row = { ...found, checkedAt: clock.now() };
    await inTransaction(db, async (tx) => {
      await tx
        .insert(reconciliations)
        .values({ day, ...row })
        .onConflictDoUpdate({ target: reconciliations.day, set: row });
      const { movements, differences } = found;
      await recordAct(tx, by, {
        act: 'day.compared',
        subject: { kind: 'day', id: day },
        details: { movements, differences: differences.length },
      });
    });
    return { day, ...row };
  }

  return {
    compare,

    /** False if the gateway has no record to compare with. */
    isPossible: (): boolean => gateways.payment.listMovements !== undefined,

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
