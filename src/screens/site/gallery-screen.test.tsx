import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { GalleryScreen } from './gallery-screen';
import { leftOut } from './gallery/left-out';

const root = 'src/components';
const kinds = ['basic', 'form', 'layout', 'list', 'content', 'media', 'people', 'states'];
const files = kinds.flatMap((kind) =>
  readdirSync(join(root, kind))
    .filter((name) => name.endsWith('.tsx') && !name.endsWith('.test.tsx'))
    .map((name) => `${kind}/${name}`),
);

// The real provider waits for its style sheet, which jsdom never loads.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

/** In each theme, two DateTimePickers and one DayRangePicker, whose code is loaded later. */
const LAZY_PICKERS = 6;

async function renderGallery() {
  const { container } = render(<GalleryScreen />);
  await waitFor(() => expect(container.querySelectorAll('.ant-picker')).toHaveLength(LAZY_PICKERS));
  return container;
}

describe('the gallery', () => {
  it('shows every shared component in both themes, or left-out.ts says why not', async () => {
    const container = await renderGallery();
    const shown = screen.getAllByText(/^src\/components\//).map((path) => path.textContent.slice(root.length + 1));
    expect([...shown, ...Object.keys(leftOut)].toSorted()).toEqual(files.toSorted());
    for (const theme of ['light', 'dark']) {
      expect(container.querySelectorAll(`[data-theme="${theme}"]:not(:empty)`)).toHaveLength(shown.length);
    }
  });

  it('imports each component from the file that it names', () => {
    const source = kinds.map((kind) => readFileSync(`src/screens/site/gallery/${kind}.tsx`, 'utf8')).join('\n');
    const missing = files.filter(
      (file) => leftOut[file] === undefined && !source.includes(`'@/components/${file.replace(/\.tsx$/, '')}'`),
    );
    expect(missing).toEqual([]);
  });

  it('has exactly one element for each link of its index', async () => {
    const container = await renderGallery();
    const ids = [...container.querySelectorAll('[id]')].map(({ id }) => id);
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
    const anchors = [...container.querySelectorAll('nav a[href^="#"]')].map((link) => link.getAttribute('href') ?? '');
    expect(anchors.length).toBeGreaterThan(kinds.length);
    expect(anchors.filter((href) => !ids.includes(href.slice(1)))).toEqual([]);
  });

  it('uses only pictures that exist', async () => {
    const container = await renderGallery();
    const sources = [...container.querySelectorAll('img')].map((img) => img.getAttribute('src') ?? '');
    expect(sources.filter((src) => !src.startsWith('data:') && !existsSync(join('public', src)))).toEqual([]);
  });
});
