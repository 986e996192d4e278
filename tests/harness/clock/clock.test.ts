import pg from 'pg';
import { createTestDatabase } from '../test-database';
import { setClock } from './set-clock';

const machineTime = () => performance.timeOrigin + performance.now();
const MINUTE = 60_000;

describe('the clock of tests', () => {
  it('differs from the machine’s clock, as does the clock of the test’s database', async () => {
    setClock('2031-02-28T23:59:00Z');
    const database = await createTestDatabase();
    const client = new pg.Client(database.url);
    await client.connect();
    const { rows } = await client.query<{ now: Date }>('select now()');
    await client.end();
    await database.drop();
    expect(Math.abs(Date.now() - machineTime())).toBeGreaterThan(MINUTE);
    expect(Math.abs(Number(rows[0]?.now) - Date.parse('2031-02-28T23:59:00Z'))).toBeLessThan(MINUTE);
  });

  it('advances, and is the same for all code that reads it', () => {
    setClock('2028-02-29T10:00:00Z');
    const before = Date.now();
    expect([new Date().getFullYear(), new Date().getMonth(), new Date().getUTCDate()]).toEqual([2028, 1, 29]);
    expect(Date()).toContain('2028');
    expect(new Date(0).toISOString()).toBe('1970-01-01T00:00:00.000Z');
    expect(new Date()).toBeInstanceOf(Date);
    while (Date.now() === before) void before;
    expect(Date.now()).toBeGreaterThan(before);
  });
});
