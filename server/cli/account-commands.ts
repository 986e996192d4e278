import type { DocumentsForReview } from '../modules/identity/performer/document-review-service';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

export const accountCommands: Record<string, OperatorCommand> = {
  approve: {
    takes: '<username> [documents]',
    permission: 'reviewCreators',
    says: "shows a creator's documents; with their code, approves them and notifies the creator",
    sendsMail: true,
    async run({ documentReview }, [username, documents], { operator }) {
      if (username === undefined) throw usage('<username> [documents]');
      const explained = explainNotFound(`There is no creator ${username}.`);
      if (documents === undefined)
        return describeDocuments(await documentReview.read(username, operator).catch(explained));
      await documentReview.approve(username, documents, operator).catch(explained);
      return `${username} can publish now.`;
    },
  },
  reject: {
    takes: '<username> [documents] [reason]',
    permission: 'reviewCreators',
    says: "shows a creator's documents; with their code, rejects them and sends the creator the reason",
    sendsMail: true,
    async run({ documentReview }, [username, documents, ...reason], { operator }) {
      if (username === undefined) throw usage('<username> [documents] [reason]');
      const explained = explainNotFound(`There is no creator ${username}.`);
      if (documents === undefined)
        return describeDocuments(await documentReview.read(username, operator).catch(explained));
      await documentReview.reject(username, documents, reason.join(' ').trim(), operator).catch(explained);
      return `Rejected: ${username} was asked for new documents.`;
    },
  },
  'two-step off': {
    takes: '<username or email>',
    permission: 'editAccounts',
    says: 'turns two-factor off for an account that lost phone and codes, and notifies it',
    sendsMail: true,
    async run({ twoFactor }, [name], { operator }) {
      if (name === undefined) throw usage('<username or email>');
      await twoFactor.turnOffFor(name, operator).catch(explainNotFound(`There is no account ${name}.`));
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
    'No decision was made yet. To decide on exactly these documents:',
    `  npm run admin -- approve ${username} ${revision}`,
    ...(lines.length > 0 ? [`  npm run admin -- reject ${username} ${revision} <reason>`] : []),
  ].join('\n');
}
