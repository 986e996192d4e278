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

/** Where a sheet may answer; comments are a list of their own, with a form in each row. */
const allowedPlaces = '[data-foot], [data-wrong], [data-thread]';

/**
 * Whatever answers a press in a sheet is in view: the buttons that send its forms and the words about a refusal stand in the
 * foot that sticks to its edge, what is wrong with one field beside that field. What did not load has a button of its own.
 */
afterEach(() => {
  const outside = 'dialog[open] :is(button[type="submit"], [role="alert"]:not(:has(button)))';
  const lost = [...document.querySelectorAll(outside)].filter((element) => !element.closest(allowedPlaces));
  if (lost.length > 0)
    throw new Error(`Outside of the sheet's FormFoot: ${lost.map((one) => one.outerHTML).join('\n')}`);
});

/** A warning that nobody expected fails the test; one that is expected is mocked by the test itself. */
afterEach(() => {
  if (noise.length > 0) throw new Error(`Unexpected output:\n${noise.join('\n')}`);
});
