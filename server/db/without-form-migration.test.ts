import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { inArray, sql } from 'drizzle-orm';
import { newPhone } from '../../tests/factories/social-login';
import { buildUser } from '../../tests/factories/user';
import { buildTestApp, type TestApp } from '../../tests/harness/build-test-app';
import { migrationsFolder } from './migrate';
import { accounts } from './schema/accounts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const byPhone = () => ({ passwordHash: null, verifiedPhone: true, phone: newPhone() });

it('M-19: accounts created without a form, and only those, are still asked for their age after the migration', async () => {
  const made = {
    'by phone': byPhone(),
    'by Google': { passwordHash: null, googleId: 'g-1' },
    'by Twitter': { passwordHash: null, twitterId: 't-1' },
    'by phone, and declared': { ...byPhone(), ageDeclaredAt: app.clock.now() },
    'by phone, with a password': { verifiedPhone: true, phone: newPhone() },
    'by a form': {},
    'whose password was taken back': { passwordHash: null },
  };
  const names = new Map<string, string>();
  for (const [name, values] of Object.entries(made))
    names.set((await buildUser(app, { ageDeclaredAt: null, ...values })).id, name);
  const migration = await readFile(path.join(migrationsFolder(), '0024_without_form.sql'), 'utf8');
  await app.context.db.execute(sql.raw(migration.split('--> statement-breakpoint')[1] ?? ''));
  const rows = await app.context.db
    .select()
    .from(accounts)
    .where(inArray(accounts.id, [...names.keys()]));
  const owing = rows.filter(({ isWithoutForm }) => isWithoutForm).map(({ id }) => names.get(id));
  expect(new Set(owing)).toEqual(new Set(['by Google', 'by Twitter', 'by phone']));
});
