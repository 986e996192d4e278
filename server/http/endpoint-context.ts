import type { CaptchaForm } from '@contract/base/define';
import type { AdmitContext } from './authorize-request';
import type { CallKind, RunInTurn } from './call-turns';
import type { ConsumeRateLimit, RateClass } from './rate-limits';
import type { UploadBudget } from './upload-budget';

/** Milliseconds. Promises R-10. */
interface CallLimits {
  /** From the first byte of a call to the first of its answer. */
  callMs: number;
  /** The same for calls that take files. */
  uploadMs: number;
  /** How long an upload can be stalled. */
  stallMs: number;
}

export interface EndpointContext extends AdmitContext {
  /** For forms that ask for a captcha. @throws AppError CAPTCHA_REQUIRED, CAPTCHA_FAILED */
  verifyCaptcha(
    form: CaptchaForm,
    token: string | undefined,
    ip: string,
    consumeRateLimit: ConsumeRateLimit,
  ): Promise<void>;
  /** Whether the site asks for a captcha in a form. */
  needsCaptcha(form: CaptchaForm): Promise<boolean>;
  limits: CallLimits;
  uploadBudget: UploadBudget;
  /** Counts uploaded bytes. @throws AppError UPLOAD_QUOTA */
  takeUploadBytes(caller: string, bytes: number): Promise<void>;
  /** For uploads until they are stored. */
  tmpDir: string;
  /** Undefined for classes of calls that do not wait for turns. */
  getTurns(rateClass: RateClass, kind: CallKind): RunInTurn | undefined;
  /** The account of a log-in by password or phone from a device that has logged in to it before; null for strangers. */
  findOwner(login: object): Promise<string | null>;
}
