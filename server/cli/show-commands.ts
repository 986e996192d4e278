import { explainNotFound, usage, type OperatorCommand } from './operator-command';

export const showCommands: Record<string, OperatorCommand> = {
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
    permission: 'endShows',
    says: 'ends a live show; its creator sees the reason',
    sendsMail: true,
    async run({ show }, [id, ...words], { operator }) {
      const reason = words.join(' ').trim();
      if (id === undefined || reason === '') throw usage('<id> <reason>');
      await show.endByOperator(id, reason, operator).catch(explainNotFound(`There is no show ${id}.`));
      return 'The show has ended.';
    },
  },
};
