import { sql } from 'drizzle-orm';
import { boolean, index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { id, revision, timestamps } from '../columns';
import { person } from './accounts';

/** Fields that the country does not use are empty. */
export const addresses = pgTable(
  'addresses',
  {
    id: id(),
    accountId: person('account_id'),
    name: text('name').notNull(),
    countryCode: text('country_code').notNull(),
    state: text('state').notNull().default(''),
    city: text('city').notNull().default(''),
    district: text('district').notNull().default(''),
    ward: text('ward').notNull().default(''),
    streetNumber: text('street_number').notNull().default(''),
    streetAddress: text('street_address').notNull(),
    zipCode: text('zip_code').notNull().default(''),
    description: text('description').notNull().default(''),
    isDefault: boolean('is_default').notNull().default(false),
    revision: revision(),
    ...timestamps(),
  },
  (t) => [
    index('addresses_account').on(t.accountId, t.createdAt),
    uniqueIndex('addresses_default')
      .on(t.accountId)
      .where(sql`is_default`),
  ],
);
