import { and, eq, isNull, lt } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { findRow, hasRows } from '../../../db/query-helpers';
import { gatewayEvents } from '../../../db/schema/gateway';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { InvalidSignature, type EventEndpoint, type GatewayEvent } from '../../../gateways/payment';
import { eachOrThrow } from '../../../lib/each-or-throw';

/** Updates our record of an object by reading it at the gateway. Safe to repeat, even concurrently. */
export type EventHandler = (objectId: string) => Promise<void>;

const LOST_AFTER_MS = 15 * 60_000;
/** Gateways repeat events for days, so handled events are retained to recognize repeats. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const BATCH_SIZE = 100;

/**
 * Events from the payment gateway: stored before the response, then handled by a job. An event only tells which object changed.
 * Its state is read at the gateway, so that late, repeated and forged events do no harm.
 */
export function createGatewayEventService(
  { db, clock, jobs, gateways }: Pick<ServerContext, 'db' | 'clock' | 'jobs' | 'gateways'>,
  handlers: Record<GatewayEvent['about'], EventHandler>,
) {
  async function handle({ id }: { id: string }): Promise<void> {
    const event = await findRow(db, gatewayEvents, eq(gatewayEvents.id, id));
    if (!event || event.handledAt !== null) return;
    await handlers[event.about](event.objectId);
    await db.update(gatewayEvents).set({ handledAt: clock.now() }).where(eq(gatewayEvents.id, id));
  }

  return {
    /** @throws AppError ROUTE_NOT_FOUND if the gateway sends no events, FORBIDDEN for a wrong signature */
    async receive(body: Buffer, signature: string, endpoint: EventEndpoint): Promise<void> {
      const { payment } = gateways;
      if (!payment.readEvent) throw new AppError('ROUTE_NOT_FOUND');
      const event = readEvent(() => payment.readEvent!(body, signature, endpoint));
      if (!event) return;
      await inTransaction(db, async (tx) => {
        const row = { ...event, receivedAt: clock.now() };
        const inserted = tx.insert(gatewayEvents).values(row).onConflictDoNothing();
        if (await hasRows(inserted.returning({ id: gatewayEvents.id })))
          await jobs.send('handle-gateway-event', { id: event.id }, { tx });
      });
    },

    handle,

    /** Handles events whose job was lost. @throws AggregateError of those that failed */
    async recover(): Promise<void> {
      const isLost = lt(gatewayEvents.receivedAt, new Date(clock.now().getTime() - LOST_AFTER_MS));
      const rows = await db
        .select({ id: gatewayEvents.id })
        .from(gatewayEvents)
        .where(and(isNull(gatewayEvents.handledAt), isLost))
        .limit(BATCH_SIZE);
      await eachOrThrow(rows, handle);
    },

    async sweep(): Promise<void> {
      await db.delete(gatewayEvents).where(lt(gatewayEvents.handledAt, new Date(clock.now().getTime() - KEPT_MS)));
    },
  };
}

function readEvent(read: () => GatewayEvent | null): GatewayEvent | null {
  try {
    return read();
  } catch (error) {
    throw error instanceof InvalidSignature ? new AppError('FORBIDDEN', { details: error.message }) : error;
  }
}
