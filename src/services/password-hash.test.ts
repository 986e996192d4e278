import { webcrypto } from 'node:crypto';
import { publicEnvElementId } from '@/config/env';

/** Loads fresh modules, because the environment in the page is read only once. */
async function hashBy(clientPasswordHash: string, password: string): Promise<string> {
  document.body.innerHTML = `<script id="${publicEnvElementId}" type="application/json">${JSON.stringify({ clientPasswordHash })}</script>`;
  vi.resetModules();
  const { toSentPassword } = await import('./password-hash');
  return toSentPassword(password);
}

beforeAll(() => {
  Object.defineProperty(globalThis.crypto, 'subtle', { value: webcrypto.subtle, configurable: true });
});

describe('wire 6: passwords hashed in the browser', () => {
  it('are hashed like those of compatible front ends', async () => {
    expect(await hashBy('md5', 'demo-password')).toBe('4b4d9529148d8d9440d7e20c78287f69');
    expect(await hashBy('md5', 'größe')).toMatch(/^[0-9a-f]{32}$/);
  });

  it('can be hashed with SHA-256', async () => {
    expect(await hashBy('sha256', 'abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });
});
