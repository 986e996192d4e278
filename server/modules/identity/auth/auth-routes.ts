import { bind, type Binding } from '../../../http/register-endpoint';
import type { EmailVerificationService } from './proofs/email-verification-service';
import type { LoginService } from './login/login-service';
import type { PasswordService } from './proofs/password-service';
import type { RegistrationService } from './identity/registration-service';
import type { SessionService } from './session/session-service';

export const authBindings = (services: {
  session: SessionService;
  login: LoginService;
  registration: RegistrationService;
  passwords: PasswordService;
  emailVerification: EmailVerificationService;
}): Binding[] => [
  bind('login', (call) => services.login.login(call.body, call)),
  bind('logout', async ({ token }) => {
    if (token !== null) await services.session.close(token);
    return true as const;
  }),
  bind('registerUser', ({ body }) => services.registration.registerUser(body)),
  bind('sendEmailVerification', ({ body }) => services.emailVerification.resend(body)),
  bind('updatePassword', ({ actor, body, ip }) => services.passwords.change(actor, body, ip)),
  bind('requestPasswordReset', ({ body }) => services.passwords.requestReset(body)),
  bind('resetPassword', ({ body, ip }) => services.passwords.reset(body, ip)),
];
