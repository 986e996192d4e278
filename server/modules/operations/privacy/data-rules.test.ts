import { getTableName, sql } from 'drizzle-orm';
import { buildTestApp, type TestApp } from '../../../../tests/harness/build-test-app';
import { dataRules, fileHolders, passingFileColumns } from './data-rules';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

/** Columns that have a foreign key to `table`, or a name that suggests such an id. */
async function listColumns(table: string, name: RegExp): Promise<string[]> {
  const keys = await app.context.db.execute<{ place: string }>(sql`
    select tc.table_name || '.' || kcu.column_name as place
    from information_schema.table_constraints tc
    join information_schema.key_column_usage kcu using (constraint_schema, constraint_name)
    join information_schema.constraint_column_usage ccu using (constraint_schema, constraint_name)
    where tc.constraint_type = 'FOREIGN KEY' and tc.table_schema = 'public' and ccu.table_name = ${table}`);
  const all = await app.context.db.execute<{ place: string; column_name: string }>(sql`
    select table_name || '.' || column_name as place, column_name from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'ARRAY', 'character varying')`);
  const named = all.rows.filter((row) => name.test(row.column_name)).map((row) => row.place);
  return [...new Set([...keys.rows.map((row) => row.place), ...named])].toSorted();
}

const getPlace = (column: (typeof fileHolders)[number]) => `${getTableName(column.table)}.${column.name}`;

// Promises W-4.
describe('every column that identifies a person', () => {
  const isPerson =
    /(^|_)(account|user|performer|owner|sender|author|viewer|voter|follower|following|recipient|buyer|seller|customer|participant|member|creator)_ids?$|^(created_by|opened_by|viewer|referred_by)$/;
  /** Columns whose name matches, but which contain no account id. */
  const elsewhere = new Set([
    'payment_cards.customer_id', // the gateway's id
    'payment_transactions.customer_id',
    'accounts.referred_by', // a referral code
  ]);

  it('has a rule for export and erasure', async () => {
    const covered = new Set(
      dataRules.flatMap(({ owner, others }) => [...owner, ...others].map((column) => getPlace(column))),
    );
    const found = (await listColumns('accounts', isPerson)).filter((place) => !elsewhere.has(place));
    expect(found.length).toBeGreaterThan(40);
    expect(found.filter((place) => !covered.has(place))).toEqual([]);
  });

  it('has one rule per table', () => {
    const tables = dataRules.map(({ table }) => getTableName(table));
    expect(tables.filter((name, index) => tables.indexOf(name) !== index)).toEqual([]);
  });
});

describe('every column with a file id', () => {
  it('is known to the erasure of an account', async () => {
    const known = new Set([...fileHolders, ...passingFileColumns].map(getPlace));
    const isFile = /(^|_)(file|photo|image|thumbnail|teaser|cover|avatar|video|verification)_ids?$/;
    const found = await listColumns('files', isFile);
    expect(found.length).toBeGreaterThan(8);
    expect(found.filter((place) => !known.has(place))).toEqual([]);
  });
});
