import { ApiError, offlineText } from '@/services/api-error';
import { beforeSending } from './before-sending';

function* failWith(error: Error): Generator<unknown, never> {
  yield 'a question';
  throw error;
}
const run = (error: Error) => () => [...beforeSending(failWith(error))];

it('says of a form that it was not sent, where what it asks first finds no network', () => {
  expect(run(new ApiError(0, { message: offlineText }))).toThrow('You’re offline. Nothing was sent.');
  const refused = new ApiError(422, { message: 'No.' });
  expect(run(refused)).toThrow(refused);
});
