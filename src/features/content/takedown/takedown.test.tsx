import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { leavePage } from '@/components/states/leave-questions';
import { ApiError } from '@/services/api-error';
import { renderWithStore, settle, type Answers } from '../../../../tests/harness/render-with-store';
import { TakedownList } from './components/takedown-list';
import { takedownFeature, takedowns, type Takedown } from './takedown-feature';

const takedown: Takedown = {
  _id: 't1',
  target: 'feed',
  targetId: 'f1',
  title: 'A walk',
  rule: 'copyright',
  reason: 'The picture is by Zoë Marsh.',
  createdAt: '2026-11-20T10:00:00.000Z',
  state: 'standing',
  appealUntil: '2027-05-20T10:00:00.000Z',
  appeal: '',
  appealedAt: null,
  answer: '',
  answeredAt: null,
};

async function show(answers: Answers) {
  const rendered = renderWithStore(<TakedownList page={1} getHref={() => ''} />, {
    features: [takedownFeature],
    user: {},
    answers,
  });
  await act(async () => {
    rendered.store.dispatch(takedowns.requested({}));
    await settle();
  });
  return rendered;
}

describe('removed content', () => {
  it('shows rule and reason, and sends one appeal', async () => {
    let row = takedown;
    const { calls } = await show({
      listTakedowns: () => ({ data: [row], total: 1 }),
      appealTakedown: () => {
        row = { ...row, state: 'appealed', appeal: 'It is mine.', appealedAt: row.createdAt, appealUntil: null };
        return row;
      },
    });
    expect(screen.getByText('Copied work')).toBeInTheDocument();
    expect(screen.getByText('The picture is by Zoë Marsh.')).toBeInTheDocument();
    await userEvent.click(screen.getByRole('button', { name: 'Appeal' }));
    await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(screen.getByText('Say why this is a mistake.')).toBeInTheDocument();
    await userEvent.type(screen.getByRole('textbox'), 'It is mine.');
    await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(calls.find(({ name }) => name === 'appealTakedown')?.input).toEqual({
      params: { id: 't1' },
      body: { text: 'It is mine.' },
    });
    expect(await screen.findByText(/A person reads your appeal/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Appeal' })).not.toBeInTheDocument();
  });

  it('keeps the text of an appeal that failed', async () => {
    await show({
      listTakedowns: () => ({ data: [takedown], total: 1 }),
      appealTakedown: () => {
        throw new ApiError(409, { message: 'This can’t be appealed any more.' });
      },
    });
    await userEvent.click(screen.getByRole('button', { name: 'Appeal' }));
    await userEvent.type(screen.getByRole('textbox'), 'It is mine.');
    await userEvent.click(screen.getByRole('button', { name: 'Send appeal' }));
    expect(await screen.findByText('This can’t be appealed any more.')).toBeInTheDocument();
    expect(screen.getByRole('textbox')).toHaveValue('It is mine.');
  });

  describe('with two appeals being written', () => {
    const other = { ...takedown, _id: 't2', title: 'A swim' };
    const writeBoth = async (appealTakedown: () => unknown) => {
      await show({ listTakedowns: () => ({ data: [takedown, other], total: 2 }), appealTakedown });
      for (const button of screen.getAllByRole('button', { name: 'Appeal' })) await userEvent.click(button);
      const [first, second] = screen.getAllByRole('textbox');
      await userEvent.type(first as HTMLElement, 'It is mine.');
      await userEvent.type(second as HTMLElement, 'This one, too.');
      await userEvent.click(screen.getAllByRole('button', { name: 'Send appeal' })[0] as HTMLElement);
      await act(settle);
    };

    it('closes only the one that was sent', async () => {
      await writeBoth(() => takedown);
      expect(screen.getAllByRole('textbox')).toHaveLength(1);
      expect(screen.getByRole('textbox')).toHaveValue('This one, too.');
    });

    it('shows a failure only in the one that was sent, and sends the other alone', async () => {
      let isDown = true;
      await writeBoth(() => {
        if (isDown) throw new ApiError(500, { message: 'Not now.' });
        return other;
      });
      expect(screen.getAllByText('Not now.')).toHaveLength(1);
      isDown = false;
      await userEvent.click(screen.getAllByRole('button', { name: 'Send appeal' })[1] as HTMLElement);
      await act(settle);
      expect(screen.getByRole('textbox')).toHaveValue('It is mine.');
    });
  });

  it('asks before a link loses an appeal being written', async () => {
    await show({ listTakedowns: () => ({ data: [takedown], total: 1 }) });
    await userEvent.click(screen.getByRole('button', { name: 'Appeal' }));
    const leave = vi.fn();
    act(() => leavePage(leave));
    expect(leave).toHaveBeenCalledTimes(1);
    await userEvent.type(screen.getByRole('textbox'), 'It is mine.');
    act(() => leavePage(leave));
    expect(await screen.findByRole('dialog', { name: 'Leave without sending?' })).toBeVisible();
    expect(leave).toHaveBeenCalledTimes(1);
  });

  it('says so if there is none', async () => {
    await show({ listTakedowns: () => ({ data: [], total: 0 }) });
    expect(screen.getByText('We removed nothing of yours')).toBeInTheDocument();
  });
});
