import { needsSession } from './session-for-files';

it.each([
  ['of the site’s own origin', '/media/1/captions', false],
  ['of another port of its host', 'http://localhost:3001/media/1/captions', true],
  ['of another host, which may lead to a bucket', 'https://api.test/media/1/captions', false],
])('a request for a file %s', (_where, address, isSent) => {
  expect(needsSession(address)).toBe(isSent);
});
