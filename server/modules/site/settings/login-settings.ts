import type { Gateways } from '../../../context';
import type { SiteSettings } from './site-settings';

type LoginFlags = Pick<SiteSettings, 'googleLoginEnabled' | 'twitterLoginEnabled' | 'phoneLoginEnabled'>;

/** Which ways to log in there are: those that somebody stands behind and that the operator has not switched off. */
export function describeLoginWays(flags: LoginFlags, { google, twitter, sms }: Gateways) {
  return {
    googleLoginEnabled: flags.googleLoginEnabled && google !== null,
    googleLoginClientId: google?.clientId ?? '',
    googleLoginUrl: google?.pageUrl ?? '',
    twitterLoginEnabled: flags.twitterLoginEnabled && twitter !== null,
    phoneLoginEnabled: flags.phoneLoginEnabled && sms !== null,
  };
}

/** The parts of logging in that a sandbox stands for. */
export function listLoginSandboxes({ google, twitter, sms }: Gateways): string[] {
  const isSandbox = (gateway: { isProduction: boolean } | null) => gateway?.isProduction === false;
  return [...(isSandbox(sms) ? ['sms'] : []), ...(isSandbox(google) || isSandbox(twitter) ? ['social'] : [])];
}
