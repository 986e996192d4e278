import type { FastifyInstance, FastifyReply } from 'fastify';
import { uploadPurposes } from '@contract/base/upload-purposes';
import { routes } from '@contract/index';
import type { Actor } from '../../access';
import { AppError } from '../../errors';
import { createRunningCounts } from '../../lib/counters';
import { authorizeRequest } from '../authorize-request';
import type { EndpointContext } from '../endpoint-context';
import { handleUploadCall, type UploadRequest } from './handle-upload-call';
import { assertProtocol, PART, UPLOADS_PATH } from './tus-protocol';
import { createTusServer, type TusServerOptions } from './tus-server';
import type { KnownUpload } from './upload-store';

type UploadRoutesContext<Row extends KnownUpload> = TusServerOptions<Row> &
  Omit<EndpointContext, 'verifyCaptcha' | 'needsCaptcha' | 'tmpDir'>;

/** The call that uploads such a file in one request. Its access rules apply here, too. */
const wholeUpload = routes.uploadFeedVideo;
/** Per account and process. Two pages can send three files each, and retry before the server notices a broken connection. */
const MAX_CALLS = 12;

const description = `tus 1.0 (https://tus.io/protocols/resumable-upload), with \`Tus-Resumable: 1.0.0\`.`;
const calls = [
  {
    method: 'POST',
    hasId: false,
    summary: `Start to upload a file in chunks: \`Upload-Length\`, and \`Upload-Metadata\` with filename and purpose, one of ${uploadPurposes.join(', ')}. \`Location\` ends with the id of the upload, which is also that of the file`,
  },
  { method: 'HEAD', hasId: true, summary: 'Get the number of bytes received: `Upload-Offset`' },
  { method: 'PATCH', hasId: true, summary: `Append a chunk at \`Upload-Offset\`, as ${PART}` },
  { method: 'DELETE', hasId: true, summary: 'Cancel the upload and delete its bytes' },
] as const;

/** The tus protocol 1.0. A stored file keeps the id of its upload. Errors have the same format as elsewhere. */
export function registerUploadRoutes<Row extends KnownUpload>(
  http: FastifyInstance,
  context: UploadRoutesContext<Row>,
): void {
  const deps = { ...context, tus: createTusServer(context) };
  const running = createRunningCounts();

  /** Rejects an account's requests beyond the limit before they reach the database. @throws AppError UPLOAD_SHARE */
  async function handler(request: UploadRequest, reply: FastifyReply): Promise<unknown> {
    const actor = request.call.actor as Actor;
    if (running.getCount(actor.id) >= MAX_CALLS)
      throw new AppError('UPLOAD_SHARE', { details: { retryAfterSeconds: 1 } });
    const leave = running.enter(actor.id);
    return handleUploadCall(deps, actor, request, reply).finally(leave);
  }

  void http.register(async (scope) => {
    scope.addHook('onRequest', async (request, reply) => assertProtocol(request, reply));
    // Any other parser would read the body into memory before the caller is authorized.
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser(PART, (_request, _payload, done) => done(null));
    // Chunks count as reads, because the quota counts all bytes of a file when its upload begins.
    scope.addHook('preValidation', (request) =>
      authorizeRequest(request, wholeUpload, context, request.method === 'POST' ? 'upload' : 'read'),
    );
    const { callMs, uploadMs } = context.limits;
    for (const { method, hasId, summary } of calls)
      scope.route<{ Params: { id?: string } }>({
        method,
        handler,
        url: hasId ? `${UPLOADS_PATH}/:id` : UPLOADS_PATH,
        bodyLimit: Number.MAX_SAFE_INTEGER,
        schema: { summary, description },
        config: {
          // HEAD has its own route here, which the OpenAPI document lists.
          swagger: { exposeHeadRoute: true },
          // Even HEAD may have to store the file, which means converting an image or inspecting a video.
          limitMs: method === 'DELETE' ? callMs : uploadMs,
        },
      });
  });
}
