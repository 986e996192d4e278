import { findControlProblem } from './control-problem';

it.each([
  ['2010-01-01', 'Choose 27 November 2008 or earlier.'],
  ['1899-12-31', 'Choose 1 January 1900 or later.'],
])('the error for the date %s writes the limit in the date format of the site', (value, problem) => {
  const control = document.createElement('input');
  Object.assign(control, { type: 'date', min: '1900-01-01', max: '2008-11-27', value });
  expect(findControlProblem(control)).toBe(problem);
});
