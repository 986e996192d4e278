import type { JobQueue } from '../../jobs/queue';
import type { IdentityServices } from './identity-services';

export function registerIdentityJobs(
  jobs: JobQueue,
  { emailVerification, passwords, presence }: IdentityServices,
): void {
  jobs.work('send-verification-link', (data) => emailVerification.resendLink(data));
  jobs.work('send-reset-link', ({ email }) => passwords.sendResetLink(email));
  jobs.work('sweep-presence', () => presence.sweep());
  jobs.repeat('sweep-presence', '* * * * *');
}

/** What is let go of every hour. */
export const listIdentitySweeps = (services: IdentityServices): (() => Promise<unknown>)[] => {
  const { session, login, phoneCodes, outsideProof, identity, performer } = services;
  return [session.sweep, login.sweep, phoneCodes.sweep, outsideProof.sweep, identity.sweep, performer.sweep];
};
