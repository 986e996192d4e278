import type { FastifyRequest } from 'fastify';
import type { CaptchaForm, EndpointSchema } from '@contract/base/define';
import { AppError } from '../errors';
import type { EndpointContext } from './endpoint-context';
import { maxBodyBytes, receiveUpload, type Upload } from './multipart-upload';

/** If the body's length is not announced, the daily quota is charged in steps of this many bytes. */
const QUOTA_STEP_BYTES = 1024 * 1024;

/** @throws AppError PAYLOAD_TOO_LARGE, UPLOAD_QUOTA, UPLOAD_SHARE, CAPTCHA_FIRST, CAPTCHA_FAILED, and those of `receiveUpload` */
export async function receiveFiles(
  request: FastifyRequest,
  { files = {}, captcha }: { files?: EndpointSchema['files']; captcha?: CaptchaForm },
  context: EndpointContext,
): Promise<Upload & { isProven: boolean }> {
  const { takeUploadBytes, limits, tmpDir } = context;
  const accountId = request.call.actor?.id ?? null;
  const caller = accountId ?? request.ip;
  const announced = Number(request.headers['content-length'] ?? 0);
  const most = maxBodyBytes(files);
  if (announced > most) throw new AppError('PAYLOAD_TOO_LARGE');
  // The rest may be text fields, which are not written to disk.
  const expected = Math.max(0, announced - maxBodyBytes({}));
  const ending = new AbortController();
  const onEnd = (reason: AppError) => ending.abort(reason);
  const share = context.uploadBudget.begin({ accountId, ip: request.ip }, { most, expected, onEnd });
  let isProven = false;
  try {
    await takeUploadBytes(caller, announced);
    let taken = announced;
    let received = 0;
    const upload = await receiveUpload(request, files, {
      tmpDir,
      stallMs: limits.stallMs,
      ending: ending.signal,
      async count(bytes) {
        received += bytes;
        if (received > most) throw new AppError('PAYLOAD_TOO_LARGE');
        share.add(bytes);
        for (; received > taken; taken += QUOTA_STEP_BYTES) await takeUploadBytes(caller, QUOTA_STEP_BYTES);
      },
      async onFirstFile(fields) {
        if (captcha === undefined || !(await context.needsCaptcha(captcha))) return;
        const { captcha: solved } = fields;
        if (typeof solved !== 'string') throw new AppError('CAPTCHA_FIRST');
        await context.verifyCaptcha(captcha, solved, request.ip, context.consumeRateLimit);
        isProven = true;
      },
    });
    const discard = () => upload.discard().finally(share.end);
    return { ...upload, isProven, discard };
  } catch (error) {
    share.end();
    throw error;
  }
}
