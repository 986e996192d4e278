import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leavePage } from '@/components/states/leave-questions';
import { ApiError } from '@/services/api-error';
import { writeCommentDraft } from '@/services/comment-draft';
import { followStored } from '@/store/intents';
import { reactionFeature } from '@/features/content/reaction/reaction-feature';
import {
  renderWithStore,
  storeForTest,
  type Answers,
  type StoreOptions,
} from '../../../../../tests/harness/render-with-store';
import { wireComment, wireId, type WireComment } from '../../../../../tests/factories/wire';
import { commentFeature } from '../comment-feature';
import { CommentSheet, CommentThread } from './comment-thread';

const objectId = wireId();
const subject = { objectType: 'feed' as const, objectId };
const me = { _id: wireId(), name: 'Ada Fenn' };
const performer = { _id: wireId(), name: 'Mira Okafor', username: 'mira' };
const page = (data: WireComment[], total = data.length) => ({ data, total });
const onSubject = (overrides: Partial<WireComment> = {}) => wireComment({ objectId, ...overrides });

function show(answers: Answers, options: Partial<StoreOptions> & { canComment?: boolean } = {}) {
  const { canComment = true } = options;
  const given = storeForTest({
    features: [commentFeature, reactionFeature],
    answers,
    user: 'user' in options ? options.user : me,
  });
  return renderWithStore(
    <CommentThread
      subject={subject}
      canComment={canComment}
      refusal="Only for those who can open it."
      performer={performer}
    />,
    { given },
  );
}

async function write(text: string) {
  await userEvent.type(screen.getByRole('textbox', { name: 'Your comment' }), text);
  await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
}

beforeEach(() => sessionStorage.clear());

