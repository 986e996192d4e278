import { parseEnv } from '../env';
import { createFailures } from '../log/failures';
import { createLogger } from '../log/logger';
import { openRedis } from './connect-redis';

const shared = { DATABASE_URL: 'postgres://db.test/site', APP_SECRET: 'the same everywhere' };
const failures = createFailures(createLogger('silent'));

describe('REDIS_URL', () => {
  it('is not needed', () => {
    expect(openRedis(parseEnv({ APP_SECRET: 'x' }), failures)).toBeNull();
  });

  it('needs a database and a secret that all processes share', () => {
    const REDIS_URL = 'redis://redis.test:6379';
    for (const lacking of [{}, { ...shared, DATABASE_URL: '' }, { DATABASE_URL: shared.DATABASE_URL }])
      expect(() => parseEnv({ REDIS_URL, ...lacking })).toThrow('REDIS_URL: set DATABASE_URL and APP_SECRET too');
    expect(parseEnv({ REDIS_URL, ...shared }).REDIS_URL).toBe(REDIS_URL);
  });

  it.each(['localhost:6379', 'http://redis.test', 'redis://'])('cannot be %s', (REDIS_URL) => {
    expect(() => parseEnv({ REDIS_URL, ...shared })).toThrow('REDIS_URL: must be an address');
  });
});
