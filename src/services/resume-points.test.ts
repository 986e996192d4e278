/** @jest-environment jsdom */
import { resumePointOf } from './resume-points';

beforeEach(() => localStorage.clear());

it('is kept for each viewer and film, and goes when the film was seen', () => {
  resumePointOf('anna', 'film').write(61.4);
  expect(resumePointOf('anna', 'film').read()).toBe(61);
  expect([resumePointOf('ben', 'film').read(), resumePointOf('anna', 'other').read()]).toEqual([0, 0]);
  resumePointOf('anna', 'film').write(0);
  expect(resumePointOf('anna', 'film').read()).toBe(0);
});

it('forgets the film longest not seen, and what others left in its place', () => {
  for (let film = 0; film < 101; film += 1) resumePointOf('anna', `film ${film}`).write(10);
  expect([resumePointOf('anna', 'film 0').read(), resumePointOf('anna', 'film 100').read()]).toEqual([0, 10]);
  localStorage.setItem('resume_points', '["odd"]');
  expect(resumePointOf('anna', 'film 100').read()).toBe(0);
});
