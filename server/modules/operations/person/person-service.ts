import { findOperatorRole } from '@contract/base/operator-roles';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import type { Keyset } from '../../../db/list-query';
import { operatorNotes } from '../../../db/schema/operators';
import { inTransaction } from '../../../db/transaction';
import { AppError, requireFound } from '../../../errors';
import { recordAct } from '../../../operator-log/record-act';
import type { EmailVerificationService } from '../../identity/auth/credentials/email-verification-service';
import type { PasswordService } from '../../identity/auth/credentials/password-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { WalletRefundService } from '../../money/wallet/wallet-refund-service';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { listEntries } from './list-entries';
import { presentLine, presentPerson, presentReport } from './person-presenter';
import { createPersonRepository } from './person-repository';
import { readMoney } from './read-money';

export interface PersonDeps {
  people: Pick<PeopleService, 'find'>;
  session: Pick<SessionService, 'listOfAccount'>;
  settings: Pick<SettingsService, 'read'>;
  media: Pick<MediaService, 'publicUrl'>;
  emailVerification: Pick<EmailVerificationService, 'resendLink'>;
  passwords: Pick<PasswordService, 'sendResetLink'>;
  walletRefund: Pick<WalletRefundService, 'preview'>;
}

/** Fans and creators as operators see them. Acts on accounts are of the identity and money domains. */
export function createPersonService(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { people, session, settings, media, emailVerification, passwords, walletRefund }: PersonDeps,
) {
  const repository = createPersonRepository(db);
  const find = async (id: string) => requireFound(await people.find(id));

  return {
    async search(
      query: EndpointPart<'searchPeople', 'query'> & { after?: Keyset },
    ): Promise<EndpointReply<'searchPeople'>> {
      const { rows, total } = await repository.search(query);
      return { data: rows.map(presentLine), total };
    },

    /** @param key id, username or email @throws AppError ENTITY_NOT_FOUND */
    resolve: async (key: string): Promise<string> => requireFound(await repository.findId(key)),

    async read(id: string): Promise<EndpointReply<'readPerson'>> {
      const row = await find(id);
      const [site, closure, sessions, notes, about, by] = await Promise.all([
        settings.read(),
        row.account.status === 'inactive' ? repository.findClosure(id) : null,
        session.listOfAccount(id),
        repository.listNotes(id),
        repository.listReportsAbout(id),
        repository.listReportsBy(id),
      ]);
      return {
        ...presentPerson(row, { site, avatar: media.publicUrl(row.avatar, 'small'), now: clock.now() }),
        operatorRole: row.account.kind === 'user' ? findOperatorRole(row.account.roles) : null,
        closure: closure && {
          reason: typeof closure.details['reason'] === 'string' ? closure.details['reason'] : '',
          at: closure.at.toISOString(),
          operatorName: closure.operatorName ?? '',
        },
        sessions,
        notes: notes.map(({ note, operatorName }) => ({
          _id: note.id,
          text: note.text,
          operatorName: operatorName ?? '',
          createdAt: note.createdAt.toISOString(),
        })),
        reportsAbout: { data: about.rows.map(presentReport), total: about.total },
        reportsBy: { data: by.rows.map(presentReport), total: by.total },
      };
    },

    async readMoney(id: string): Promise<EndpointReply<'readPersonMoney'>> {
      await find(id);
      const [money, refund] = await Promise.all([readMoney(db, id), walletRefund.preview(id)]);
      return { ...money, walletRefund: refund };
    },

    async listEntries(
      id: string,
      query: EndpointPart<'listPersonEntries', 'query'>,
    ): Promise<EndpointReply<'listPersonEntries'>> {
      await find(id);
      return listEntries(db, id, query);
    },

    /** @throws AppError ENTITY_NOT_FOUND */
    async addNote(id: string, text: string, by: Operator): Promise<EndpointReply<'addPersonNote'>> {
      await find(id);
      await inTransaction(db, async (tx) => {
        await tx.insert(operatorNotes).values({ accountId: id, operatorId: by.id, text, createdAt: clock.now() });
        // Not the text: the log cannot forget it when the account is erased.
        await recordAct(tx, by, { act: 'note.added', subject: { kind: 'account', id } });
      });
      return { success: true };
    },

    /** @throws AppError ENTITY_NOT_FOUND, CHANGED_ELSEWHERE if no such mail is due, TOO_MANY_REQUESTS */
    async resendMail(
      id: string,
      mail: EndpointPart<'resendPersonMail', 'body'>['mail'],
      by: Operator,
    ): Promise<EndpointReply<'resendPersonMail'>> {
      const { email, status, verifiedEmail } = (await find(id)).account;
      const isDue = email !== null && status !== 'inactive' && !(mail === 'verification' && verifiedEmail);
      if (!isDue) throw new AppError('CHANGED_ELSEWHERE', { message: 'This account can’t get this email.' });
      const isSent =
        mail === 'verification'
          ? await emailVerification.resendLink({ accountId: id, email }, by)
          : await passwords.sendResetLink(email, by);
      if (!isSent)
        throw new AppError('TOO_MANY_REQUESTS', {
          message: 'This account got this email several times within the last hour. Try again later.',
        });
      return { success: true };
    },
  };
}
