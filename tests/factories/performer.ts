import { cents } from '@contract/base/money';
import { performers } from '../../server/db/schema/accounts';
import type { TestApp } from '../harness/build-test-app';
import { buildAccount, type AccountOverrides, type BuiltPerson } from './user';

type PerformerRow = typeof performers.$inferSelect;

export interface BuiltPerformer extends BuiltPerson {
  performer: PerformerRow;
}

/** A creator with a session, approved documents, and prices of 9.99 a month and 99.99 a year. Overrides go to either table. */
export async function buildPerformer(
  app: TestApp,
  overrides: AccountOverrides & Partial<typeof performers.$inferInsert> = {},
): Promise<BuiltPerformer> {
  const person = await buildAccount(app, { kind: 'performer', ...overrides });
  const [performer] = await app.context.db
    .insert(performers)
    .values({
      monthlyPrice: cents(999),
      yearlyPrice: cents(9999),
      verifiedDocument: true,
      pricesChosen: true,
      ...overrides,
      id: person.id,
    })
    .returning();
  if (!performer) throw new Error('The insert returned no performer');
  return { ...person, performer };
}
