import { openLiveEngine, type LiveEngine } from '../../tests/harness/live-engine';
import { endLivePeers } from '../../tests/harness/live-peers';

let engine: LiveEngine;
beforeAll(async () => {
  engine = await openLiveEngine([]);
});
afterAll(async () => {
  await engine.close();
  endLivePeers();
});

describe('the people whom the embedded engine has connected', () => {
  it('are gone after a crash, and listed again once they reconnect', async () => {
    await engine.connectViewer('a');
    await engine.connectViewer('b');
    expect(await engine.gateway.listConnected()).toHaveLength(2);
    process.kill(engine.gateway.getEnginePid()!, 'SIGKILL');
    await vi.waitUntil(() => engine.failures.length > 0, { timeout: 10_000 });
    expect(await engine.gateway.listConnected()).toEqual([]);
    await engine.connectViewer('a');
    expect(await engine.gateway.listConnected()).toEqual([{ sessionId: 'show', viewer: 'a' }]);
  });
});
