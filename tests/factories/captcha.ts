import { createHmac } from 'node:crypto';
import { createChallenge, solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { TestApp } from '../harness/build-test-app';

/** A solved challenge as a browser sends it, signed with the site's secret, but easy to solve. */
export async function solvedCaptcha({ context }: TestApp): Promise<string> {
  const getKey = (use: string) => createHmac('sha256', context.env.APP_SECRET).update(`captcha ${use}`).digest('hex');
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1_000,
    counter: 1,
    deriveKey,
    expiresAt: Math.floor(context.clock.now().getTime() / 1000) + 300,
    hmacSignatureSecret: getKey('puzzle'),
    hmacKeySignatureSecret: getKey('answer'),
  });
  const solution = await solveChallenge({ challenge, deriveKey });
  return Buffer.from(JSON.stringify({ challenge, solution })).toString('base64');
}
