import { generate } from 'otplib';
import type { TestApp } from '../harness/build-test-app';
import { buildUser, type AccountOverrides, type BuiltPerson } from './user';

export interface TwoFactorPerson extends BuiltPerson {
  secret: string;
  recoveryCodes: string[];
  /** Advances the clock by one step of 30 seconds, because no code works twice. */
  nextCode(): Promise<string>;
}

export const appCode = (app: TestApp, secret: string, offsetSeconds = 0): Promise<string> =>
  generate({ secret, epoch: Math.floor(app.clock.now().getTime() / 1000) + offsetSeconds });

/** The account must have just logged in. */
export async function enableTwoFactor(app: TestApp, person: BuiltPerson): Promise<TwoFactorPerson> {
  const { secret } = (await app.call('connectTwoFactor', { as: person.token, body: {} })).data;
  const body = { verificationCode: await appCode(app, secret) };
  const { recoveryCodes = [] } = (await app.call('verifyTwoFactor', { as: person.token, body })).data;
  return {
    ...person,
    secret,
    recoveryCodes,
    nextCode() {
      app.clock.advance({ seconds: 30 });
      return appCode(app, secret);
    },
  };
}

export const buildTwoFactorUser = async (app: TestApp, overrides: AccountOverrides = {}): Promise<TwoFactorPerson> =>
  enableTwoFactor(app, await buildUser(app, overrides));
