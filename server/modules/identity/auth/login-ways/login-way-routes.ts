import { bind, type Binding } from '../../../../http/register-endpoint';
import type { DocumentService } from '../documents/document-service';
import type { LinkedLoginService } from './linked-login-service';
import type { SocialLoginService } from './social-login-service';
import type { OutsideProofService } from './outside-proof-service';
import type { PhoneCodeService } from './phone-code-service';
import type { PhoneLoginService } from './phone-login-service';

/** Ways to log in besides a password. */
export const loginWayBindings = (services: {
  phoneCodes: PhoneCodeService;
  phoneLogin: PhoneLoginService;
  outsideProof: OutsideProofService;
  socialLogin: SocialLoginService;
  linkedLogin: LinkedLoginService;
  document: DocumentService;
}): Binding[] => [
  bind('sendPhoneCode', ({ body, ip }) => services.phoneCodes.send(body.phone, ip)),
  bind('loginWithPhone', (call) => services.phoneLogin.login(call.body, call)),
  bind('loginWithGoogle', (call) => services.socialLogin.loginWithGoogle(call.body, call)),
  bind('startTwitterLogin', ({ body }) => services.outsideProof.startTwitter(body)),
  bind('finishTwitterLogin', (call) => services.socialLogin.loginWithTwitter(call.body, call)),
  bind('checkDocument', ({ body, ip }) => services.document.check(body, ip)),
  bind('listLinkedLogins', ({ actor }) => services.linkedLogin.list(actor)),
  bind('linkGoogle', ({ actor, body }) => services.linkedLogin.linkGoogle(actor, body)),
  bind('linkTwitter', ({ actor, body }) => services.linkedLogin.linkTwitter(actor, body)),
  bind('linkPhone', ({ actor, body, ip }) => services.linkedLogin.linkPhone(actor, body, ip)),
  bind('unlinkLogin', ({ actor, params }) => services.linkedLogin.unlink(actor, params.provider)),
];
