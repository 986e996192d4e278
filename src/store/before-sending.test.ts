import { ApiError, OFFLINE_TEXT } from '@/services/api-error';
import { runBeforeSending } from './before-sending';

function* failWith(error: Error): Generator<unknown, never> {
  yield 'a request';
  throw error;
}
const run = (error: Error) => () => [...runBeforeSending(failWith(error))];

it('runBeforeSending reports that nothing was sent if a request before sending fails offline', () => {
  expect(run(new ApiError(0, { message: OFFLINE_TEXT }))).toThrow('You’re offline. Nothing was sent.');
  const refused = new ApiError(422, { message: 'No.' });
  expect(run(refused)).toThrow(refused);
});
