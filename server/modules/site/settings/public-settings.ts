import { getSiteCurrency } from '@contract/base/currency';
import { abilities, extensionCalls, type FamilyPart } from '@contract/extensions';
import type { EndpointReply } from '@contract/schemas';
import { PublicSettings } from '@contract/site/settings-schemas';
import type { Gateways, ServerContext } from '../../../context';
import type { SiteSettings } from './site-settings';

/** Includes values that are false, zero or empty; the contract's schema removes private settings. Wire contract 6. */
export function presentPublicSettings(
  { env, gateways }: Pick<ServerContext, 'env' | 'gateways'>,
  settings: SiteSettings,
): EndpointReply<'getSettings'> {
  const { captcha, payment, streaming } = gateways;
  return PublicSettings.parse({
    ...settings,
    currency: getSiteCurrency().code,
    ...(payment.publishableKey !== undefined && { stripePublishableKey: payment.publishableKey }),
    agoraEnable: streaming.agora !== null,
    agoraAppId: streaming.agora?.appId ?? '',
    livekitUrl: streaming.livekitUrl ?? '',
    captchaProvider: captcha.provider,
    googleReCaptchaSiteKey: captcha.siteKey,
    enableGoogleReCaptcha: captcha.provider === 'recaptcha',
    ...presentLoginMethods(settings, gateways),
    extensions: listExtensions(settings),
    // The second step is an app's code or a recovery code, never one by email. Decisions 5.
    enable2StepEmail: false,
    socketTokenInPayload: true,
    couponsForTopUps: false,
    sandboxOutboxUrl: gateways.outbox?.url ?? '',
    sandboxParts: listSandboxParts(env, gateways),
  });
}

/** The optional parts of the compatible API that this API serves. */
const parts: readonly FamilyPart[] = ['orders', 'payouts', 'shows'];

/** Features that compatible backends lack, except those that the operator has turned off. */
const listExtensions = ({ siteMembershipEnabled }: SiteSettings): string[] =>
  [...extensionCalls, ...abilities, ...parts].filter((name) => name !== 'siteMembers' || siteMembershipEnabled);

/** Parts that use a sandbox instead of a real provider, which pages must point out. Decisions 5. */
function listSandboxParts(env: ServerContext['env'], { payment, google, streaming, twitter, sms }: Gateways): string[] {
  const isSandbox = (gateway: { isProduction: boolean } | null) => gateway?.isProduction === false;
  const parts = ['tax'];
  if (streaming.engine === 'embedded') parts.unshift('streaming');
  if (isSandbox(payment) || payment.isMissing) parts.unshift('payment');
  if (!env.SMTP_URL) parts.unshift('mail');
  if (isSandbox(sms)) parts.push('sms');
  if (isSandbox(google) || isSandbox(twitter)) parts.push('social');
  return parts;
}

/** A login method is available only with a gateway, and if the operator's setting allows it. */
function presentLoginMethods(flags: SiteSettings, { google, twitter, sms }: Gateways) {
  return {
    googleLoginEnabled: flags.googleLoginEnabled && google !== null,
    googleLoginClientId: google?.clientId ?? '',
    googleLoginUrl: google?.pageUrl ?? '',
    twitterLoginEnabled: flags.twitterLoginEnabled && twitter !== null,
    phoneLoginEnabled: flags.phoneLoginEnabled && sms !== null,
  };
}
