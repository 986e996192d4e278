import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampUtc, sharedPrimaryKey } from '../columns';
import { accounts, person } from './accounts';

/** Secrets of authenticator apps, active if `accounts.twoStepEnabled`; until then they await a first code. */
export const twoFactors = pgTable('two_steps', {
  accountId: sharedPrimaryKey('account_id', () => accounts.id),
  /** Encrypted, so that a stolen table cannot generate codes. */
  secret: text('secret').notNull(),
  /** Time step of the last accepted code: no code works twice. */
  lastStep: bigint('last_step', { mode: 'number' }),
  /** Wrong codes in a row, the locks they caused, and the end of the current lock. */
  failures: integer('failures').notNull().default(0),
  locks: integer('locks').notNull().default(0),
  lockedUntil: timestampUtc('locked_until'),
  createdAt: createdAt(),
});

/** Replace a lost phone. Each works once; stored as hashes. */
export const recoveryCodes = pgTable(
  'recovery_codes',
  {
    id: id(),
    accountId: person('account_id'),
    codeHash: text('code_hash').notNull(),
    usedAt: timestampUtc('used_at'),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('recovery_codes_hash').on(t.accountId, t.codeHash)],
);

/** Codes sent to phones. Rows stay for a day because they also count sent texts. */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: id(),
    /** E.164. */
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    /** Network of the client. */
    address: text('address').notNull(),
    /** Close to the site's daily text limit, numbers without an account get no text. */
    isSent: boolean('is_sent').notNull().default(true),
    /** Counts against the reserve at the end of the daily limit: a text was sent only if the number has an account. */
    isReserve: boolean('is_reserve').notNull().default(false),
    /** This code triggered the alert to operators that half of the daily limit is used. */
    isAlert: boolean('is_alert').notNull().default(false),
    expiresAt: timestampUtc('expires_at').notNull(),
    usedAt: timestampUtc('used_at'),
    createdAt: createdAt(),
  },
  (t) => [
    index('phone_codes_phone').on(t.phone, t.createdAt),
    index('phone_codes_address').on(t.address, t.createdAt),
    index('phone_codes_created').on(t.createdAt),
  ],
);

/**
 * Identities from Google and Twitter, by a hash of the browser's credential, which opens one session; kept during a second
 * factor.
 */
export const providerProofs = pgTable(
  'provider_proofs',
  {
    hash: text('hash').primaryKey(),
    provider: text('provider', { enum: ['google', 'twitter'] }).notNull(),
    /** Hash of the OAuth verifier that fetched `identity`; other verifiers are rejected. */
    verifierHash: text('verifier_hash'),
    identity: jsonb('identity').$type<{ subject: string; label: string; name: string }>(),
    expiresAt: timestampUtc('expires_at').notNull(),
    usedAt: timestampUtc('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('provider_proofs_expires').on(t.expiresAt)],
);

/** Guesses per target and source. Stored, so that all processes count together. */
export const guessCounters = pgTable(
  'guess_counters',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    /** Locks within the last day: each lasts twice as long as the one before. */
    locks: integer('locks').notNull().default(0),
    /** When `tries` restarts at zero. */
    endsAt: timestampUtc('ends_at').notNull(),
  },
  (t) => [index('guess_counters_ends').on(t.endsAt)],
);

/** Devices that have logged in to an account, by hashes of their device tokens: guesses from elsewhere do not lock them out. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: person('account_id'),
    deviceHash: text('device_hash').notNull(),
    network: text('network'),
    lastUsedAt: timestampUtc('last_used_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deviceHash] }), index('known_devices_used').on(t.lastUsedAt)],
);

/** Request tokens of the Twitter sandbox, which stands for a third party: no foreign keys. */
export const sandboxTwitterTokens = pgTable(
  'sandbox_twitter_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    secretHash: text('secret_hash').notNull(),
    callbackUrl: text('callback_url').notNull(),
    verifierHash: text('verifier_hash'),
    identity: jsonb('identity').$type<{ subject: string; label: string; name: string }>(),
    expiresAt: timestampUtc('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [index('sandbox_twitter_tokens_expires').on(t.expiresAt)],
);
