import type { JobQueue } from '../../jobs/queue';
import type { IdentityServices } from './identity-services';

export function registerIdentityJobs(
  jobs: JobQueue,
  { emailVerification, passwords, presence }: IdentityServices,
): void {
  jobs.work('send-verification-link', async (data) => void (await emailVerification.resendLink(data)));
  jobs.work('send-reset-link', async ({ email }) => void (await passwords.sendResetLink(email)));
  jobs.work('sweep-presence', () => presence.sweep());
  jobs.repeat('sweep-presence', '* * * * *');
}

export const listIdentitySweeps = (services: IdentityServices) => {
  const { session, apiKey, login, phoneCodes, outsideProof, identity, performer } = services;
  return [session, apiKey, login, phoneCodes, outsideProof, identity, performer];
};
