import { readFile } from 'node:fs/promises';
import type { App } from '../app';
import { writeBankFile } from './bank-file';
import { AppError } from '../errors';
import type { FailedJob } from '../jobs/failed-jobs';
import type { JobQueue } from '../jobs/queue';
import { moneyText } from '../mail/compose-mail';
import type { DocumentsForReview } from '../modules/identity/performer/document-review-service';

interface OperatorCommand {
  takes: string;
  says: string;
  /** Mails are sent by jobs: the process starts the queue before it runs the command. */
  sendsMail?: true;
  /** @param note prints lines that must not end up in the output, which can be redirected to a file. */
  run(
    services: App['services'],
    args: readonly string[],
    jobs: JobQueue,
    note: (line: string) => void,
  ): Promise<string>;
}

const rename = (words: string) => (error: unknown) => {
  throw error instanceof AppError && error.code === 'ENTITY_NOT_FOUND' ? new Error(words) : error;
};

const usage = (takes: string) => new Error(`Arguments: ${takes}`);

type PayoutRow = Awaited<ReturnType<App['services']['payout']['listByStatus']>>[number];

const payoutStatuses: readonly PayoutRow['status'][] = ['pending', 'approved', 'rejected', 'done'];
const isPayoutStatus = (text: string): text is PayoutRow['status'] => payoutStatuses.some((status) => status === text);

const refundStates = ['asked', 'with_operator', 'granted', 'refused'] as const;

