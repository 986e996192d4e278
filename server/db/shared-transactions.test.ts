import { sql } from 'drizzle-orm';
import { startTcpProxy } from '../../tests/harness/tcp-proxy';
import { createTestDatabase } from '../../tests/harness/test-database';
import { currentScope, inScope } from '../log/scope';
import { openDatabase, type DatabaseClient } from './client';
import { createSharedTransactions } from './shared-transactions';
import { inTransaction, type Tx } from './transaction';

let database: Awaited<ReturnType<typeof createTestDatabase>>;
let client: DatabaseClient;

beforeAll(async () => {
  database = await createTestDatabase();
  client = openDatabase(database.url, { max: 3, waitMs: 5_000 });
  await client.db.execute(sql`create table notes (text text primary key)`);
});
beforeEach(async () => {
  await client.db.execute(sql`truncate notes`);
});
afterAll(async () => {
  await client.close();
  await database.drop();
});

const note = async (tx: Tx, text: string): Promise<string> => {
  const { rows } = await tx.execute<{ id: string }>(
    sql`insert into notes values (${text}) returning pg_current_xact_id()::text as id`,
  );
  return rows[0]?.id ?? '';
};
const listNotes = async (): Promise<string[]> => {
  const { rows } = await client.db.execute<{ text: string }>(sql`select text from notes order by text`);
  return rows.map(({ text }) => text);
};

describe('works that share a transaction', () => {
  it('are stored by one, each with a result of its own', async () => {
    const inShared = createSharedTransactions(client.db);
    const ids = await Promise.all(['a', 'b', 'c'].map((who) => inShared(who, (tx) => note(tx, who))));
    expect(new Set(ids).size).toBe(1);
    expect(await listNotes()).toEqual(['a', 'b', 'c']);
  });

  it('go one after the other where they are of the same person', async () => {
    const inShared = createSharedTransactions(client.db);
    const ids = await Promise.all(['1', '2', '3'].map((text) => inShared('a', (tx) => note(tx, text))));
    expect(new Set(ids).size).toBe(3);
  });

  it('are stored although one of them fails, which alone hears why', async () => {
    const inShared = createSharedTransactions(client.db);
    const outcomes = await Promise.allSettled([
      inShared('a', (tx) => note(tx, 'a')),
      inShared('b', async (tx) => {
        await note(tx, 'b');
        throw new Error('no');
      }),
      inShared('c', (tx) => tx.execute(sql`select 1 / 0`)),
      inShared('d', async (tx) => {
        tx.beforeCommit({ shape: 'refused', columns: {}, build: () => sql`insert into notes values (null)` });
      }),
      inShared('e', (tx) => note(tx, 'e')),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'rejected',
      'rejected',
      'fulfilled',
    ]);
    expect(await listNotes()).toEqual(['a', 'e']);
  });

  it('have their effects once, on behalf of whoever asked', async () => {
    const inShared = createSharedTransactions(client.db);
    const seen: unknown[] = [];
    const works = ['a', 'b'].map((who) =>
      inScope({ reqId: who }, () =>
        inShared(who, async (tx) => {
          expect(currentScope()).toEqual({ reqId: who });
          tx.afterCommit(() => void seen.push([who, currentScope()?.reqId]));
          if (who === 'b') await tx.execute(sql`select 1 / 0`).catch(() => undefined);
        }),
      ),
    );
    await Promise.allSettled(works);
    expect(seen.filter((entry) => (entry as string[])[0] === 'a')).toEqual([['a', 'a']]);
  });

  it('do not wait for long with one whose row somebody holds', async () => {
    const inShared = createSharedTransactions(client.db);
    await client.db.execute(sql`insert into notes values ('held')`);
    let letGo = () => {};
    const held = new Promise<void>((resolve) => (letGo = resolve));
    const ready = new Promise<void>((resolve) => {
      void inTransaction(client.db, async (tx) => {
        await tx.execute(sql`select 1 from notes where text = 'held' for update`);
        resolve();
        await held;
      });
    });
    await ready;
    const slow = inShared('a', (tx) => tx.execute(sql`select 1 from notes where text = 'held' for update`));
    // Only once the others are through is the row let go.
    await Promise.all(['b', 'c'].map((who) => inShared(who, (tx) => note(tx, who))));
    letGo();
    await slow;
    expect(await listNotes()).toEqual(['b', 'c', 'held']);
  });

  it('are not done again when nobody knows whether they were stored', async () => {
    const proxy = await startTcpProxy(database.url);
    const url = new URL(database.url);
    url.port = new URL(proxy.url).port;
    const through = openDatabase(url.href, { max: 2, waitMs: 2_000 });
    const inShared = createSharedTransactions(through.db);
    let tries = 0;
    try {
      const works = ['a', 'b'].map((who) =>
        inShared(who, async (tx) => {
          tries += 1;
          await tx.execute(sql`select 1`);
          if (who === 'b') proxy.cut();
        }),
      );
      const outcomes = await Promise.allSettled(works);
      expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
      expect(tries).toBe(2);
    } finally {
      await through.close();
      await proxy.close();
    }
  });
});
