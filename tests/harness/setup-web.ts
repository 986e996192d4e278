import '@testing-library/jest-dom';
import { format } from 'node:util';
import { configure } from '@testing-library/dom';

// What appears is waited for as long as a test may take, not for one second: the machine may be busy with other things.
configure({ asyncUtilTimeout: 20_000 });

const noise: string[] = [];

beforeEach(() => {
  noise.length = 0;
  for (const method of ['error', 'warn'] as const) {
    jest.spyOn(console, method).mockImplementation((...args: unknown[]) => {
      noise.push(`console.${method}: ${format(...args)}`);
    });
  }
});

/** Each test is a tab of its own. */
afterEach(() => window.sessionStorage.clear());

/** A warning that nobody expected fails the test; one that is expected is mocked by the test itself. */
afterEach(() => {
  if (noise.length > 0) throw new Error(`Unexpected output:\n${noise.join('\n')}`);
});
