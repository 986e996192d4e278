import { createFakeStreaming } from '../../tests/harness/fake-streaming';
import { AppError } from '../errors';
import { createFailures, type Failure } from '../log/failures';
import { createLogger } from '../log/logger';
import { createHlsFiles } from '../streaming/hls-files';
import type { Recorded } from './streaming';
import { createStreamingNode } from './streaming-node';

describe('the end of a session that another process asks for', () => {
  async function end(error: Error): Promise<Failure[]> {
    const reported: Failure[] = [];
    const failures = createFailures(createLogger('silent'), { onFailure: (failure) => void reported.push(failure) });
    const streaming = createFakeStreaming(createHlsFiles({ dir: '', baseUrl: '', secret: 'secret', now: Date.now }));
    streaming.addRecording({ sessionId: 'show' } as Recorded);
    streaming.onRecorded(async () => {
      throw error;
    });
    const node = createStreamingNode(streaming, { appSecret: 'secret', failures });
    expect(await node?.answers.end({ sessionId: 'show' })).toEqual({});
    await new Promise(setImmediate);
    return reported;
  }

  it('reports a recording that could not be kept, but not one that waits for the quota of tomorrow', async () => {
    expect(await end(new Error('disk full'))).toMatchObject([{ kind: 'gateway', message: 'disk full' }]);
    expect(await end(new AppError('FILM_QUOTA'))).toEqual([]);
  });
});
