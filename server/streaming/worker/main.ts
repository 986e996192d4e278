import { getMessage } from '../../lib/error';
import type { ConnectRequest, EngineConfig, EngineReply, EngineRequest } from '../engine-messages';
import { createDiskRoom } from '../../lib/disk-room';
import { UnusableOffer } from './offer';
import { Session } from './session';

/** Problems are reported at most this often, since write errors repeat with each segment. */
const PROBLEM_INTERVAL_MS = 60_000;

/**
 * The engine process. It has no secrets and no database. If native code crashes, it ends only this process and no API request.
 * The process ends with its parent.
 */
function main(): void {
  const config = JSON.parse(process.argv[2] ?? '{}') as EngineConfig;
  const sessions = new Map<string, Session>();
  let problemAt = -Infinity;
  const say = (reply: EngineReply) => {
    if (process.connected) process.send?.(reply);
  };
  const onError = (error: unknown) => {
    if (performance.now() - problemAt < PROBLEM_INTERVAL_MS) return;
    problemAt = performance.now();
    say({ type: 'problem', message: getMessage(error) });
  };
  const disk = createDiskRoom({ dir: config.dataDir, now: () => performance.now(), onProblem: onError });
  const onViewers = () => {
    const count = [...sessions.values()].reduce((sum, { viewerCount }) => sum + viewerCount, 0);
    say({ type: 'viewers', count });
  };

  function getSession(sessionId: string): Session {
    const known = sessions.get(sessionId);
    if (known) return known;
    const onHost = (isConnected: boolean, hasSegments: boolean) =>
      say({ type: 'host', sessionId, isConnected, hasSegments });
    const takeRoom = (bytes: number) => disk.take('rendition', bytes);
    const session = new Session({ id: sessionId, config, takeRoom, onHost, onViewers, onError });
    sessions.set(sessionId, session);
    return session;
  }

  async function connect({ id, ...request }: { id: number } & ConnectRequest): Promise<void> {
    try {
      say({ type: 'connected', id, sdp: await getSession(request.sessionId).connect(request) });
    } catch (error) {
      // Our own errors, as from reading files, have a code. Native code throws plain errors for offers that it cannot parse.
      const isTheirs = error instanceof UnusableOffer || !(error instanceof Error && 'code' in error);
      say({ type: 'refused', id, message: getMessage(error), isTheirs });
    }
  }

  async function end({ id, sessionId }: { id: number; sessionId: string }): Promise<void> {
    const session = sessions.get(sessionId);
    sessions.delete(sessionId);
    await session?.close();
    onViewers();
    say({ type: 'ended', id });
  }

  process.on('message', (request: EngineRequest) => {
    if (request.type === 'connect') void connect(request);
    else if (request.type === 'remove') sessions.get(request.sessionId)?.remove(request.viewer);
    else void end(request).catch(onError);
  });
  // Ctrl-C reaches all processes of a terminal; this one stops when its parent disconnects.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.on('disconnect', () => {
    void Promise.allSettled([...sessions.values()].map((session) => session.close())).then(() => process.exit(0));
  });
}

main();
