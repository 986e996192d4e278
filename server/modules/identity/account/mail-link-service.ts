import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import { inTransaction } from '../../../db/transaction';
import type { NewDeviceService } from '../auth/login/new-device-service';
import type { EmailChangeService } from '../auth/credentials/email-change-service';
import type { EmailVerificationService } from '../auth/credentials/email-verification-service';
import type { PasswordService } from '../auth/credentials/password-service';
import type { UnsubscribeService } from './unsubscribe-service';

type Reply = EndpointReply<'useMailLink'>;

interface MailLink {
  inspect(token: string): Promise<'open' | 'done' | 'gone'>;
  use(token: string): Promise<Reply>;
}

export function createMailLinkService(
  { db }: Pick<ServerContext, 'db'>,
  needs: {
    emailVerification: EmailVerificationService;
    emailChange: EmailChangeService;
    newDevice: NewDeviceService;
    passwords: PasswordService;
    unsubscribe: UnsubscribeService;
  },
) {
  const { emailVerification, emailChange, newDevice, passwords, unsubscribe } = needs;
  const done = async (work: Promise<void>): Promise<Reply> => {
    await work;
    return {};
  };
  const links: Record<EndpointPart<'useMailLink', 'body'>['action'], MailLink> = {
    'verify-email': { inspect: emailVerification.inspectLink, use: (token) => done(emailVerification.confirm(token)) },
    'change-email': {
      inspect: (token) => emailChange.inspectLink(token, 'change-email'),
      use: (token) => done(emailChange.confirm(token)),
    },
    'revert-email': {
      inspect: (token) => emailChange.inspectLink(token, 'revert-email'),
      use: async (token) => ({ resetToken: await emailChange.revert(token) }),
    },
    'end-session': {
      inspect: newDevice.inspectLink,
      async use(token) {
        const { accountId, email } = await newDevice.end(token);
        if (email === null) return {};
        const issue = inTransaction(db, (tx) => passwords.issueResetToken({ accountId, email }, tx));
        return { resetToken: await issue };
      },
    },
    unsubscribe: { inspect: unsubscribe.inspectLink, use: (token) => done(unsubscribe.unsubscribe(token)) },
  };

  return {
    inspect: async ({
      action,
      token,
    }: EndpointPart<'inspectMailLink', 'body'>): Promise<EndpointReply<'inspectMailLink'>> => ({
      state: await links[action].inspect(token),
    }),

    /** @throws AppError LINK_EXPIRED, EMAIL_TAKEN */
    use: ({ action, token }: EndpointPart<'useMailLink', 'body'>): Promise<Reply> => links[action].use(token),
  };
}
