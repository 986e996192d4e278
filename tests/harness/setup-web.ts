import '@testing-library/jest-dom';
import { format } from 'node:util';

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
