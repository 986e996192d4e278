import { index, pgTable, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { keyScopes } from '@contract/base/key-scopes';
import { createdAt, id, timestampUtc } from '../columns';
import { person } from './accounts';

/** Keys for programs that act for an account. Revoking one deletes its row. */
export const apiKeys = pgTable(
  'api_keys',
  {
    id: id(),
    accountId: person('account_id'),
    name: text('name').notNull(),
    scopes: text('scopes', { enum: keyScopes }).array().notNull(),
    keyHash: text('key_hash').notNull(),
    /** The last characters of the key. */
    hint: text('hint').notNull(),
    expiresAt: timestampUtc('expires_at'),
    lastUsedAt: timestampUtc('last_used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    uniqueIndex('api_keys_key').on(t.keyHash),
    index('api_keys_account').on(t.accountId),
    index('api_keys_expiry').on(t.expiresAt),
  ],
);
