import { ApiError, toFailure } from './api-error';

/** Specification 8. */
const fallbackErrorText = 'Something went wrong, please try again later';

describe('ApiError', () => {
  it.each<[string, unknown, string]>([
    ['the message', { statusCode: 422, message: 'Not enough' }, 'Not enough'],
    ['a message nested in the message', { message: { statusCode: 403, message: 'Not yours' } }, 'Not yours'],
    [
      'the sentences of a rejected form, without its field names',
      { message: ['email: is taken', 'Be kind'] },
      'is taken. Be kind',
    ],
    ['the fallback for a body without a message', { statusCode: 500 }, fallbackErrorText],
    ['the fallback for an empty message', { message: '' }, fallbackErrorText],
    ['the fallback for an empty list', { message: [] }, fallbackErrorText],
    ['the fallback for a body that is no JSON', '<html>', fallbackErrorText],
    ['the fallback for no body', undefined, fallbackErrorText],
  ])('uses %s', (_what, body, text) => {
    expect(new ApiError(500, body).message).toBe(text);
  });

  it('knows whether the message came from the server', () => {
    expect(new ApiError(422, { message: fallbackErrorText }).hasOwnMessage).toBe(true);
    expect(new ApiError(422, {}).hasOwnMessage).toBe(false);
  });

  it('finds the issue of a field, not of one with the same prefix', () => {
    const error = new ApiError(400, { message: ['email: is taken', 'emailAgain: differs'] });
    expect(error.getIssue('email')).toBe('is taken');
    expect(error.getIssue('name')).toBeUndefined();
  });
});

describe('toFailure', () => {
  it('keeps only serializable fields', () => {
    const failure = toFailure(new ApiError(422, { error: 'EMAIL_TAKEN', message: ['email: is taken'] }));
    expect(failure).toEqual({ status: 422, code: 'EMAIL_TAKEN', message: 'is taken', issues: ['email: is taken'] });
    expect(toFailure(new ApiError(404, {}))).toEqual({ status: 404, message: fallbackErrorText });
  });

  it.each([
    ['a guard', 403, { message: 'Forbidden resource', error: 'Forbidden' }, 'Please login!'],
    ['a router', 404, { message: 'Cannot POST /x', error: 'Not Found' }, 'This site does not offer that.'],
    ['a rule', 403, { message: 'You have been blocked', error: 'FORBIDDEN' }, 'You have been blocked'],
    ['a missing item', 404, { message: 'No such post', error: 'ENTITY_NOT_FOUND' }, 'No such post'],
  ])('shows users a readable text, with an error of %s', (_whose, status, body, text) => {
    expect(toFailure(new ApiError(status, { statusCode: status, ...body })).message).toBe(text);
  });

  it('replaces the message of a programming error', () => {
    expect(toFailure(new TypeError('x is undefined'))).toEqual({ status: 0, message: fallbackErrorText });
  });
});
