import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { PageOptions } from '@/composition/define-page';

const root = path.resolve('pages');

/** Matches page definitions and their aliases, but not the files for crawlers. */
const isPage = /define(Studio)?Page\(|export \{ default \} from/;

export const pages = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.tsx') && isPage.test(readFileSync(path.join(root, file), 'utf8')))
  .map((file) => [`/${file.replace(/(\/?index)?\.tsx$/, '')}`, path.join(root, file)] as const)
  .sort(([one], [other]) => one.localeCompare(other));

export async function getPage(file: string): Promise<PageOptions> {
  const { default: Page } = (await import(file)) as { default: { page: PageOptions } };
  return Page.page;
}
