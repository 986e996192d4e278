import { readCommentDraft, writeCommentDraft } from './comment-draft';

beforeEach(() => window.sessionStorage.clear());

it('keeps the 20 newest comment drafts of each account', () => {
  writeCommentDraft('ada', 'feed:0', 'Hello');
  for (let post = 0; post < 20; post += 1) writeCommentDraft('bo', `feed:${post}`, 'Hello');
  writeCommentDraft('bo', 'feed:0', 'Hello again');
  writeCommentDraft('bo', 'feed:20', 'Hello');
  const read = (post: number) => readCommentDraft('bo', `feed:${post}`);
  expect([0, 1, 2, 20].map(read)).toEqual(['Hello again', '', 'Hello', 'Hello']);
  expect(readCommentDraft('ada', 'feed:0')).toBe('Hello');
});

it('removes only the draft that was emptied', () => {
  writeCommentDraft('ada', 'feed:1', 'Hello');
  writeCommentDraft('ada', 'comment:1', 'Yes');
  writeCommentDraft('ada', 'comment:1', '');
  expect(readCommentDraft('ada', 'comment:1')).toBe('');
  expect(readCommentDraft('ada', 'feed:1')).toBe('Hello');
});
