import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { createdAt, id, timestampUtc, sharedPrimaryKey } from '../columns';
import { accounts, person } from './accounts';

/** Secrets of authenticator apps. They count once `accounts.twoStepEnabled` says so; until then they wait for a first code. */
export const twoFactors = pgTable('two_steps', {
  accountId: sharedPrimaryKey('account_id', () => accounts.id),
  /** Encrypted: whoever reads the table makes no codes. */
  secret: text('secret').notNull(),
  /** The time step of the last code that was taken: no code works twice. */
  lastStep: bigint('last_step', { mode: 'number' }),
  /** Wrong codes in a row, how often that led to a lock, and until when it holds. */
  failures: integer('failures').notNull().default(0),
  locks: integer('locks').notNull().default(0),
  lockedUntil: timestampUtc('locked_until'),
  createdAt: createdAt(),
});

/** What opens a two-step account whose phone is lost. Used once each, kept as hashes. */
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

/** Codes sent to phones. The rows also count what was sent, so they stay for a day. */
export const phoneCodes = pgTable(
  'phone_codes',
  {
    id: id(),
    /** E.164. */
    phone: text('phone').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Wrong tries. */
    tries: integer('tries').notNull().default(0),
    /** Who asked for it. */
    address: text('address').notNull(),
    /** A text went out. Near the end of the site's texts of a day, numbers that open no account get none. */
    isSent: boolean('is_sent').notNull().default(true),
    /** It had a share of the last part of the site's texts of a day: a text went out if the number opens an account. */
    isReserve: boolean('is_reserve').notNull().default(false),
    /** With this one the operators heard that half of the site's texts of a day are used up. */
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
 * What Google and Twitter said of somebody who logs in, by a hash of the proof the browser holds. A proof opens one
 * session; while the second step is missing it waits here.
 */
export const providerProofs = pgTable(
  'provider_proofs',
  {
    hash: text('hash').primaryKey(),
    provider: text('provider', { enum: ['google', 'twitter'] }).notNull(),
    /** Of the verifier that fetched `identity`: no other one gets it. */
    verifierHash: text('verifier_hash'),
    identity: jsonb('identity').$type<{ subject: string; label: string; name: string }>(),
    expiresAt: timestampUtc('expires_at').notNull(),
    usedAt: timestampUtc('used_at'),
    createdAt: createdAt(),
  },
  (t) => [index('provider_proofs_expires').on(t.expiresAt)],
);

/** Tries at guessing, by who is guessed and who guesses. Kept here, so that all processes count together. */
export const guessCounters = pgTable(
  'guess_counters',
  {
    key: text('key').primaryKey(),
    tries: integer('tries').notNull(),
    /** Locks within the last day: each lasts twice as long as the one before. */
    locks: integer('locks').notNull().default(0),
    /** When `tries` start anew. */
    endsAt: timestampUtc('ends_at').notNull(),
  },
  (t) => [index('guess_counters_ends').on(t.endsAt)],
);

/** Devices that have logged in to an account, by hashes of what they keep: guesses of strangers do not stand in their way. */
export const knownDevices = pgTable(
  'known_devices',
  {
    accountId: person('account_id'),
    deviceHash: text('device_hash').notNull(),
    /** Of the newest log-in; null of one from before it was stored. */
    network: text('network'),
    lastUsedAt: timestampUtc('last_used_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.accountId, t.deviceHash] }), index('known_devices_used').on(t.lastUsedAt)],
);

/** The request tokens of the sandbox that stands for Twitter; nothing of ours joins it. */
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
