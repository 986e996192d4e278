import { bind, type Binding } from '../../../../http/register-endpoint';
import type { TwoFactorService } from './two-factor-service';

export const twoFactorBindings = (twoFactor: TwoFactorService): Binding[] => [
  bind('connectTwoFactor', ({ actor }) => twoFactor.connect(actor)),
  bind('verifyTwoFactor', ({ actor, body }) => twoFactor.verify(actor, body.verificationCode)),
  bind('getTwoFactorStatus', ({ actor }) => twoFactor.status(actor)),
  bind('disableTwoFactor', ({ actor, body, ip }) => twoFactor.disable(actor, body, ip)),
  bind('renewRecoveryCodes', ({ actor }) => twoFactor.renewRecoveryCodes(actor)),
];
