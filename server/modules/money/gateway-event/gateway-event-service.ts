import { and, eq, isNull, lt } from 'drizzle-orm';
import type { ServerContext } from '../../../context';
import { findRow, hasRows } from '../../../db/query-helpers';
import { gatewayEvents } from '../../../db/schema/gateway';
import { inTransaction } from '../../../db/transaction';
import { AppError } from '../../../errors';
import { InvalidSignature, type EventEndpoint, type GatewayEvent } from '../../../gateways/payment';
import { eachOrThrow } from '../../../lib/each-or-throw';

/** Brings what we know of an object up to date, by reading it at the gateway. Can run twice, also at once. */
export type EventHandler = (objectId: string) => Promise<void>;

/** Milliseconds after which the job of an event counts as lost. */
const LOST_AFTER_MS = 15 * 60_000;
/** How long handled events are kept: gateways repeat for days. */
const KEPT_MS = 30 * 24 * 3600 * 1000;
const BATCH_SIZE = 100;

/**
 * Events of the payment gateway. One is stored before it is answered, and a job works on it. It says that something happened,
 * never what: that is read at the gateway, so that late, doubled and forged events change nothing.
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
    /** @throws AppError ROUTE_NOT_FOUND where no gateway sends events, FORBIDDEN when this is not from the gateway */
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

    /** Deletes events that were handled long ago. */
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
