import type { Permission } from '@contract/base/operator-roles';
import { listExportSchemas } from '@contract/operations/list-export-schemas';
import type { Operator } from '../access';
import type { App } from '../app';
import type { ListPart } from '../modules/operations/list-export/list-export-service';
import type { OperatorCommand } from './operator-command';

type Services = App['services'];
type Filters = Record<string, string>;

interface ListCommand {
  permission: Permission;
  filters: string;
  /** @throws ZodError for values that the list does not know */
  write(services: Services, filters: Filters, by: Operator): Promise<ListPart>;
}

const lists: Record<string, ListCommand> = {
  payouts: {
    permission: 'decidePayouts',
    filters: '[status=…] [q=…] [fromDate=…] [toDate=…]',
    write: ({ listExport }, filters, by) => listExport.payouts(listExportSchemas.exportPayouts.body.parse(filters), by),
  },
  orders: {
    permission: 'readOrders',
    filters: '[deliveryStatus=…] [q=…] [fromDate=…] [toDate=…]',
    write: ({ listExport }, filters, by) => listExport.orders(listExportSchemas.exportOrders.body.parse(filters), by),
  },
  payments: {
    permission: 'readLedger',
    filters: '[status=…] [q=…] [fromDate=…] [toDate=…]',
    write: ({ listExport }, filters, by) =>
      listExport.payments(listExportSchemas.exportPayments.body.parse(filters), by),
  },
  people: {
    permission: 'readPeople',
    filters: '[kind=…] [status=…] [q=…]',
    write: ({ listExport }, filters, by) => listExport.people(listExportSchemas.exportPeople.body.parse(filters), by),
  },
  log: {
    permission: 'readLog',
    filters: '[act=…] [operatorId=…] [subjectId=…] [fromDate=…] [toDate=…]',
    write: ({ listExport }, filters, by) => listExport.log(listExportSchemas.exportOperatorLog.body.parse(filters), by),
  },
};

/** @throws Error for an argument that is not `name=value` */
function readFilters(args: readonly string[]): Filters {
  return Object.fromEntries(
    args.map((arg) => {
      const [, name, value] = /^(\w+)=(.*)$/.exec(arg) ?? [];
      if (name === undefined || value === undefined) throw new Error(`"${arg}" is no filter: write name=value.`);
      return [name, value];
    }),
  );
}

export const listCommands: Record<string, OperatorCommand> = Object.fromEntries(
  Object.entries(lists).map(([name, { permission, filters, write }]) => [
    `export ${name}`,
    {
      takes: filters,
      permission,
      says: `prints the ${name} of the console as CSV`,
      async run(services, args, { operator, print }) {
        let part = await write(services, readFilters(args), operator);
        while (part.next !== null) {
          print(part.content);
          part = await write(services, { ...readFilters(args), after: part.next }, operator);
        }
        return part.content.trimEnd();
      },
    } satisfies OperatorCommand,
  ]),
);
