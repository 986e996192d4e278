import { readFile } from 'node:fs/promises';
import { explainNotFound, usage, type OperatorCommand } from './operator-command';

export const pageCommands: Record<string, OperatorCommand> = {
  'page list': {
    takes: '',
    says: 'lists the pages of the site, with drafts',
    async run({ siteText }) {
      return (await siteText.listPages()).map(({ slug, status, title }) => `${slug}  ${status}  ${title}`).join('\n');
    },
  },
  'page publish': {
    takes: '<slug>',
    permission: 'manageSite',
    says: 'shows a page that was a draft',
    async run({ page }, [slug = ''], { operator }) {
      await page.setStatus(slug, 'published', operator).catch(explainNotFound(`There is no page ${slug}.`));
      return `/page/${slug} is public.`;
    },
  },
  'page hide': {
    takes: '<slug>',
    permission: 'manageSite',
    says: 'makes a page a draft, which only the console shows',
    async run({ page }, [slug = ''], { operator }) {
      await page.setStatus(slug, 'draft', operator).catch(explainNotFound(`There is no page ${slug}.`));
      return `/page/${slug} is a draft.`;
    },
  },
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
