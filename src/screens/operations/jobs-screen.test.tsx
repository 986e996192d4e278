import { act, fireEvent, screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import type { JobName } from '../../../server/jobs/job-data';
import { actFeature } from '@/features/operations/act/act-feature';
import { jobFeature, jobsData, type JobsState } from '@/features/operations/job/job-feature';
import { describeJob, type jobWords } from '@/features/operations/job/job-words';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { JobsScreen } from './jobs-screen';

// The real provider needs the design tokens of the page.
vi.mock('@/components/layout/antd-provider', () => ({
  AntdProvider: ({ children }: { children: ReactNode }) => children,
}));

const failed = {
  _id: 'j1',
  name: 'sweep',
  attempts: 3,
  failedAt: '2026-11-20T10:00:00.000Z',
  requestId: null,
  message: 'the lamp went out',
};
const empty: JobsState = { waiting: 1, failed: [], retried: [], renewals: [], files: [] };

it('says what a retry does, and how it ended', async () => {
  let state: JobsState = { ...empty, failed: [failed] };
  const { store } = renderWithStore(<JobsScreen />, {
    features: [actFeature, jobFeature],
    user: { roles: ['user', 'admin', 'owner'] },
    answers: {
      getJobs: () => state,
      retryJob: () => {
        const { _id, name } = failed;
        const retriedAt = '2026-11-21T10:00:00.000Z';
        const row = { _id, name, operatorName: 'Tess', retriedAt, state: 'done' as const, endedAt: retriedAt };
        state = { ...empty, retried: [row] };
        return { success: true as const };
      },
    },
  });
  await act(async () => {
    store.dispatch(jobsData.requested());
    await settle();
  });
  fireEvent.click(screen.getByText('Retry'));
  const dialog = within(await screen.findByRole('dialog'));
  expect(dialog.getByText('Run “Hourly clean-up” again?')).toBeInTheDocument();
  expect(dialog.getByText(/Running it again removes what has expired/)).toBeInTheDocument();
  await act(async () => {
    fireEvent.click(dialog.getByText('Retry'));
    await settle();
  });
  expect(screen.getByText('Succeeded').closest('tr')?.textContent).toContain('Hourly clean-upTess');
});

it('has words for every job', () => {
  const isComplete: Exclude<JobName, keyof typeof jobWords> extends never ? true : false = true;
  expect(isComplete).toBe(true);
  expect(describeJob('from-an-older-version').label).toBe('from-an-older-version');
});
