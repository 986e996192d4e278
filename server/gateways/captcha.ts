import { createHmac, randomInt } from 'node:crypto';
import { createChallenge, verifySolution, type Challenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { lt } from 'drizzle-orm';
import { z } from 'zod';
import type { Db } from '../db/client';
import type { Env } from '../env';
import { hasRows } from '../db/query-helpers';
import { spentCaptchas } from '../db/schema/rate-limits';
import { postForm } from './call-service';

/** The result of a check, in Google's format. Wire contract 2.20. */
const Verdict = z.object({
  success: z.boolean(),
  challenge_ts: z.string().optional(),
  hostname: z.string().optional(),
  'error-codes': z.array(z.string()).optional(),
});
type CaptchaVerdict = z.output<typeof Verdict>;

export interface CaptchaGateway {
  provider: 'recaptcha' | 'altcha';
  /** For the provider's script in the browser; empty if the provider has none. */
  siteKey: string;
  /** A puzzle for the browser; null if the provider's own script creates them. */
  createChallenge(): Promise<Challenge | null>;
  /** Checks a token, and uses it up: each is accepted only once. If the provider fails, the check fails. */
  verify(token: string, ip: string): Promise<CaptchaVerdict>;
}

/** Uses reCAPTCHA if its secret is configured, else our own proof of work. Decisions 5. */
export function createCaptchaGateway(env: Env, { db, now }: { db: Db; now(): Date }): CaptchaGateway {
  if (env.RECAPTCHA_SECRET !== undefined) {
    return createRecaptcha({
      secret: env.RECAPTCHA_SECRET,
      siteKey: env.RECAPTCHA_SITE_KEY ?? '',
      url: env.RECAPTCHA_URL,
      onFailure: (error) => db.$failures.report('gateway', 'captcha', error),
    });
  }
  const { hostname } = new URL(env.WEB_PUBLIC_URL);
  return createProofOfWork({ secret: env.APP_SECRET, hostname, now, spend: createSpentCaptchas(db, now) });
}

const refusal = (code: string): CaptchaVerdict => ({ success: false, 'error-codes': [code] });

/** Google's reCAPTCHA. Fails closed: if the service does not reply in time or its reply is invalid, the check fails. */
function createRecaptcha(options: {
  secret: string;
  siteKey: string;
  url: string;
  onFailure(error: unknown): void;
}): CaptchaGateway {
  return {
    provider: 'recaptcha',
    siteKey: options.siteKey,
    createChallenge: async () => null,
    async verify(token, ip) {
      const form = { secret: options.secret, response: token, remoteip: ip };
      const reply = await postForm(options.url, form).catch((error: unknown) => options.onFailure(error));
      const verdict = Verdict.safeParse(reply);
      return verdict.success ? verdict.data : refusal('service-unreachable');
    },
  };
}

const PUZZLE_SECONDS = 10 * 60;
/** PBKDF2 rounds per try, and how many tries a puzzle takes: a third of a second on a laptop, some seconds on an old phone. */
const COST = 1_000;
const tries = { least: 500, most: 1_500 };

const Solved = z.object({
  challenge: z.object({
    parameters: z.object({
      algorithm: z.literal('PBKDF2/SHA-256'),
      nonce: z.string(),
      salt: z.string(),
      cost: z.literal(COST),
      keyLength: z.number(),
      keyPrefix: z.string(),
      keySignature: z.string().optional(),
      expiresAt: z.number(),
    }),
    signature: z.string().min(1),
  }),
  solution: z.object({ counter: z.number(), derivedKey: z.string(), time: z.number().optional() }),
});

/**
 * Our own check: the browser solves a puzzle, and no third party learns about the visitor. Puzzles are signed, so nothing is
 * stored before one is solved.
 *
 * @param options.spend records a puzzle's nonce until the puzzle expires; returns false if it was recorded before. The
 * signature would not do: it can be spelled in several ways.
 */
function createProofOfWork(options: {
  secret: string;
  hostname: string;
  now(): Date;
  spend(nonce: string, until: Date): Promise<boolean>;
}): CaptchaGateway {
  const getKey = (use: string) => createHmac('sha256', options.secret).update(`captcha ${use}`).digest('hex');
  const keys = { hmacSignatureSecret: getKey('puzzle'), hmacKeySignatureSecret: getKey('answer') };
  return {
    provider: 'altcha',
    siteKey: '',
    createChallenge: () =>
      createChallenge({
        algorithm: 'PBKDF2/SHA-256',
        cost: COST,
        counter: randomInt(tries.least, tries.most),
        deriveKey,
        expiresAt: Math.floor(options.now().getTime() / 1000) + PUZZLE_SECONDS,
        ...keys,
      }),
    async verify(token) {
      const solved = readSolved(token);
      if (!solved) return refusal('invalid-input-response');
      const { challenge, solution } = solved;
      const expiresAt = new Date(challenge.parameters.expiresAt * 1000);
      const result = await verifySolution({ challenge, solution, deriveKey, ...keys });
      if (result.expired || expiresAt <= options.now()) return refusal('timeout-or-duplicate');
      if (!result.verified) return refusal('invalid-input-response');
      if (!(await options.spend(challenge.parameters.nonce, expiresAt))) return refusal('timeout-or-duplicate');
      const madeAt = new Date(expiresAt.getTime() - PUZZLE_SECONDS * 1000);
      return { success: true, challenge_ts: madeAt.toISOString(), hostname: options.hostname };
    },
  };
}

function readSolved(token: string): z.output<typeof Solved> | undefined {
  try {
    return Solved.safeParse(JSON.parse(Buffer.from(token, 'base64').toString('utf8'))).data;
  } catch {
    return undefined;
  }
}

/** Records solved puzzles in the database, which all processes share, and deletes expired records. */
const createSpentCaptchas =
  (db: Db, now: () => Date) =>
  async (nonce: string, expiresAt: Date): Promise<boolean> => {
    const isNew = await hasRows(
      db.insert(spentCaptchas).values({ nonce, expiresAt }).onConflictDoNothing().returning(),
    );
    if (isNew) await db.delete(spentCaptchas).where(lt(spentCaptchas.expiresAt, now()));
    return isNew;
  };
