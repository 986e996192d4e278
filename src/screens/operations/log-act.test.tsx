import { render } from '@testing-library/react';
import { logLine } from '../../../tests/factories/log-line';
import { LogAct } from './log-act';

it('a line of the log names a job as the page of jobs does', () => {
  const retried = logLine({ act: 'job.retried', subjectKind: 'job', subjectName: '', details: { name: 'sweep' } });
  const { container } = render(<LogAct line={retried} />);
  expect(container).toHaveTextContent('retried the job “Hourly clean-up”');
});
