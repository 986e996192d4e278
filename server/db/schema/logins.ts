import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampUtc, sharedPrimaryKey } from '../columns';
import { accounts, person } from './accounts';

/** Secrets of authenticator apps. In use if `accounts.twoStepEnabled`; until then waiting for a first code. */
export const twoFactors = pgTable('two_steps', {
  accountId: sharedPrimaryKey('account_id', () => accounts.id),
  /** Encrypted, so that nobody can generate codes with a stolen table. */
  secret: text('secret').notNull(),
  /** Time step of the last accepted code, so that no code works twice. */
  lastStep: bigint('last_step', { mode: 'number' }),
  /** Consecutive wrong codes, the locks they caused, and when the current lock ends. */
  failures: integer('failures').notNull().default(0),
  locks: integer('locks').notNull().default(0),
  lockedUntil: timestampUtc('locked_until'),
  createdAt: createdAt(),
});

/** Codes that replace a lost phone. Each works once; only hashes are stored. */
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

/** Codes texted to phones. Rows are kept for a day, because they also count the sent texts. */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: id(),
    /** E.164. */
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    tries: integer('tries').notNull().default(0),
    /** The network that requested the code: the number of texts is limited for each. */
    address: text('address').notNull(),
    /** False if no text was sent: near the site's daily limit, only numbers with an account get one. */
    isSent: boolean('is_sent').notNull().default(true),
    /** True if the code used the reserve at the end of the daily limit, where only numbers with an account get a text. */
    isReserve: boolean('is_reserve').notNull().default(false),
    /** This code triggered the alert that half of the daily limit is used. */
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
 * Identities fetched from Google and Twitter, by a hash of the browser's credential, which can open one session. Kept until a
 * required second factor is passed.
 */
export const providerProofs = pgTable(
  'provider_proofs',
  {
    hash: text('hash').primaryKey(),
    provider: text('provider', { enum: ['google', 'twitter'] }).notNull(),
    /** Hash of the OAuth verifier that fetched `identity`; no other verifier is accepted. */
    verifierHash: text('verifier_hash'),
    identity: jsonb('identity').$type<{ subject: string; label: string; name: string }>(),
    expiresAt: timestampUtc('expires_at').notNull(),
    usedAt: timestampUtc('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('provider_proofs_expires').on(t.expiresAt)],
);

/** Counts guesses by what is guessed and where from. Stored, so that all processes share the counts. */
export const guessCounters = pgTable(
  'guess_counters',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    /** Locks within the last day. Each lasts twice as long as the previous one. */
    locks: integer('locks').notNull().default(0),
    /** When `tries` starts again at zero. */
    endsAt: timestampUtc('ends_at').notNull(),
  },
  (t) => [index('guess_counters_ends').on(t.endsAt)],
);

/** Hashes of the tokens of devices that have logged in to an account. Wrong guesses elsewhere do not lock these devices out. */
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

/** Request tokens of the Twitter sandbox. No foreign keys, because it stands in for a third party. */
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
