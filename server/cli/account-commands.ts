import type { DocumentsForReview } from '../modules/identity/performer/document-review-service';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

export const accountCommands: Record<string, OperatorCommand> = {
  approve: {
    takes: '<username> [documents]',
    says: "shows a creator's documents; with their code, approves them and tells the creator",
    sendsMail: true,
    async run({ documentReview }, [username, documents]) {
      if (username === undefined) throw usage('<username> [documents]');
      const explained = explainNotFound(`There is no creator ${username}.`);
      if (documents === undefined) return describeDocuments(await documentReview.read(username).catch(explained));
      await documentReview.approve(username, documents).catch(explained);
      return `${username} may publish now.`;
    },
  },
  reject: {
    takes: '<username> [documents] [reason]',
    says: "shows a creator's documents; with their code, rejects them and tells the creator why",
    sendsMail: true,
    async run({ documentReview }, [username, documents, ...reason]) {
      if (username === undefined) throw usage('<username> [documents] [reason]');
      const explained = explainNotFound(`There is no creator ${username}.`);
      if (documents === undefined) return describeDocuments(await documentReview.read(username).catch(explained));
      await documentReview.reject(username, documents, reason.join(' ').trim()).catch(explained);
      return `${username} was asked for other documents.`;
    },
  },
  grant: {
    takes: '<username> user|admin',
    says: 'makes a fan an administrator, or takes it back',
    async run({ admin }, [username, role]) {
      if (username === undefined || (role !== 'user' && role !== 'admin')) throw usage('<username> user|admin');
      await admin.grant(username, role).catch(explainNotFound(`There is no fan ${username}.`));
      return `${username} is ${role} now.`;
    },
  },
  'two-step off': {
    takes: '<username or email>',
    says: 'turns two-factor off for who lost phone and codes, and tells them',
    sendsMail: true,
    async run({ twoFactor }, [name]) {
      if (name === undefined) throw usage('<username or email>');
      await twoFactor.turnOffFor(name).catch(explainNotFound(`There is no account ${name}.`));
      return `${name} now logs in without two-factor.`;
    },
  },
};

function describeDocuments({ username, name, dateOfBirth, documents, revision }: DocumentsForReview): string {
  const lines = documents.map(
    ({ title, mimeType, sentAt, status, url }) =>
      `${title}: ${mimeType}, sent ${sentAt.toISOString()}, ${status}\n  ${url}`,
  );
  return [
    `${username} (${name}), born on ${dateOfBirth ?? 'an unknown date'}`,
    ...(lines.length > 0 ? lines : ['No documents were sent.']),
    'Nothing is decided yet. To decide on exactly these:',
    `  npm run admin -- approve ${username} ${revision}`,
    ...(lines.length > 0 ? [`  npm run admin -- reject ${username} ${revision} <reason>`] : []),
  ].join('\n');
}
