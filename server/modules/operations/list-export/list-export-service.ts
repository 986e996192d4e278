import { toCsvLine, type CsvCell } from '@contract/base/csv';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Keyset } from '../../../db/list-query';
import { inTransaction } from '../../../db/transaction';
import { recordAct } from '../../../operator-log/record-act';
import { logColumns, orderColumns, paymentColumns, payoutColumns, personColumns } from './list-columns';

/** A file is sent in parts, so that neither the size of a response nor the server's memory grows with the list. */
const ROWS_PER_PART = 2_000;

type Paged<Query> = Query & { limit: number; offset: number; after?: Keyset };
type Read<Query, Row> = (query: Paged<Query>) => Promise<{ data: Row[]; total: number }>;
type Columns<Row> = readonly (readonly [header: string, read: (row: Row) => CsvCell])[];
export type ListPart = EndpointReply<'exportPayouts'>;
type ListName = 'payouts' | 'orders' | 'payments' | 'people' | 'log';

type Search<N extends 'searchPayouts' | 'searchPayments' | 'searchPeople' | 'searchOperatorLog'> = (
  query: EndpointPart<N, 'query'> & { after?: Keyset },
) => Promise<EndpointReply<N>>;

interface ListExportDeps {
  payoutConsole: { search: Search<'searchPayouts'> };
  ledgerConsole: { searchPayments: Search<'searchPayments'> };
  person: { search: Search<'searchPeople'> };
  operatorLog: { search: Search<'searchOperatorLog'> };
  orderConsole: {
    search(
      actor: Actor,
      query: EndpointPart<'searchAllOrders', 'query'> & { after?: Keyset },
    ): Promise<EndpointReply<'searchAllOrders'>>;
  };
}

/** Lists of the console as CSV. Each download is an act: a file with people or money in it leaves the site. */
export function createListExport(
  { db }: Pick<ServerContext, 'db'>,
  { payoutConsole, orderConsole, ledgerConsole, person, operatorLog }: ListExportDeps,
) {
  async function write<Query extends { after?: string }, Row extends { _id: string }>(
    { name, filters, by }: { name: ListName; filters: Query; by: Operator },
    read: Read<Omit<Query, 'after'>, Row>,
    columns: Columns<Row>,
    readTime: (row: Row) => string,
  ): Promise<ListPart> {
    const { after, ...query } = filters;
    const page = { limit: ROWS_PER_PART, offset: 0, ...(after !== undefined && { after: readKeyset(after) }) };
    const { data, total } = await read({ ...query, ...page });
    // Every part is logged, so that none can be taken without.
    await inTransaction(db, (tx) =>
      recordAct(tx, by, {
        act: 'list.downloaded',
        subject: { kind: 'site', id: name },
        details: { rows: data.length, listed: total, ...leaveOutEmpty(filters) },
      }),
    );
    const header = after === undefined ? toCsvLine(columns.map(([title]) => title)) : '';
    const lines = data.map((row) => toCsvLine(columns.map(([, readCell]) => readCell(row))));
    const last = data.length === ROWS_PER_PART ? data.at(-1) : undefined;
    const next = last ? `${readTime(last)}_${last._id}` : null;
    return { content: header + lines.join(''), count: data.length, total, next };
  }

  return {
    payouts: (filters: EndpointPart<'exportPayouts', 'body'>, by: Operator) =>
      write({ name: 'payouts', filters, by }, payoutConsole.search, payoutColumns, getCreatedAt),

    orders: (filters: EndpointPart<'exportOrders', 'body'>, by: Operator) =>
      write(
        { name: 'orders', filters, by },
        (query) => orderConsole.search(toActor(by), query),
        orderColumns,
        getCreatedAt,
      ),

    payments: (filters: EndpointPart<'exportPayments', 'body'>, by: Operator) =>
      write(
        { name: 'payments', filters, by },
        ledgerConsole.searchPayments,
        paymentColumns,
        ({ bookedAt }) => bookedAt,
      ),

    people: (filters: EndpointPart<'exportPeople', 'body'>, by: Operator) =>
      write({ name: 'people', filters, by }, person.search, personColumns, getCreatedAt),

    log: (filters: EndpointPart<'exportOperatorLog', 'body'>, by: Operator) =>
      write({ name: 'log', filters, by }, operatorLog.search, logColumns, ({ at }) => at),
  };
}

const getCreatedAt = ({ createdAt }: { createdAt: string }): string => createdAt;

function readKeyset(after: string): Keyset {
  const [at = '', id = ''] = after.split('_');
  return { at: new Date(at), id };
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
