import { readFile } from 'node:fs/promises';
import { usage, type OperatorCommand } from './operator-command';

export const pageCommands: Record<string, OperatorCommand> = {
  'page set': {
    takes: '<slug> <file.html> <title>',
    permission: 'manageSite',
    says: 'stores a static page such as terms-of-service',
    async run({ page }, [slug, file, ...title], { operator }) {
      if (slug === undefined || file === undefined || title.length === 0) throw usage('<slug> <file.html> <title>');
      const content = await readFile(file, 'utf8');
      await page.save({ type: 'page', slug, title: title.join(' '), content }, { replace: true }, operator);
      return `/page/${slug} is set.`;
    },
  },
};
