import { explainNotFound, usage, type OperatorCommand } from './operator-command';

export const mediaCommands: Record<string, OperatorCommand> = {
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
    permission: 'manageJobs',
    says: 'retries a file that was set aside',
    async run({ media }, [id], { operator }) {
      if (id === undefined) throw usage('<id>');
      await media.retry(id, null, operator).catch(explainNotFound(`No file ${id} was set aside.`));
      return 'The file is being processed again.';
    },
  },
  'files give-up': {
    takes: '<id> <reason>',
    permission: 'moderateContent',
    says: 'marks a file as broken, for example when its bytes are lost; its buyers are refunded if it is not replaced',
    sendsMail: true,
    async run({ media }, [id, ...reason], { operator }) {
      if (id === undefined || reason.length === 0) throw usage('<id> <reason>');
      const text = reason.join(' ');
      const isSetAside = (await media.listSetAside()).some((file) => file.id === id);
      await (isSetAside ? media.giveUpSetAside(id, text, operator) : media.giveUpFinished(id, text, operator)).catch(
        explainNotFound(`There is no file ${id} that is ready or was set aside.`),
      );
      return 'The file is marked as broken, and its owner was notified.';
    },
  },
  'pictures remake': {
    takes: '',
    permission: 'manageJobs',
    says: 'adds missing widths to old pictures',
    async run({ media }, _args, { operator }) {
      const { count, unreadable } = await media.remakePictures(operator);
      const lost = unreadable.length > 0 ? ` These could not be read: ${unreadable.join(', ')}` : '';
      return `${count} pictures were completed.${lost}`;
    },
  },
};
