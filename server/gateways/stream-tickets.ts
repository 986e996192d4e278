import { randomBytes } from 'node:crypto';
import type { AccessRequest } from './streaming';

/** Short, since browsers connect as soon as they have a ticket. */
const TICKET_MS = 60_000;
/** Expired tickets are removed whenever at least this many are stored. */
const MANY_TICKETS = 1_000;

type TicketRequest = Omit<AccessRequest, 'seconds'>;

/** Single-use tickets with which browsers connect to a show, kept in the memory of this process. */
export function createStreamTickets(now: () => number) {
  const tickets = new Map<string, { request: TicketRequest; expiresAt: number }>();

  return {
    issue(request: TicketRequest): string {
      if (tickets.size >= MANY_TICKETS)
        for (const [key, { expiresAt }] of tickets) if (expiresAt <= now()) tickets.delete(key);
      const key = randomBytes(24).toString('base64url');
      tickets.set(key, { request, expiresAt: now() + TICKET_MS });
      return key;
    },

    /** @returns null for a ticket that is unknown, redeemed or expired */
    redeem(key: string): TicketRequest | null {
      const ticket = tickets.get(key);
      tickets.delete(key);
      return ticket && ticket.expiresAt > now() ? ticket.request : null;
    },

    /** @param viewer all viewers by default */
    revoke(sessionId: string, viewer?: string): void {
      for (const [key, { request }] of tickets)
        if (request.sessionId === sessionId && (viewer === undefined || request.viewer === viewer)) tickets.delete(key);
    },
  };
}
