/** @vitest-environment jsdom */
import { getResumePoint } from './resume-points';

beforeEach(() => localStorage.clear());

it('a position is saved per viewer and video, and removed at the end of the video', () => {
  getResumePoint('anna', 'film').write(61.4);
  expect(getResumePoint('anna', 'film').read()).toBe(61);
  expect([getResumePoint('ben', 'film').read(), getResumePoint('anna', 'other').read()]).toEqual([0, 0]);
  getResumePoint('anna', 'film').write(0);
  expect(getResumePoint('anna', 'film').read()).toBe(0);
});

it('the least recently watched video is dropped, and so are invalid stored values', () => {
  for (let film = 0; film < 101; film += 1) getResumePoint('anna', `film ${film}`).write(10);
  expect([getResumePoint('anna', 'film 0').read(), getResumePoint('anna', 'film 100').read()]).toEqual([0, 10]);
  localStorage.setItem('resume_points', '["odd"]');
  expect(getResumePoint('anna', 'film 100').read()).toBe(0);
});
