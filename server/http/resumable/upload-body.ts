import { Transform } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { limits } from '@contract/base/limits';
import { AppError } from '../../errors';
import { watchConnection } from '../upload-watch';
import type { EndpointContext } from '../endpoint-context';
import type { UploadCallState } from './tus-server';

/** Opens the body, limited by the caller's budget and a minimum speed. If it is cut short, `state.refusal` has the reason. */
export function openUploadBody(
  request: FastifyRequest,
  state: UploadCallState,
  { uploadBudget, limits: { stallMs } }: Pick<EndpointContext, 'uploadBudget' | 'limits'>,
): { stream: Transform; close(): void } {
  const end = (reason: AppError, error: Error = reason) => {
    state.refusal ??= reason;
    stream.destroy(error);
  };
  const caller = { accountId: state.actor.id, ip: request.ip };
  // Without a length, the body may be as long as the longest film.
  const most = Number(request.headers['content-length'] ?? limits.videoBytes);
  const share = uploadBudget.begin(caller, { most, onEnd: (reason) => end(reason) });
  const connection = watchConnection(request, stallMs);
  const stream = new Transform({
    // Counts bytes as they arrive: bytes that are only announced must not reserve space.
    transform(chunk: Buffer, _encoding, done) {
      try {
        share.add(chunk.length);
        done(null, chunk);
      } catch (error) {
        state.refusal = error as AppError;
        done(state.refusal);
      }
    },
  });
  // Ignored here, because the reader of the stream gets the error too.
  stream.on('error', () => undefined);
  connection.broken.catch((error: Error) => {
    const message = 'Your connection is too slow. What has arrived is kept.';
    end(new AppError('BODY_TOO_SLOW', { message }), error);
  });
  return {
    stream,
    close() {
      connection.stop();
      share.end();
      stream.destroy();
    },
  };
}
