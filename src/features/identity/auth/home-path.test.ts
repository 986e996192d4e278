import { getHomePath } from './home-path';

describe('the home of an account after log-in', () => {
  const both = { _id: '1', email: 'a@example.test', username: 'ada' };
  it.each([
    ['a complete fan', { ...both, isPerformer: false }, '/home'],
    ['a fan without a username', { ...both, username: null, isPerformer: false }, '/user/account'],
    ['a fan without an email', { ...both, email: '', isPerformer: false }, '/user/account'],
    ['a complete creator', { ...both, isPerformer: true }, '/ada'],
    ['a creator without an email', { ...both, email: undefined, isPerformer: true }, '/creator/account'],
    ['a creator without a username', { ...both, username: '', isPerformer: true }, '/creator/account'],
  ])('is correct for %s', (_who, user, path) => {
    expect(getHomePath(user)).toBe(path);
  });
});
