import { feedItem, wireFeed } from '../../../../tests/factories/wire';
import { getTitle } from './item-view';

describe('the name of a post that has words only', () => {
  const named = (text: string) =>
    getTitle(feedItem(wireFeed({ type: 'text', title: '', tagline: '', text, files: [], fileCount: 0 })));

  it.each([
    ['a short one is all of them', 'Good morning', 'Good morning'],
    ['ends with a whole word', `${'word '.repeat(11)}another`, `${'word '.repeat(11).trim()}…`],
    ['ends somewhere where there is no space', '陶'.repeat(200), `${'陶'.repeat(60)}…`],
    ['ends somewhere where the first space is too far', `${'a'.repeat(80)} b`, `${'a'.repeat(60)}…`],
    ['cuts no emoji in half', `a${'🏺'.repeat(100)}`, `a${'🏺'.repeat(29)}…`],
  ])('%s', (_what, text, name) => {
    expect(named(text)).toBe(name);
  });
});

it('has an end where a gallery or video is known by its description only', () => {
  const tagline = 'From the first line to the last wash. '.repeat(100);
  const name = getTitle(feedItem(wireFeed({ type: 'video', title: '', tagline, text: '' })));
  expect(name).toBe('From the first line to the last wash. From the first line to…');
});

it('is no bare word for its kind where a closed post shows none of its text', () => {
  const closed = wireFeed({ type: 'text', title: '', tagline: '', text: '', files: [], fileCount: 0 });
  expect(getTitle(feedItem({ ...closed, access: 'locked-sale' }))).toBe('Text post');
});
