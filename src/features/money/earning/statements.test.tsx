import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { ApiError } from '@/services/api-error';
import { saveFrom } from '@/services/save-file';
import { renderWithStore, settle, storeForTest, type Answers } from '../../../../tests/harness/render-with-store';
import { StatementList } from './components/statement-list';
import { statementsFeature, statementsRequested } from './statements-feature';

vi.mock('@/services/save-file', () => ({ saveFrom: vi.fn() }));

const periods = ['2026', '2026-11', '2026-10', '2026-09', '2026-08', '2026-07'].map((period) => {
  return { period, isComplete: !['2026', '2026-11'].includes(period) };
});

async function show(answers: Answers, extensions?: string[]) {
  const given = storeForTest({
    features: [statementsFeature],
    answers: { listStatements: () => ({ data: periods }), ...answers },
    user: { isPerformer: true } as object,
    ...(extensions && { extensions }),
  });
  renderWithStore(<StatementList />, { given });
  await act(async () => {
    given.store.dispatch(statementsRequested());
    await settle();
  });
  return given;
}

describe('statements', () => {
  it('are listed by year and month: first only the newest, then all', async () => {
    await show({});
    expect(screen.getByRole('heading', { name: 'Statements' })).toBeVisible();
    expect(screen.getAllByRole('row')).toHaveLength(5);
    expect(screen.getByRole('row', { name: /Year 2026.*So far/ })).toBeInTheDocument();
    expect(screen.getByRole('row', { name: /^October 2026/ })).not.toHaveTextContent('So far');
    await userEvent.click(screen.getByRole('button', { name: 'Show all 6' }));
    expect(screen.getAllByRole('row')).toHaveLength(7);
    expect(screen.queryByRole('button', { name: /Show all/ })).toBeNull();
  });

  it('are downloaded as the requested file', async () => {
    const { calls } = await show({
      getStatementFile: () => ({ url: 'https://api.test/papers/statement/me/2026-10.csv?e=1&s=2' }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'CSV for October 2026' }));
    await act(settle);
    expect(calls.at(-1)).toMatchObject({
      name: 'getStatementFile',
      input: { params: { period: '2026-10' }, query: { format: 'csv' } },
    });
    expect(saveFrom).toHaveBeenCalledWith('https://api.test/papers/statement/me/2026-10.csv?e=1&s=2');
    expect(screen.getByRole('button', { name: 'PDF for Year 2026' })).toBeEnabled();
  });

  it('can be requested again after a failed download', async () => {
    let asked = 0;
    await show({
      listStatements: () => {
        asked += 1;
        if (asked === 1) throw new ApiError(500, { statusCode: 500, message: 'No', error: 'INTERNAL' });
        return { data: periods };
      },
    });
    await act(async () => {
      screen.getByRole('button', { name: /try again/i }).click();
      await settle();
    });
    expect(screen.getByRole('row', { name: /November 2026/ })).toBeInTheDocument();
  });

  it('are hidden before the first sale, and on a backend without them', async () => {
    await show({ listStatements: () => ({ data: [] }) });
    expect(screen.queryByRole('heading')).toBeNull();
    const { calls } = await show({}, ['pendingBalance']);
    expect(screen.queryByRole('heading')).toBeNull();
    expect(calls).toEqual([]);
  });
});
