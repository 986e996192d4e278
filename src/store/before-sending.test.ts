import { ApiError, OFFLINE_TEXT } from '@/services/api-error';
import { runBeforeSending } from './before-sending';

function* failWith(error: Error): Generator<unknown, never> {
  yield 'a question';
  throw error;
}
const run = (error: Error) => () => [...runBeforeSending(failWith(error))];

it('says of a form that it was not sent, where what it asks first finds no network', () => {
  expect(run(new ApiError(0, { message: OFFLINE_TEXT }))).toThrow('You’re offline. Nothing was sent.');
  const refused = new ApiError(422, { message: 'No.' });
  expect(run(refused)).toThrow(refused);
});
