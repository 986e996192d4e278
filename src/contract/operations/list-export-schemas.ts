import { z } from 'zod';
import type { SchemasFor } from '../base/define';
import { consoleLedgerSchemas } from './console-ledger-schemas';
import { consoleOrderSchemas } from './console-order-schemas';
import { consolePayoutSchemas } from './console-payout-schemas';
import type { listExportRoutes } from './list-export-routes';
import { operatorSchemas } from './operator-schemas';
import { personSchemas } from './person-schemas';

const ListFile = z.object({
  /** CSV, the first part with a header. Text that a spreadsheet would run begins with an apostrophe. */
  content: z.string(),
  /** Rows of this part. */
  count: z.number(),
  /** Rows of the list. */
  total: z.number(),
  /** To ask for the next part with; null if this is the last one. */
  next: z.string().nullable(),
});

/** The last row of the part before; parts after the first have no header. */
const After = z.object({
  after: z
    .string()
    .regex(/^[\d-]{10}T[\d:.]{12}Z_\w{1,24}$/)
    .optional(),
});

const file = { mark: 'assumed', data: ListFile } as const;
const pageless = { limit: true, offset: true } as const;

export const listExportSchemas = {
  exportPayouts: {
    ...file,
    summary:
      'Payouts as a file, in parts, with the filters and in the order of the list; the log keeps that it was downloaded',
    body: consolePayoutSchemas.searchPayouts.query.omit(pageless).extend(After.shape),
  },
  exportOrders: {
    ...file,
    summary: 'Orders as a file, as above',
    body: consoleOrderSchemas.searchAllOrders.query.omit(pageless).extend(After.shape),
  },
  exportPayments: {
    ...file,
    summary: 'Card payments as a file, as above',
    body: consoleLedgerSchemas.searchPayments.query.omit(pageless).extend(After.shape),
  },
  exportPeople: {
    ...file,
    summary: 'Fans and creators as a file, as above',
    body: personSchemas.searchPeople.query.omit(pageless).extend(After.shape),
  },
  exportOperatorLog: {
    ...file,
    summary: 'Acts of operators as a file, as above',
    body: operatorSchemas.searchOperatorLog.query.omit(pageless).extend(After.shape),
  },
} satisfies SchemasFor<typeof listExportRoutes>;
