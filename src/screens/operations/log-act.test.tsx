import { render } from '@testing-library/react';
import { LogAct } from './log-act';

it('a line of the log names a job as the page of jobs does', () => {
  const { container } = render(
    <LogAct
      line={{
        _id: '18',
        at: '2026-11-29T10:00:00.000Z',
        operatorId: 'o1',
        operatorName: 'Ada',
        role: 'owner',
        via: 'console',
        act: 'job.retried',
        subjectKind: 'job',
        subjectId: 'j1',
        subjectName: '',
        amount: null,
        details: { name: 'sweep' },
        hash: 'ab12',
      }}
    />,
  );
  expect(container).toHaveTextContent('retried the job “Hourly clean-up”');
});
