import type { EndpointSchema, Route } from './base/define';
import type { ErrorCode } from './base/errors';
import { findKeyScope } from './key-access';

/** Any call can end so. */
const always: readonly ErrorCode[] = [
  'TOO_MANY_REQUESTS',
  'TOO_SLOW',
  'UNAVAILABLE',
  'INTERNAL',
  'COUNTRY_BLOCKED',
  'MAINTENANCE',
];

/** Refusals of files while they arrive. */
const uploadRefusals: readonly ErrorCode[] = [
  'PAYLOAD_TOO_LARGE',
  'BODY_TOO_SLOW',
  'UPLOAD_QUOTA',
  'FILM_QUOTA',
  'UPLOAD_SHARE',
  'UPLOADS_FULL',
  'STORAGE_FULL',
  'INVALID_OR_MISSING_FILE',
  'INVALID_IMAGE',
  'NO_FILE',
];

/** All errors of a call: those of its schema, and those that follow from its route. */
export function listRefusals(route: Route, { params, query, body, files, errors = [] }: EndpointSchema): ErrorCode[] {
  const { access, method, proved, idempotent, upload, captcha, revised, path } = route;
  const isOpen = access === 'public';
  return [
    ...new Set<ErrorCode>([
      ...(params || query || body || files || /:/.test(path) ? (['VALIDATION_FAILED'] as const) : []),
      ...(isOpen ? [] : (['UNAUTHORIZED', 'TOKEN_EXPIRED', 'ACCOUNT_ERASING'] as const)),
      ...(isOpen ? [] : ([findKeyScope(route) === null ? 'KEY_NOT_ALLOWED' : 'KEY_SCOPE_MISSING'] as const)),
      ...(isOpen || access === 'optional' || access === 'signedIn' ? [] : (['FORBIDDEN_ROLE'] as const)),
      ...(isOpen || method === 'GET' ? [] : (['ACCOUNT_CLOSING'] as const)),
      ...(proved ? (['FRESH_LOGIN_REQUIRED'] as const) : []),
      ...(idempotent ? (['IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_IN_FLIGHT'] as const) : []),
      ...(upload ? uploadRefusals : body ? (['PAYLOAD_TOO_LARGE', 'BODY_TOO_SLOW'] as const) : []),
      ...(captcha
        ? (['CAPTCHA_REQUIRED', 'CAPTCHA_FAILED', ...(upload ? (['CAPTCHA_FIRST'] as const) : [])] as const)
        : []),
      ...(revised ? (['CHANGED_ELSEWHERE'] as const) : []),
      ...errors,
      ...always,
    ]),
  ];
}
