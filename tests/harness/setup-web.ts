import '@testing-library/jest-dom';
import { format } from 'node:util';
import { configure } from '@testing-library/dom';

// Elements may take as long as the whole test, because the machine may be busy.
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

afterEach(() => window.sessionStorage.clear());

/** Where a sheet may show buttons and errors. Comments are a list with a form in each row. */
const allowedPlaces = '[data-foot], [data-wrong], [data-thread]';

/** All feedback in a sheet must be visible: in its sticky foot or beside a field. Failed loads have their own button. */
afterEach(() => {
  const outside = 'dialog[open] :is(button[type="submit"], [role="alert"]:not(:has(button)))';
  const lost = [...document.querySelectorAll(outside)].filter((element) => !element.closest(allowedPlaces));
  if (lost.length > 0)
    throw new Error(`Move these into the sheet's FormFoot: ${lost.map((one) => one.outerHTML).join('\n')}`);
});

/** Unexpected warnings fail the test. Tests mock those that they expect. */
afterEach(() => {
  if (noise.length > 0) throw new Error(`Unexpected output:\n${noise.join('\n')}`);
});
