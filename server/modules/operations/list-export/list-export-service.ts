import { toCsv, type CsvCell } from '@contract/base/csv';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import { logColumns, orderColumns, paymentColumns, payoutColumns, personColumns } from './list-columns';

/** A file is built in memory, and a spreadsheet with more rows is of little use: filters make it smaller. */
const MAX_ROWS = 5_000;
const ROWS_PER_READ = 500;

type Read<Query, Row> = (query: Query & { limit: number; offset: number }) => Promise<{ data: Row[]; total: number }>;
type ListFile = EndpointReply<'exportPayouts'>;
type ListName = 'payouts' | 'orders' | 'payments' | 'people' | 'log';

type Search<N extends 'searchPayouts' | 'searchPayments' | 'searchPeople' | 'searchOperatorLog'> = (
  query: EndpointPart<N, 'query'>,
) => Promise<EndpointReply<N>>;

interface ListExportDeps {
  payoutConsole: { search: Search<'searchPayouts'> };
  ledgerConsole: { searchPayments: Search<'searchPayments'> };
  person: { search: Search<'searchPeople'> };
  operatorLog: { search: Search<'searchOperatorLog'> };
  orderConsole: {
    search(actor: Actor, query: EndpointPart<'searchAllOrders', 'query'>): Promise<EndpointReply<'searchAllOrders'>>;
  };
}

/** Lists of the console as CSV. Each download is an act: a file with people or money in it leaves the site. */
export function createListExport(
  { db }: Pick<ServerContext, 'db'>,
  { payoutConsole, orderConsole, ledgerConsole, person, operatorLog }: ListExportDeps,
) {
  async function write<Query extends object, Row>(
    { name, filters, by }: { name: ListName; filters: Query; by: Operator },
    read: Read<Query, Row>,
    columns: readonly (readonly [header: string, read: (row: Row) => CsvCell])[],
  ): Promise<ListFile> {
    const { rows, total } = await readAll(filters, read);
    await inTransaction(db, (tx) =>
      recordAct(tx, by, {
        act: 'list.downloaded',
        subject: { kind: 'site', id: name },
        details: { rows: rows.length, ...leaveOutEmpty(filters) },
      }),
    );
    const header = columns.map(([title]) => title);
    const content = toCsv(
      header,
      rows.map((row) => columns.map(([, readCell]) => readCell(row))),
    );
    return { content, count: rows.length, total };
  }

  return {
    payouts: (filters: EndpointPart<'exportPayouts', 'body'>, by: Operator) =>
      write({ name: 'payouts', filters, by }, payoutConsole.search, payoutColumns),

    orders: (filters: EndpointPart<'exportOrders', 'body'>, by: Operator) =>
      write({ name: 'orders', filters, by }, (query) => orderConsole.search(toActor(by), query), orderColumns),

    payments: (filters: EndpointPart<'exportPayments', 'body'>, by: Operator) =>
      write({ name: 'payments', filters, by }, ledgerConsole.searchPayments, paymentColumns),

    people: (filters: EndpointPart<'exportPeople', 'body'>, by: Operator) =>
      write({ name: 'people', filters, by }, person.search, personColumns),

    log: (filters: EndpointPart<'exportOperatorLog', 'body'>, by: Operator) =>
      write({ name: 'log', filters, by }, operatorLog.search, logColumns),
  };
}

async function readAll<Query extends object, Row>(
  filters: Query,
  read: Read<Query, Row>,
): Promise<{ rows: Row[]; total: number }> {
  const rows: Row[] = [];
  for (;;) {
    const { data, total } = await read({ ...filters, limit: ROWS_PER_READ, offset: rows.length });
    rows.push(...data);
    if (data.length < ROWS_PER_READ || rows.length >= MAX_ROWS) return { rows, total };
  }
}

const leaveOutEmpty = (filters: object): object =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== undefined && value !== ''));

/** Orders are presented for somebody; an operator at a command has no session. */
const toActor = ({ id, role }: Operator): Actor => ({
  id,
  kind: 'user',
  operatorRole: role,
  sessionId: '',
  name: '',
  username: null,
});