const operatorCommands: Record<string, OperatorCommand> = {
  approve: {
    takes: '<username> [documents]',
    says: "shows a creator's documents; with their code, approves them and notifies the creator",
    sendsMail: true,
    async run({ documentReview }, [username, documents]) {
      if (username === undefined) throw usage('<username> [documents]');
      const renamed = rename(`There is no creator ${username}.`);
      if (documents === undefined) return describeDocuments(await documentReview.read(username).catch(renamed));
      await documentReview.approve(username, documents).catch(renamed);
      return `${username} can publish now.`;
    },
  },
  reject: {
    takes: '<username> [documents] [reason]',
    says: "shows a creator's documents; with their code, rejects them and sends the creator the reason",
    sendsMail: true,
    async run({ documentReview }, [username, documents, ...reason]) {
      if (username === undefined) throw usage('<username> [documents] [reason]');
      const renamed = rename(`There is no creator ${username}.`);
      if (documents === undefined) return describeDocuments(await documentReview.read(username).catch(renamed));
      await documentReview.reject(username, documents, reason.join(' ').trim()).catch(renamed);
      return `Rejected: ${username} was asked for new documents.`;
    },
  },
  grant: {
    takes: '<username> user|admin',
    says: 'makes a fan an administrator, or revokes it',
    async run({ admin }, [username, role]) {
      if (username === undefined || (role !== 'user' && role !== 'admin')) throw usage('<username> user|admin');
      await admin.grant(username, role).catch(rename(`There is no fan ${username}.`));
      return `${username} now has the role ${role}.`;
    },
  },
  'two-step off': {
    takes: '<username or email>',
    says: 'turns two-factor off for an account that lost phone and codes, and notifies it',
    sendsMail: true,
    async run({ twoFactor }, [name]) {
      if (name === undefined) throw usage('<username or email>');
      await twoFactor.turnOffFor(name).catch(rename(`There is no account ${name}.`));
      return `${name} now logs in without two-factor.`;
    },
  },
  'files failed': {
    takes: '',
    says: 'lists files that were set aside because their worker was killed each time',
    async run({ media }) {
      const rows = await media.listSetAside();
      const lines = rows.map(({ id, type, name, updatedAt }) => `${id}  ${updatedAt.toISOString()}  ${type}  ${name}`);
      return lines.length === 0 ? 'No file was set aside.' : lines.join('\n');
    },
  },
  'files retry': {
    takes: '<id>',
    says: 'retries a file that was set aside',
    async run({ media }, [id]) {
      if (id === undefined) throw usage('<id>');
      await media.retry(id, null).catch(rename(`No file ${id} was set aside.`));
      return 'The file is being processed again.';
    },
  },
  'files give-up': {
    takes: '<id> <reason>',
    says: 'marks a file as broken, for example when its bytes are lost; its buyers are refunded if it is not replaced',
    sendsMail: true,
    async run({ media }, [id, ...reason]) {
      if (id === undefined || reason.length === 0) throw usage('<id> <reason>');
      await media.giveUpFinished(id, reason.join(' ')).catch(rename(`There is no ready file ${id}.`));
      return 'The file is marked as broken, and its owner was notified.';
    },
  },
  'pictures remake': {
    takes: '',
    says: 'adds missing widths to old pictures',
    async run({ media }) {
      const { count, unreadable } = await media.remakePictures();
      const lost = unreadable.length > 0 ? ` These could not be read: ${unreadable.join(', ')}` : '';
      return `${count} pictures were completed.${lost}`;
    },
  },
  'shows list': {
    takes: '',
    says: 'lists the shows that are live',
    async run({ show }) {
      const rows = await show.listLive();
      const lines = rows.map(
        ({ id, startedAt, type, performerId, title }) =>
          `${id}  ${startedAt?.toISOString() ?? ''}  ${type}  creator ${performerId}  ${title}`,
      );
      return lines.length === 0 ? 'No show is live.' : lines.join('\n');
    },
  },
  'shows end': {
    takes: '<id> <reason>',
    says: 'ends a live show; its creator sees the reason',
    sendsMail: true,
    async run({ show }, [id, ...words]) {
      const reason = words.join(' ').trim();
      if (id === undefined || reason === '') throw usage('<id> <reason>');
      await show.endByOperator(id, reason).catch(rename(`There is no show ${id}.`));
      return 'The show has ended.';
    },
  },
  'payouts list': {
    takes: '[pending|approved|rejected|done]',
    says: 'lists payouts, newest first; without a status, those that wait for a decision',
    async run({ payout }, [status = 'pending']) {
      if (!isPayoutStatus(status)) throw usage('pending, approved, rejected or done');
      const rows = await payout.listByStatus(status);
      const lines = rows.map(
        ({ id, performerId, amount, fee, accountType, createdAt }) =>
          `${id}  ${createdAt.toISOString()}  ${moneyText(amount)}  fee ${moneyText(fee)}  ${accountType}  creator ${performerId}`,
      );
      return lines.length === 0 ? `No payout is ${status}.` : lines.join('\n');
    },
  },
  'payouts approve': {
    takes: '<id>',
    says: 'approves a payout, to be paid next',
    sendsMail: true,
    async run({ payout }, [id]) {
      if (id === undefined) throw usage('<id>');
      await payout.decide(id, { status: 'approved' }).catch(rename(`There is no payout ${id}.`));
      return 'The payout is approved. Once you have paid it, run `payouts paid`.';
    },
  },
  'payouts reject': {
    takes: '<id> <reason>',
    says: 'rejects a payout; its money returns to the creator, who sees the reason',
    sendsMail: true,
    async run({ payout }, [id, ...words]) {
      const reason = words.join(' ').trim();
      if (id === undefined || reason === '') throw usage('<id> <reason>');
      await payout.decide(id, { status: 'rejected', reason }).catch(rename(`There is no payout ${id}.`));
      return 'The payout is rejected, and its money is back in the wallet.';
    },
  },
  'payouts file': {
    takes: '[csv]',
    says: 'prints a file for the bank with the approved payouts to bank accounts: SEPA XML in euros from `companyIban`, else CSV',
    async run(services, [kind], _jobs, note) {
      if (kind !== undefined && kind !== 'csv') throw usage('[csv]');
      return writeBankFile(services, { isCsv: kind === 'csv', note });
    },
  },
  'payouts paid': {
    takes: '<id> [reference]',
    says: 'marks an approved payout as paid, with the bank reference',
    sendsMail: true,
    async run({ payout }, [id, payoutId]) {
      if (id === undefined) throw usage('<id> [reference]');
      await payout.decide(id, { status: 'done', payoutId }).catch(rename(`There is no payout ${id}.`));
      return 'The payout is marked as paid.';
    },
  },
  'payouts returned': {
    takes: '<id> <reason>',
    says: 'records that the bank returned a payout; its money returns to the creator, who sees the reason',
    sendsMail: true,
    async run({ payout }, [id, ...words]) {
      const reason = words.join(' ').trim();
      if (id === undefined || reason === '') throw usage('<id> <reason>');
      await payout.decide(id, { status: 'returned', reason }).catch(rename(`There is no payout ${id}.`));
      return 'The money is back in the wallet.';
    },
  },
  'refunds list': {
    takes: '[with_operator|asked|granted|refused]',
    says: 'lists refund requests, newest first; without a state, those that wait for an operator',
    async run({ refundRequest }, [wanted = 'with_operator']) {
      const state = refundStates.find((one) => one === wanted);
      if (!state) throw usage('with_operator, asked, granted or refused');
      const rows = await refundRequest.listByState(state);
      const lines = rows.map(({ id, createdAt, amount, userId, performerId, reason }) => {
        const seller = performerId === null ? 'membership' : `creator ${performerId}`;
        const sum = amount === null ? '' : moneyText(amount);
        return `${id}  ${createdAt.toISOString()}  ${sum}  fan ${userId}  ${seller}  ${reason.replaceAll(/\s+/g, ' ')}`;
      });
      return lines.length === 0 ? `No refund request is ${state}.` : lines.join('\n');
    },
  },
  'refunds grant': {
    takes: '<id> [reason]',
    says: 'grants a refund: reverses the sale and returns the money to its source; both sides are notified',
    sendsMail: true,
    async run({ refundRequest }, [id, ...words]) {
      if (id === undefined) throw usage('<id> [reason]');
      const decision = { id, isGranted: true, answer: words.join(' ').trim() };
      await refundRequest.decideAsOperator(decision).catch(rename(`There is no refund request ${id}.`));
      return 'The refund is granted, and the money is being returned.';
    },
  },
  'refunds refuse': {
    takes: '<id> <reason>',
    says: 'refuses a refund for good; both sides are notified, and the fan sees the reason',
    sendsMail: true,
    async run({ refundRequest }, [id, ...words]) {
      const answer = words.join(' ').trim();
      if (id === undefined || answer === '') throw usage('<id> <reason>');
      const decision = { id, isGranted: false, answer };
      await refundRequest.decideAsOperator(decision).catch(rename(`There is no refund request ${id}.`));
      return 'The refund is refused.';
    },
  },
  'disputes list': {
    takes: '',
    says: 'lists payments disputed by their payers, newest first; respond on the website of the gateway',
    async run({ dispute }) {
      const rows = await dispute.list();
      const lines = rows.map(
        ({ gatewayId, createdAt, amount, reason, status, userId }) =>
          `${gatewayId}  ${createdAt.toISOString()}  ${moneyText(amount)}  ${status}  ${reason}  fan ${userId}`,
      );
      return lines.length === 0 ? 'No payment was ever disputed.' : lines.join('\n');
    },
  },
  reconcile: {
    takes: '[day]',
    says: 'compares the ledger of a day (as 2026-05-31; default: yesterday) with the record of the payment gateway',
    async run({ reconciliation }, [day = new Date(Date.now() - 24 * 3600 * 1000).toISOString().slice(0, 10)]) {
      if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(Date.parse(day))) throw usage('[day], as 2026-05-31');
      const { movements, fees, differences } = await reconciliation.compare(day).catch((error: unknown) => {
        throw error instanceof AppError && error.code === 'PROVIDER_NOT_CONFIGURED'
          ? new Error('The payment gateway of this site has no record to compare with.')
          : error;
      });
      const head = `${day}: ${movements} movements, ${moneyText(fees)} in fees, ${differences.length} differences.`;
      return [head, ...differences].join('\n');
    },
  },
  'settings list': {
    takes: '',
    says: 'prints all settings',
    run: async ({ settings }) => JSON.stringify(await settings.read(), null, 2),
  },
  'settings get': {
    takes: '<key>',
    says: 'prints one setting',
    async run({ settings }, [key = '']) {
      const value = new Map<string, unknown>(Object.entries(await settings.read())).get(key);
      if (value === undefined) throw new Error(`There is no setting ${key}.`);
      return JSON.stringify(value);
    },
  },
  'settings set': {
    takes: '<key> <value>',
    says: 'changes one setting; the value is JSON or plain text',
    async run({ settings }, [key, ...words]) {
      if (key === undefined || words.length === 0) throw usage('<key> <value>');
      await settings.writeText(key, words.join(' '));
      return `${key} is set.`;
    },
  },
  'countries set': {
    takes: '[code …]',
    says: 'closes the site to these countries and opens it to all others',
    async run({ block }, codes) {
      const wrong = codes.filter((code) => !/^[A-Za-z]{2}$/.test(code));
      if (wrong.length > 0) throw new Error(`Not a two-letter country code: ${wrong.join(', ')}`);
      await block.closeSiteTo(codes.map((code) => code.toUpperCase()));
      return codes.length === 0 ? 'The site is open everywhere.' : `The site is closed to ${codes.join(', ')}.`;
    },
  },
  'category set': {
    takes: '<slug> <ordering> <name>',
    says: 'adds or renames a category of creators',
    async run({ reference }, [slug, ordering, ...name]) {
      if (slug === undefined || name.length === 0) throw usage('<slug> <ordering> <name>');
      await reference.saveCategory({ slug, ordering: Number(ordering) || 0, name: name.join(' ') });
      return `Category ${slug} is set.`;
    },
  },
  'promo add': {
    takes: '<title> [description] [link]',
    says: 'adds an announcement to Home and Discover; quote each argument',
    async run({ reference }, [title = '', description = '', link = '']) {
      if (title.trim() === '') throw usage('<title> [description] [link]');
      if (link !== '' && !/^(\/(?!\/)|https?:\/\/)/.test(link)) throw new Error(`Not a path or a web address: ${link}`);
      return `${await reference.addBanner({ title, description, link })} is shown.`;
    },
  },
  'promo list': {
    takes: '',
    says: 'lists the announcements, newest first',
    async run({ reference }) {
      const promos = await reference.listAllBanners();
      if (promos.length === 0) return 'There are no announcements.';
      return promos.map(({ id, status, title, link }) => [id, status, title, link].join('  ').trim()).join('\n');
    },
  },
  'promo remove': {
    takes: '<id>',
    says: 'removes an announcement',
    async run({ reference }, [id = '']) {
      await reference.removeBanner(id).catch(rename(`There is no announcement ${id}.`));
      return `${id} was removed.`;
    },
  },
  'coupon set': {
    takes: '<code> <percent> <uses> <last day>',
    says: 'creates a coupon, as in WELCOME20 20 500 2031-12-31',
    async run({ coupon }, [code, percent, uses, lastDay]) {
      if (!code || !percent || !uses || !lastDay) throw usage('<code> <percent> <uses> <last day>');
      await coupon.save({ code, off: Number(percent) / 100, uses: Number(uses), lastDay });
      return `${code.toUpperCase()} takes ${percent} % off, ${uses} times, until ${lastDay}.`;
    },
  },
  jobs: {
    takes: '',
    says: 'lists the jobs that failed on every attempt',
    async run(_services, _args, jobs) {
      const [failed, { waiting }] = await Promise.all([jobs.listFailed(), jobs.counts()]);
      const rest = `${waiting} ${waiting === 1 ? 'job waits' : 'jobs wait'} or repeat.`;
      return failed.length === 0 ? `No job has failed. ${rest}` : `${failed.map(describeJob).join('\n')}\n${rest}`;
    },
  },
  'jobs retry': {
    takes: '<id>',
    says: 'gives a failed job one more attempt',
    async run(_services, [id = ''], jobs) {
      if (!(await jobs.retry(id))) throw new Error(`There is no failed job ${id}.`);
      return `${id} will run again.`;
    },
  },
  'jobs discard': {
    takes: '<id>',
    says: 'removes a failed job from the list for good',
    async run(_services, [id = ''], jobs) {
      if (!(await jobs.discard(id))) throw new Error(`There is no failed job ${id}.`);
      return `${id} was removed.`;
    },
  },
  renewals: {
    takes: '',
    says: 'prints the state of subscription renewals',
    async run({ subscription }) {
      const lines = (await subscription.readRenewals()).map(({ kind, paid, due, underWay, retried, nextTry }) => {
        const retry = nextTry === null ? '' : `, the next on ${nextTry.toISOString()}`;
        return `${kind}: ${paid} paid, ${due} due, ${underWay} open, ${retried} in a retry${retry}`;
      });
      return lines.join('\n');
    },
  },
  'page set': {
    takes: '<slug> <file.html> <title>',
    says: 'stores a static page such as terms-of-service',
    async run({ page }, [slug, file, ...title]) {
      if (slug === undefined || file === undefined || title.length === 0) throw usage('<slug> <file.html> <title>');
      const content = await readFile(file, 'utf8');
      await page.save({ type: 'page', slug, title: title.join(' '), content }, { replace: true });
      return `/page/${slug} is set.`;
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

const describeJob = ({ id, name, attempts, failedAt, requestId, message }: FailedJob) =>
  `${id}  ${failedAt.toISOString()}  ${name}, ${attempts} attempts${requestId ? `, request ${requestId}` : ''}: ${message}`;

export const listOperatorCommands = (): string =>
  Object.entries(operatorCommands)
    .map(([name, { takes, says }]) => `  npm run admin -- ${`${name} ${takes}`.padEnd(44)} ${says}`)
    .join('\n');

/** @throws Error with a message for the operator if the command is unknown or was rejected */
export async function runOperatorCommand(
  {
    services,
    jobs,
    note = console.error,
  }: { services: App['services']; jobs: JobQueue; note?: (line: string) => void },
  words: readonly string[],
): Promise<string> {
  const two = words.slice(0, 2).join(' ');
  const name = Object.hasOwn(operatorCommands, two) ? two : (words[0] ?? '');
  const command = Object.hasOwn(operatorCommands, name) ? operatorCommands[name] : undefined;
  if (!command) throw new Error(`Commands:\n${listOperatorCommands()}`);
  const args = words.slice(name.split(' ').length);
  if (!command.sendsMail) return command.run(services, args, jobs, note);
  await jobs.start({ isForSending: true });
  try {
    return await command.run(services, args, jobs, note);
  } finally {
    await jobs.stop();
  }
}
