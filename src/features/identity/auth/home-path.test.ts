import { getHomePath } from './home-path';

describe('where an account goes after log-in', () => {
  const both = { _id: '1', email: 'a@example.test', username: 'ada' };
  it.each([
    ['a complete fan', { ...both, isPerformer: false }, '/home'],
    ['a fan without a username', { ...both, username: null, isPerformer: false }, '/user/account'],
    ['a fan without an e-mail', { ...both, email: '', isPerformer: false }, '/user/account'],
    ['a complete creator', { ...both, isPerformer: true }, '/ada'],
    ['a creator without an e-mail', { ...both, email: undefined, isPerformer: true }, '/creator/account'],
    ['a creator without a username', { ...both, username: '', isPerformer: true }, '/creator/account'],
  ])('%s', (_who, user, path) => {
    expect(getHomePath(user)).toBe(path);
  });
});
