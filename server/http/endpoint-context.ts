import type { CaptchaForm } from '@contract/base/define';
import type { AdmitContext } from './authorize-request';
import type { CallKind, RunInTurn } from './call-turns';
import type { ConsumeRateLimit, RateClass } from './rate-limits';
import type { UploadBudget } from './upload-budget';

/** Promises R-10. */
interface CallLimits {
  /** From the first byte of the request to the first byte of its response. */
  callMs: number;
  /** Like `callMs`, for requests with files. */
  uploadMs: number;
  stallMs: number;
}

export interface EndpointContext extends AdmitContext {
  /** @throws AppError CAPTCHA_REQUIRED, CAPTCHA_FAILED */
  verifyCaptcha(
    form: CaptchaForm,
    token: string | undefined,
    ip: string,
    consumeRateLimit: ConsumeRateLimit,
  ): Promise<void>;
  needsCaptcha(form: CaptchaForm): Promise<boolean>;
  limits: CallLimits;
  uploadBudget: UploadBudget;
  /** @throws AppError UPLOAD_QUOTA */
  takeUploadBytes(caller: string, bytes: number): Promise<void>;
  tmpDir: string;
  /** @returns undefined if requests of this class are not queued */
  getTurns(rateClass: RateClass, kind: CallKind): RunInTurn | undefined;
  /** Finds the account of a login by password or phone from a device it has used before; null for other devices. */
  findOwner(login: object): Promise<string | null>;
}
