import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
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

  it('says so if there is none', async () => {
    await show({ listTakedowns: () => ({ data: [], total: 0 }) });
    expect(screen.getByText('We removed nothing of yours')).toBeInTheDocument();
  });
});
