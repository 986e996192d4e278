import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from '../env';
import { createFailures } from '../log/failures';
import { createLogger } from '../log/logger';
import { createStreamingGateway } from './streaming-gateways';

const agora = { AGORA_APP_ID: 'a'.repeat(32), AGORA_APP_CERTIFICATE: 'b'.repeat(32) };
const livekit = { LIVEKIT_URL: 'wss://livekit.test', LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' };

const parse = (keys: Record<string, string>, dataDir = 'data') =>
  parseEnv({ APP_SECRET: 'x', DATA_DIR: dataDir, STREAM_UDP_PORT: '0', ...keys });

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'creator-platform-engine-'));
});
afterEach(() => rm(dataDir, { recursive: true, force: true }));

async function choose(keys: Record<string, string>) {
  const log = createLogger('silent');
  const gateway = createStreamingGateway({
    env: parse(keys, dataDir),
    log,
    failures: createFailures(log),
    now: () => new Date(),
  });
  await gateway.close();
  return [gateway.engine, gateway.agora?.appId ?? null, gateway.livekitUrl];
}

describe('createStreamingGateway', () => {
  it('selects the engine whose keys are configured, else the embedded one', async () => {
    expect(await choose({})).toEqual(['embedded', null, null]);
    expect(await choose(livekit)).toEqual(['livekit', null, 'wss://livekit.test']);
    expect(await choose(agora)).toEqual(['agora', agora.AGORA_APP_ID, null]);
    expect(await choose({ ...agora, ...livekit })).toEqual(['agora', agora.AGORA_APP_ID, null]);
  });

  it.each([
    [{ AGORA_APP_ID: agora.AGORA_APP_ID }, 'AGORA_APP_ID and AGORA_APP_CERTIFICATE'],
    [{ ...agora, AGORA_APP_CERTIFICATE: 'secret' }, 'AGORA_APP_CERTIFICATE: must be 32 hexadecimal digits'],
    [{ ...agora, AGORA_CUSTOMER_ID: 'id' }, 'AGORA_CUSTOMER_ID and AGORA_CUSTOMER_SECRET'],
    [{ ...livekit, LIVEKIT_API_SECRET: '' }, 'LIVEKIT_API_KEY and LIVEKIT_API_SECRET'],
    [{ LIVEKIT_API_KEY: 'key', LIVEKIT_API_SECRET: 'secret' }, 'LIVEKIT_URL and LIVEKIT_API_KEY'],
    [{ ...livekit, LIVEKIT_URL: 'livekit.test' }, 'LIVEKIT_URL: must be an address'],
  ])('rejects incomplete or malformed keys: %j', (keys, message) => {
    expect(() => parse(keys)).toThrow(message);
  });
});
