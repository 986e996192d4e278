import { bind, type Binding } from '../../http/register-endpoint';
import type { TwoStepService } from './two-step-service';

export const twoStepBindings = (twoStep: TwoStepService): Binding[] => [
  bind('connectTwoStep', ({ actor }) => twoStep.connect(actor)),
  bind('verifyTwoStep', ({ actor, body }) => twoStep.verify(actor, body.verificationCode)),
  bind('getTwoStepStatus', ({ actor }) => twoStep.status(actor)),
  bind('disableTwoStep', ({ actor, body, ip }) => twoStep.disable(actor, body, ip)),
  bind('renewRecoveryCodes', ({ actor }) => twoStep.renewRecoveryCodes(actor)),
];
