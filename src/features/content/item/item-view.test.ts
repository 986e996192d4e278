import { feedItem, wireFeed } from '../../../../tests/factories/wire';
import { getTitle } from './item-view';

describe('the title of a post that has only text', () => {
  const named = (text: string) =>
    getTitle(feedItem(wireFeed({ type: 'text', title: '', tagline: '', text, files: [], fileCount: 0 })));

  it.each([
    ['is the whole text if it is short', 'Good morning', 'Good morning'],
    ['ends with a whole word', `${'word '.repeat(11)}another`, `${'word '.repeat(11).trim()}…`],
    ['is cut anywhere if there is no space', '陶'.repeat(200), `${'陶'.repeat(60)}…`],
    ['is cut anywhere if the first space is too far', `${'a'.repeat(80)} b`, `${'a'.repeat(60)}…`],
    ['does not split emoji', `a${'🏺'.repeat(100)}`, `a${'🏺'.repeat(29)}…`],
  ])('%s', (_what, text, name) => {
    expect(named(text)).toBe(name);
  });
});

it('the title of a gallery or video that only has a description is shortened', () => {
  const tagline = 'From the first line to the last wash. '.repeat(100);
  const name = getTitle(feedItem(wireFeed({ type: 'video', title: '', tagline, text: '' })));
  expect(name).toBe('From the first line to the last wash. From the first line to…');
});

it('the title of a locked post whose text is hidden is more than just its kind', () => {
  const closed = wireFeed({ type: 'text', title: '', tagline: '', text: '', files: [], fileCount: 0 });
  expect(getTitle(feedItem({ ...closed, access: 'locked-sale' }))).toBe('Text post');
});
