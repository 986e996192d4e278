import { z } from 'zod';
import type { SchemasFor } from '../base/define';
import { consoleLedgerSchemas } from './console-ledger-schemas';
import { consoleOrderSchemas } from './console-order-schemas';
import { consolePayoutSchemas } from './console-payout-schemas';
import type { listExportRoutes } from './list-export-routes';
import { operatorSchemas } from './operator-schemas';
import { personSchemas } from './person-schemas';

const ListFile = z.object({
  /** CSV with a header. Text that a spreadsheet would run begins with an apostrophe. */
  content: z.string(),
  /** Rows of the file. */
  count: z.number(),
  /** Rows of the list; above `count` if the file has only the first. */
  total: z.number(),
});

const file = { mark: 'assumed', data: ListFile } as const;
const pageless = { limit: true, offset: true } as const;

export const listExportSchemas = {
  exportPayouts: {
    ...file,
    summary: 'Payouts as a file, with the filters and in the order of the list; the log keeps that it was downloaded',
    body: consolePayoutSchemas.searchPayouts.query.omit(pageless),
  },
  exportOrders: {
    ...file,
    summary: 'Orders as a file, as above',
    body: consoleOrderSchemas.searchAllOrders.query.omit(pageless),
  },
  exportPayments: {
    ...file,
    summary: 'Card payments as a file, as above',
    body: consoleLedgerSchemas.searchPayments.query.omit(pageless),
  },
  exportPeople: {
    ...file,
    summary: 'Fans and creators as a file, as above',
    body: personSchemas.searchPeople.query.omit(pageless),
  },
  exportOperatorLog: {
    ...file,
    summary: 'Acts of operators as a file, as above',
    body: operatorSchemas.searchOperatorLog.query.omit(pageless),
  },
} satisfies SchemasFor<typeof listExportRoutes>;
