import pg from 'pg';
import { createTestDatabase } from './test-database';

describe('createTestDatabase', () => {
  it('gives each caller its own copy of the migrated schema', async () => {
    const [one, two] = await Promise.all([createTestDatabase(), createTestDatabase()]);
    const client = new pg.Client(one.url);
    await client.connect();
    const { rows } = await client.query(`select count(*)::int as tables from pg_tables where schemaname = 'public'`);
    expect(one.url).not.toBe(two.url);
    expect(rows[0].tables).toBeGreaterThan(10);
    await client.end();
    await Promise.all([one.drop(), two.drop()]);
  });
});