describe('a thread of comments', () => {
  it('loads ten at a time', async () => {
    const all = Array.from({ length: 12 }, (_, index) => onSubject({ content: `Comment ${index}` }));
    const { calls } = show({
      listComments: ({ query }) => page(all.slice(Number(query?.['offset']), Number(query?.['offset']) + 10), 12),
    });
    expect(await screen.findByText('Comment 9')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Show older comments' }));
    expect(await screen.findByText('Comment 11')).toBeInTheDocument();
    expect(calls.map(({ input }) => input.query)).toEqual([
      { ...subject, limit: 10, offset: 0 },
      { ...subject, limit: 10, offset: 10 },
    ]);
    expect(screen.queryByRole('button', { name: 'Show older comments' })).not.toBeInTheDocument();
  });

  it('shows new comments, and no deleted ones, when it is opened again', async () => {
    const [older, deleted, newer] = ['Older', 'Deleted', 'Newer'].map((content) => onSubject({ content }));
    let listed = [deleted!, older!];
    const given = show({ listComments: () => page(listed) });
    expect(await screen.findByText('Deleted')).toBeInTheDocument();
    cleanup();
    listed = [newer!, older!];
    renderWithStore(<CommentThread subject={subject} canComment performer={performer} />, { given });
    expect(await screen.findByText('Newer')).toBeInTheDocument();
    expect(screen.queryByText('Deleted')).not.toBeInTheDocument();
    expect(screen.getAllByText(/^(Newer|Older)$/).map(({ textContent }) => textContent)).toEqual(['Newer', 'Older']);
  });

  it('shows an error when the comments do not load, and retries', async () => {
    let isDown = true;
    show({
      listComments: () => {
        if (isDown) throw new ApiError(500, {});
        return page([onSubject()]);
      },
    });
    expect(await screen.findByText(/The comments did not load/)).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Lovely glaze.')).toBeInTheDocument();
  });

  it('does not load the comments of a locked item', () => {
    const { calls } = show({}, { canComment: false });
    expect(screen.getByText('Only for those who can open it.')).toBeInTheDocument();
    expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
    expect(calls).toEqual([]);
  });

  it('shows comments to guests, who have to log in before they can write one', async () => {
    show({ listComments: () => page([onSubject()]) }, { user: undefined });
    expect(await screen.findByText('Lovely glaze.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in to comment' })).toHaveAttribute('href', '/auth/login?returnTo=%2F');
    expect(screen.queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument();
  });
});

it('a name that is longer than its line is truncated', async () => {
  const { creator } = wireComment();
  const name = 'a'.repeat(60);
  show({ listComments: () => page([onSubject({ creator: creator && { ...creator, name } })]) });
  expect(await screen.findByText(name)).toHaveClass('truncate');
});

describe('limits on who can comment', () => {
  it.each([
    ['follows', 'Only followers and subscribers of Mira Okafor can comment.'],
    ['subscriptions', 'Only subscribers of Mira Okafor can comment.'],
    ['nobody', 'Mira Okafor has turned off comments.'],
  ])('replace the form with a text, even for guests: %s', async (commentsFrom, text) => {
    for (const user of [me, undefined]) {
      const { unmount } = show(
        { listComments: () => ({ ...page([onSubject()]), mayComment: false, commentsFrom }) },
        { user },
      );
      expect(
        await screen.findByText((_, node) => node?.className === 'grow' && node.textContent === text),
      ).toBeVisible();
      expect(screen.queryByRole('textbox')).not.toBeInTheDocument();
      expect(screen.queryByRole('button', { name: 'Reply' })).not.toBeInTheDocument();
      expect(screen.queryByRole('link', { name: 'Log in to comment' })).not.toBeInTheDocument();
      expect(screen.getByRole('link', { name: 'Mira Okafor' })).toHaveAttribute('href', '/mira');
      unmount();
    }
  });

  it('end once the viewer follows', async () => {
    let follows = false;
    const { store } = show({
      listComments: () => ({ ...page([onSubject()]), mayComment: follows, commentsFrom: 'follows' }),
    });
    expect(await screen.findByText(/Only followers and subscribers/)).toBeVisible();
    follows = true;
    store.dispatch(followStored({ performerId: performer._id, isFollowed: true }));
    expect(await screen.findByRole('textbox', { name: 'Your comment' })).toBeVisible();
    expect(screen.getAllByText('Lovely glaze.')).toHaveLength(1);
  });

  it('hide the form if the creator sets them after the page loaded', async () => {
    let mayComment = true;
    show({
      listComments: () => ({ ...page([]), mayComment, commentsFrom: mayComment ? 'everyone' : 'nobody' }),
      createComment: () => {
        mayComment = false;
        throw new ApiError(403, { message: 'This creator takes no comments from you.', error: 'COMMENTS_CLOSED' });
      },
    });
    await write('Hello');
    expect(await screen.findByText(/has turned off comments\.$/)).toBeVisible();
    expect(screen.getByText('Hello')).toBeVisible();
  });
});

describe('writing a comment', () => {
  it('shows it immediately, before it is stored', async () => {
    let arrive: (comment: WireComment) => void = () => undefined;
    const stored = onSubject({ content: 'What a green!', createdBy: me._id, creator: null });
    show({
      listComments: () => page([]),
      createComment: () => new Promise((resolve) => (arrive = resolve)),
    });
    await write('  What a green!  ');
    const item = screen.getByRole('listitem');
    expect(item).toHaveTextContent('Ada Fenn');
    expect(item).toHaveTextContent('Sending');
    arrive(stored);
    await waitFor(() => expect(screen.queryByText('Sending')).not.toBeInTheDocument());
    expect(screen.getAllByText('What a green!')).toHaveLength(1);
    expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveValue('');
  });

  it('keeps it for a retry if it cannot be sent', async () => {
    let isDown = true;
    const { calls } = show({
      listComments: () => page([]),
      createComment: ({ body }) => {
        if (isDown) throw new ApiError(0, undefined);
        return onSubject({ content: String(body?.['content']), createdBy: me._id });
      },
    });
    await write('Hello');
    expect(await screen.findByText(/Not sent/)).toBeInTheDocument();
    isDown = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument());
    expect(screen.getAllByText('Hello')).toHaveLength(1);
    expect(calls.filter(({ name }) => name === 'createComment')).toHaveLength(2);
  });

  describe('an unsent comment', () => {
    const down = () => {
      throw new ApiError(0, undefined);
    };

    async function leaveUnsent() {
      const before = show({ listComments: () => page([]), createComment: down });
      await screen.findByText(/No comments yet/);
      await write('Hello');
      await screen.findByText(/Not sent/);
      await userEvent.type(screen.getByRole('textbox', { name: 'Your comment' }), 'The next one');
      before.unmount();
    }

    it.each([
      ['loads', () => page([])],
      ['fails to load', down],
    ])('returns after a reload until it is sent, even if the comment list %s', async (_what, listComments) => {
      const stored = onSubject({ content: 'Hello', createdBy: me._id });
      await leaveUnsent();
      const shown = show({ listComments, createComment: down });
      expect(await screen.findByText(/Not sent/)).toBeVisible();
      expect(screen.getAllByText('Hello')).toHaveLength(1);
      expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveValue('The next one');
      shown.unmount();
      const again = show({ listComments: () => page([]), createComment: () => stored });
      await userEvent.click(await screen.findByRole('button', { name: 'Try again' }));
      expect(await screen.findByRole('button', { name: 'Reply' })).toBeVisible();
      again.unmount();
      show({ listComments: () => page([stored]) });
      expect(await screen.findAllByText('Hello')).toHaveLength(1);
      expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument();
    });

    it('if the page is reloaded during the request, returns in the field, or in the list if the field has another text', async () => {
      const answers: Answers = { listComments: () => page([]), createComment: () => new Promise(() => undefined) };
      const first = show(answers);
      await screen.findByText(/No comments yet/);
      await write('Hello');
      await screen.findByText('Sending');
      first.unmount();
      const second = show(answers);
      await screen.findByText(/No comments yet/);
      const field = () => screen.getByRole('textbox', { name: 'Your comment' });
      expect(field()).toHaveValue('Hello');
      await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
      await userEvent.type(field(), 'The next one');
      second.unmount();
      show(answers);
      await screen.findByText(/Not sent/);
      expect(screen.getAllByText('Hello')).toHaveLength(1);
      expect(field()).toHaveValue('The next one');
    });

    it('does not return after it was deleted', async () => {
      await leaveUnsent();
      const shown = show({ listComments: () => page([]) });
      await userEvent.click(await screen.findByRole('button', { name: 'Delete' }));
      shown.unmount();
      show({ listComments: () => page([]) });
      expect(await screen.findByText(/No comments yet/)).toBeVisible();
    });

    it('is hidden from other accounts', async () => {
      await leaveUnsent();
      show({ listComments: () => page([]) }, { user: { _id: wireId(), name: 'Bo' } });
      expect(await screen.findByText(/No comments yet/)).toBeVisible();
    });

    it('is dropped after a reload if the server has stored it', async () => {
      const createdAt = new Date().toISOString();
      await leaveUnsent();
      show({
        listComments: () => page([onSubject({ content: 'Hello', createdBy: me._id, createdAt })]),
      });
      expect(await screen.findAllByText('Hello')).toHaveLength(1);
      expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument();
    });

    it.each([
      ['was stored before it', 1],
      ['was stored before it, if it was stored itself', 2],
    ])('is not taken for an equal comment that %s', async (_what, inList) => {
      const hearts = ['one', 'two'].map(() =>
        onSubject({ content: '\u2764', createdBy: me._id, createdAt: new Date().toISOString() }),
      );
      const before = show({ listComments: () => page(hearts.slice(0, 1)), createComment: down });
      await screen.findByText('\u2764');
      await write('\u2764');
      await screen.findByText(/Not sent/);
      before.unmount();
      show({ listComments: () => page(hearts.slice(0, inList)) });
      await waitFor(() => expect(screen.getAllByText('\u2764')).toHaveLength(2));
      expect(screen.queryAllByText(/Not sent/)).toHaveLength(2 - inList);
    });

    it('if two are equal, only one is dropped for each stored comment', async () => {
      const arrived = onSubject({ content: '\u2764', createdBy: me._id, createdAt: new Date().toISOString() });
      const before = show({ listComments: () => page([]), createComment: down });
      await screen.findByText(/No comments yet/);
      await write('\u2764');
      await write('\u2764');
      await waitFor(() => expect(screen.getAllByText(/Not sent/)).toHaveLength(2));
      before.unmount();
      const shown = show({ listComments: () => page([arrived]) });
      await waitFor(() => expect(screen.getAllByText('\u2764')).toHaveLength(2));
      expect(screen.getAllByText(/Not sent/)).toHaveLength(1);
      shown.unmount();
      show({ listComments: () => page([arrived]) });
      expect(await screen.findAllByText(/Not sent/)).toHaveLength(1);
    });

    it('stays when older comments load during the request', async () => {
      const all = Array.from({ length: 12 }, (_, index) => onSubject({ content: `Comment ${index}` }));
      let refuse: (error: unknown) => void = () => undefined;
      const answers: Answers = {
        listComments: ({ query }) => page(all.slice(Number(query?.['offset']), Number(query?.['offset']) + 10), 12),
        createComment: () =>
          new Promise((_resolve, reject) => {
            refuse = reject;
          }),
      };
      const before = show(answers);
      await screen.findByText('Comment 9');
      await write('My long words');
      await userEvent.click(screen.getByRole('button', { name: 'Show older comments' }));
      await screen.findByText('Comment 11');
      refuse(new ApiError(422, { message: 'Not now' }));
      await screen.findByText(/Not sent/);
      before.unmount();
      show(answers);
      expect(await screen.findByText('My long words')).toBeVisible();
    });

    it('stays when an equal text is drafted for another item', async () => {
      await leaveUnsent();
      writeCommentDraft(me._id, `feed:${wireId()}`, 'Hello');
      show({ listComments: () => page([]) });
      expect(await screen.findByText(/Not sent/)).toBeVisible();
    });

    it('if it is a reply, returns below its comment, after the stored replies', async () => {
      const parent = onSubject();
      const first = wireComment({ objectType: 'comment', objectId: parent._id, content: 'First reply' });
      const answers: Answers = {
        listComments: ({ query }) => page(query?.['objectType'] === 'comment' ? [first] : [parent]),
        createComment: down,
      };
      const before = show(answers);
      await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
      await userEvent.type(
        await screen.findByRole('textbox', { name: 'Your reply' }),
        'My reply{Control>}{Enter}{/Control}',
      );
      await screen.findByText(/Not sent/);
      before.unmount();
      show(answers);
      await screen.findByText(/Not sent/);
      const replies = within(screen.getByRole('list', { name: 'Replies' }));
      const texts = replies.getAllByText(/reply$/, { selector: 'p' }).map((one) => one.textContent);
      expect(texts).toEqual(['First reply', 'My reply']);
    });
  });

  it('finds the stored comment if the response was lost, immediately or on retry, and shows it once', async () => {
    const there: WireComment[] = [];
    let isCut = false;
    const { calls } = show({
      listComments: () => {
        if (isCut) throw new ApiError(0, undefined);
        return page([...there]);
      },
      createComment: ({ body }) => {
        const now = new Date().toISOString();
        there.unshift(onSubject({ content: String(body?.['content']), createdBy: me._id, createdAt: now }));
        throw new ApiError(0, undefined);
      },
    });
    await screen.findByText(/No comments yet/);
    await write('Hello');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Reply' })).toBeInTheDocument());
    isCut = true;
    await write('And good morning');
    expect(await screen.findByText(/Not sent/)).toBeInTheDocument();
    isCut = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await waitFor(() => expect(screen.queryByText(/Not sent/)).not.toBeInTheDocument());
    expect(screen.getAllByRole('button', { name: 'Reply' })).toHaveLength(2);
    expect(calls.filter(({ name }) => name === 'createComment')).toHaveLength(2);
  });

  it('keeps the text in the field during a login or a reload, until it is sent', async () => {
    const answers: Answers = {
      listComments: () => page([]),
      getMe: () => {
        throw new ApiError(403, { error: 'Forbidden' });
      },
      createComment: () => {
        throw new ApiError(403, { error: 'Forbidden', message: 'Forbidden resource' });
      },
    };
    const field = () => screen.getByRole('textbox', { name: 'Your comment' });
    const dead = show(answers);
    await screen.findByText(/No comments yet/);
    await write('A long thought');
    await waitFor(() => expect(screen.queryByRole('textbox')).not.toBeInTheDocument());
    dead.unmount();
    const alive = show(answers);
    await screen.findByText(/No comments yet/);
    expect(field()).toHaveValue('A long thought');
    alive.unmount();
    show({ ...answers, createComment: () => onSubject({ content: 'A long thought', createdBy: me._id }) });
    await screen.findByText(/No comments yet/);
    await userEvent.click(screen.getByRole('button', { name: 'Comment' }));
    expect(await screen.findByRole('button', { name: 'Reply' })).toBeInTheDocument();
    cleanup();
    show(answers);
    await screen.findByText(/No comments yet/);
    expect(field()).toHaveValue('');
  });

  it('keeps a comment being written while a reply is written and sent', async () => {
    const parent = onSubject();
    const answers: Answers = {
      listComments: ({ query }) => page(query?.['objectType'] === 'comment' ? [] : [parent]),
      createComment: ({ body }) =>
        wireComment({ objectType: 'comment', objectId: parent._id, content: String(body?.['content']) }),
    };
    const before = show(answers);
    await screen.findByText(parent.content);
    await userEvent.type(screen.getByRole('textbox', { name: 'Your comment' }), 'A long thought');
    await userEvent.click(screen.getByRole('button', { name: 'Reply' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Yes{Control>}{Enter}{/Control}');
    await waitFor(() => expect(screen.queryByText('Sending')).not.toBeInTheDocument());
    before.unmount();
    show(answers);
    expect(await screen.findByRole('textbox', { name: 'Your comment' })).toHaveValue('A long thought');
  });

  it('keeps the drafts of other accounts in this tab', async () => {
    const answers: Answers = { listComments: () => page([]) };
    for (const user of [me, { _id: wireId(), name: 'Bo' }]) {
      const shown = show(answers, { user });
      await screen.findByText(/No comments yet/);
      await userEvent.type(screen.getByRole('textbox', { name: 'Your comment' }), `By ${user.name}`);
      shown.unmount();
    }
    show(answers);
    await screen.findByText(/No comments yet/);
    expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveValue('By Ada Fenn');
  });

  it('adds a reply below its comment, after the existing replies', async () => {
    const comment = onSubject({ totalReply: 1 });
    const first = wireComment({ objectType: 'comment', objectId: comment._id, content: 'First reply' });
    show({
      listComments: ({ query }) => (query?.['objectType'] === 'comment' ? page([first]) : page([comment])),
      createComment: ({ body }) =>
        wireComment({ objectType: 'comment', objectId: comment._id, content: String(body?.['content']) }),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
    const field = await screen.findByRole('textbox', { name: 'Your reply' });
    expect(field).toHaveFocus();
    await userEvent.type(field, 'Second reply{Control>}{Enter}{/Control}');
    const replies = await screen.findByRole('list', { name: 'Replies' });
    await waitFor(() => {
      const texts = within(replies).getAllByText(/reply$/, { selector: 'p' });
      expect(texts.map((one) => one.textContent)).toEqual(['First reply', 'Second reply']);
    });
    expect(screen.getByRole('button', { name: 'Hide replies' })).toBeInTheDocument();
  });
});

describe('a comment', () => {
  const own = () => onSubject({ content: 'Mine', createdBy: me._id, isAuth: true });
  const openMenu = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'More options for this comment' }));

  it('can be edited by its author', async () => {
    const { calls } = show({ listComments: () => page([own()]), updateComment: () => ({ updated: true }) });
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const edit = within(screen.getByRole('listitem')).getByRole('textbox', { name: 'Your comment' });
    await userEvent.clear(edit);
    await userEvent.type(edit, 'Mine, better');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Mine, better')).toBeInTheDocument();
    expect(calls.at(-1)).toMatchObject({ name: 'updateComment', input: { body: { content: 'Mine, better' } } });
  });

  it('stays open on Esc once its text was changed or is being composed, and leaving the page asks', async () => {
    show({ listComments: () => page([own()]) });
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const edit = within(screen.getByRole('listitem')).getByRole('textbox', { name: 'Your comment' });
    const leave = vi.fn();
    act(() => leavePage(leave));
    expect(leave).toHaveBeenCalledTimes(1);
    fireEvent.keyDown(edit, { key: 'Escape', keyCode: 229 });
    await userEvent.type(edit, ', better{Escape}');
    expect(edit).toHaveValue('Mine, better');
    act(() => leavePage(leave));
    expect(await screen.findByRole('dialog', { name: 'Leave without saving?' })).toBeVisible();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('in a sheet asks once before an edit is lost', async () => {
    const given = storeForTest({
      features: [commentFeature],
      answers: { listComments: () => page([own()]) },
      user: me,
    });
    const onClose = vi.fn();
    renderWithStore(
      <CommentSheet subject={subject} canComment performer={performer} subtitle="A bowl" onClose={onClose} />,
      { given },
    );
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const edit = within(screen.getByRole('listitem')).getByRole('textbox', { name: 'Your comment' });
    await userEvent.type(edit, ', better{Escape}');
    expect(screen.getByRole('dialog', { name: 'Discard what you wrote?' })).toBeVisible();
    await userEvent.click(screen.getByRole('button', { name: 'Keep writing' }));
    expect(edit).toHaveValue('Mine, better');
    expect(onClose).not.toHaveBeenCalled();
    const leave = vi.fn();
    act(() => leavePage(leave));
    await userEvent.click(screen.getByRole('button', { name: 'Discard' }));
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('can be deleted by its author after confirmation', async () => {
    const comment = own();
    const { calls } = show({ listComments: () => page([comment]), deleteComment: () => comment });
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    expect(calls).toHaveLength(1);
    expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus();
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    expect(await screen.findByText('No comments yet. Be the first.')).toBeInTheDocument();
  });

  it('keeps the text of an edit that could not be saved', async () => {
    let isCut = true;
    const updateComment = () => {
      if (isCut) throw new ApiError(0, { message: 'No connection' });
      return { updated: true };
    };
    show({ listComments: () => page([own()]), updateComment });
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const edit = () => within(screen.getByRole('listitem')).getByRole('textbox', { name: 'Your comment' });
    await userEvent.type(edit(), ', better');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Edit again' }));
    expect(edit()).toHaveValue('Mine, better');
    isCut = false;
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Mine, better')).toBeVisible();
    expect(screen.queryByText(/not saved/)).not.toBeInTheDocument();
  });

  it('stays if its deletion is rejected, and so does a reply being written', async () => {
    const { store } = show({
      listComments: () => page([own()]),
      deleteComment: () => {
        throw new ApiError(403, { message: 'You may not do this.' });
      },
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
    await userEvent.type(screen.getByRole('textbox', { name: 'Your reply' }), 'Half a th');
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(store.getState().ui.toasts[0]?.text).toBe('You may not do this.'));
    expect(screen.getByText('Mine')).toBeInTheDocument();
    expect(await screen.findByRole('textbox', { name: 'Your reply' })).toHaveValue('Half a th');
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toBeInTheDocument();
  });

  it('is deleted only once, however often the button is pressed', async () => {
    let settleFirst: (comment: WireComment) => void = () => undefined;
    const comments = [own(), onSubject({ content: 'Another' })];
    const { calls } = show({
      listComments: () => page(comments),
      deleteComment: () => new Promise((resolve) => (settleFirst = resolve)),
    });
    const [menu] = await screen.findAllByRole('button', { name: 'More options for this comment' });
    await userEvent.click(menu as HTMLElement);
    await userEvent.click(screen.getByRole('menuitem', { name: 'Delete' }));
    await userEvent.dblClick(screen.getByRole('button', { name: 'Delete' }));
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
    settleFirst(own());
    await waitFor(() => expect(screen.queryByText('Mine')).not.toBeInTheDocument());
    expect(calls.filter(({ name }) => name === 'deleteComment')).toHaveLength(1);
  });

  it('cannot be edited again until the first edit is stored', async () => {
    let store: (reply: object) => void = () => undefined;
    show({ listComments: () => page([own()]), updateComment: () => new Promise((resolve) => (store = resolve)) });
    await openMenu();
    await userEvent.click(screen.getByRole('menuitem', { name: 'Edit' }));
    const edit = within(screen.getByRole('listitem')).getByRole('textbox', { name: 'Your comment' });
    await userEvent.type(edit, ', better');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await openMenu();
    expect(screen.getByRole('menuitem', { name: 'Delete' })).toBeInTheDocument();
    expect(screen.queryByRole('menuitem', { name: 'Edit' })).not.toBeInTheDocument();
    store({ updated: true });
    expect(await screen.findByRole('menuitem', { name: 'Edit' })).toBeInTheDocument();
  });

  it('can be liked', async () => {
    show({ listComments: () => page([onSubject()]), createReaction: () => ({}) });
    await userEvent.click(await screen.findByRole('button', { name: 'Like, 0' }));
    expect(screen.getByRole('button', { name: 'Like, 1' })).toHaveAttribute('aria-pressed', 'true');
  });
});

describe('keyboard focus', () => {
  const own = onSubject({ content: 'Mine', createdBy: me._id });
  const answers: Answers = {
    listComments: () => page([own]),
    updateComment: () => ({ ...own, content: 'Changed' }),
    deleteComment: () => ({}),
  };
  const openMenu = async (item: string) => {
    await userEvent.click(await screen.findByRole('button', { name: 'More options for this comment' }));
    await userEvent.click(screen.getByRole('menuitem', { name: item }));
  };

  it('stays in the field after a comment was sent', async () => {
    show({ listComments: () => page([]), createComment: () => own });
    await write('Mine');
    expect(screen.getByRole('textbox', { name: 'Your comment' })).toHaveFocus();
  });

  it('returns to the menu after an edit, and after a canceled deletion', async () => {
    show(answers);
    await openMenu('Edit');
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'More options for this comment' })).toHaveFocus();
    await openMenu('Delete');
    await userEvent.click(screen.getByRole('button', { name: 'Keep' }));
    expect(screen.getByRole('button', { name: 'More options for this comment' })).toHaveFocus();
  });

  it('returns to Reply when the reply is canceled', async () => {
    show(answers);
    await userEvent.click(await screen.findByRole('button', { name: 'Reply' }));
    await userEvent.keyboard('{Escape}');
    expect(screen.getByRole('button', { name: 'Reply' })).toHaveFocus();
  });

  it('stays in the thread after a deletion', async () => {
    show(answers);
    await openMenu('Delete');
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Mine')).not.toBeInTheDocument());
    expect(document.body).not.toHaveFocus();
  });
});
