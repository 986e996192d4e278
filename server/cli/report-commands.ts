import { houseRuleNames, removableKinds, type HouseRule, type RemovableKind } from '@contract/content/house-rules';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

const reportStatuses = ['open', 'rejected', 'resolved'] as const;
const rules = houseRuleNames.join('|');
const kinds = removableKinds.join('|');
/** Lines of a list; the console has pages. */
const MAX_LINES = 200;

function requireRule(text: string | undefined): HouseRule {
  const rule = houseRuleNames.find((one) => one === text);
  if (!rule) throw usage(`a rule: ${rules}`);
  return rule;
}

function requireKind(text: string | undefined): RemovableKind {
  const kind = removableKinds.find((one) => one === text);
  if (!kind) throw usage(`a kind: ${kinds}`);
  return kind;
}

function requireText(words: readonly string[], takes: string): string {
  const text = words.join(' ').trim();
  if (text === '') throw usage(takes);
  return text;
}

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ');

export const reportCommands: Record<string, OperatorCommand> = {
  'reports list': {
    takes: '[open|rejected|resolved]',
    says: 'lists reports; open ones, unless a status is named, oldest first',
    async run({ reportConsole }, [wanted = 'open']) {
      const status = reportStatuses.find((one) => one === wanted);
      if (!status) throw usage('[open|rejected|resolved]');
      const { data } = await reportConsole.search({ status, limit: MAX_LINES, offset: 0 });
      const lines = data.map(
        ({ _id, openedAt, target, targetId, reporter, title }) =>
          `${_id}  ${openedAt}  ${target} ${targetId}  by ${reporter?._id ?? 'nobody'}  ${oneLine(title)}`,
      );
      return lines.length === 0 ? `No report is ${status}.` : lines.join('\n');
    },
  },
  'reports dismiss': decide('dismiss', 'answers all open reports about the same thing, and takes no action'),
  'reports note': decide('note', 'answers all open reports about the same thing, and keeps them on record'),
  'reports hide': {
    takes: '<id> <rule> <reason>',
    permission: 'decideReports',
    says: `removes what was reported; both sides read the reason. Rules: ${rules}`,
    sendsMail: true,
    async run({ report }, [id, ruleName, ...words], { operator }) {
      if (id === undefined) throw usage('<id> <rule> <reason>');
      const rule = requireRule(ruleName);
      const reason = requireText(words, '<id> <rule> <reason>');
      await report
        .decide(id, { decision: 'hide', rule, reason }, operator)
        .catch(explainNotFound(`There is no report ${id}, or what it is about was deleted.`));
      return 'The content is removed, and the reports about it are answered.';
    },
  },
};

function decide(decision: 'dismiss' | 'note', says: string): OperatorCommand {
  const takes = '<id> <reason>';
  return {
    takes,
    permission: 'decideReports',
    says,
    async run({ report }, [id, ...words], { operator }) {
      if (id === undefined) throw usage(takes);
      const reason = requireText(words, takes);
      await report.decide(id, { decision, reason }, operator).catch(explainNotFound(`There is no report ${id}.`));
      return 'The reports are answered.';
    },
  };
}

export const takedownCommands: Record<string, OperatorCommand> = {
  'content hide': {
    takes: '<kind> <id> <rule> <reason>',
    permission: 'moderateContent',
    says: `removes content; its creator reads rule and reason, and can appeal. Kinds: ${kinds}`,
    sendsMail: true,
    async run({ takedown }, [kindName, id, ruleName, ...words], { operator }) {
      const takes = '<kind> <id> <rule> <reason>';
      const target = requireKind(kindName);
      if (id === undefined) throw usage(takes);
      const removal = { target, targetId: id, rule: requireRule(ruleName), reason: requireText(words, takes) };
      await takedown.hide(removal, operator).catch(explainNotFound(`There is no ${target} ${id}.`));
      return 'The content is removed.';
    },
  },
  'content restore': {
    takes: '<kind> <id> <reason>',
    permission: 'moderateContent',
    says: 'restores removed content; its creator and those who reported it are told',
    sendsMail: true,
    async run({ takedown }, [kindName, id, ...words], { operator }) {
      const takes = '<kind> <id> <reason>';
      const target = requireKind(kindName);
      if (id === undefined) throw usage(takes);
      await takedown.restore({ target, targetId: id, reason: requireText(words, takes) }, operator);
      return 'The content is restored.';
    },
  },
  'appeals list': {
    takes: '',
    says: 'lists appeals that wait, oldest first',
    async run({ reportConsole }) {
      const { data } = await reportConsole.searchAppeals({ state: 'appealed', limit: MAX_LINES, offset: 0 });
      const lines = data.map(
        ({ _id, appealedAt, target, targetId, rule, appeal }) =>
          `${_id}  ${appealedAt ?? ''}  ${target} ${targetId}  ${rule}  ${oneLine(appeal)}`,
      );
      return lines.length === 0 ? 'No appeal waits.' : lines.join('\n');
    },
  },
  'appeals uphold': decideAppeal('uphold', 'decides an appeal: the content stays removed'),
  'appeals restore': decideAppeal('restore', 'decides an appeal: the content is restored'),
};

function decideAppeal(decision: 'uphold' | 'restore', says: string): OperatorCommand {
  const takes = '<id> <reason>';
  return {
    takes,
    permission: 'decideReports',
    says,
    sendsMail: true,
    async run({ takedown }, [id, ...words], { operator }) {
      if (id === undefined) throw usage(takes);
      const reason = requireText(words, takes);
      await takedown
        .decideAppeal(id, { decision, reason }, operator)
        .catch(explainNotFound(`There is no appeal ${id}.`));
      return 'The appeal is decided, and its author is told.';
    },
  };
}
