import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import type { ErrorBody } from '@contract/base/errors';
import type { FailureKind, Failures } from '../log/failures';
import { classifyOutage } from '../db/classify-outage';
import { AppError, ServiceOutage } from '../errors';
import { TurnTooLate } from '../lib/fair-turns';
import { CallTimedOut } from './connection/call-limit';
import { isBodyPending } from './connection/drain-body';
import { HttpRefusal } from './connection/http-server';

/** One sentence per invalid field, such as `price: must be a number`. */
export function validationBody(issues: readonly { path: readonly PropertyKey[]; message: string }[]): ErrorBody {
  const message = issues.map((issue) => [issue.path.map(String).join('.'), issue.message].filter(Boolean).join(': '));
  return { statusCode: 400, message, error: 'Bad Request' };
}

/** Seconds. */
const RETRY_AFTER = 5;

/** Converts timeouts and outages to an AppError. Kind `turn` means a timeout while waiting in the queue. Promises. */
function asRefusal(error: unknown): { kind: FailureKind; name?: string; refusal: AppError } | undefined {
  if (error instanceof ServiceOutage) {
    const refusal = new AppError('UNAVAILABLE', { details: { retryAfterSeconds: RETRY_AFTER } });
    return { kind: 'gateway', name: error.service, refusal };
  }
  const isLate = error instanceof TurnTooLate;
  const outage = isLate || error instanceof CallTimedOut ? 'slow' : classifyOutage(error);
  if (outage === undefined) return undefined;
  const code = outage === 'slow' ? 'TOO_SLOW' : 'UNAVAILABLE';
  const refusal = new AppError(code, { details: { retryAfterSeconds: RETRY_AFTER } });
  return { kind: isLate ? 'turn' : 'database', refusal };
}

/** @param report called for failures on our side: outages, and unexpected errors, which get a 500 without details */
export const createErrorHandler =
  (report: Failures['report']) =>
  (thrown: FastifyError | AppError | Error, request: FastifyRequest, reply: FastifyReply): void => {
    // The client has disconnected. The error has the code of a lost connection, but is not a failure on our side.
    if (request.raw.destroyed && isBodyPending(request.raw))
      return void refuse(request, reply, withReason(400, 'The request body did not arrive completely.'));
    if (thrown instanceof AppError && thrown.code === 'BODY_TOO_SLOW') void reply.header('connection', 'close');
    const later = thrown instanceof AppError ? undefined : asRefusal(thrown);
    const error = later?.refusal ?? thrown;
    const body = toBody(error);
    if (later) report(later.kind, later.name ?? getRoute(request), thrown);
    else if (body.statusCode === 500) report('call', getRoute(request), thrown);
    else if (error instanceof AppError && error.details !== undefined)
      request.log.info({ details: error.details, code: error.code }, 'request rejected');
    const wait = error instanceof AppError && error.retryAfterSeconds;
    if (wait) void reply.header('retry-after', wait);
    void refuse(request, reply, body);
  };

/** The route pattern, without ids, so that failures of one kind are grouped. */
const getRoute = ({ method, routeOptions }: FastifyRequest) => `${method} ${routeOptions.url ?? ''}`;

/** Sends an error body with the request id that is also in the log. Promises F-8. */
export const refuse = (request: FastifyRequest, reply: FastifyReply, body: ErrorBody): FastifyReply =>
  reply
    .status(body.statusCode)
    .headers({ 'x-request-id': request.id, 'cache-control': 'no-store' })
    .send({ ...body, requestId: request.id });

function toBody(error: FastifyError | AppError | Error): ErrorBody {
  if (error instanceof AppError) return error.toBody();
  if (error instanceof HttpRefusal) return withReason(error.statusCode, error.message);
  if (hasZodFastifySchemaValidationErrors(error)) {
    return validationBody(
      error.validation.map((line) => ({
        path: line.instancePath.split('/').filter(Boolean),
        message: line.message ?? 'is not valid',
      })),
    );
  }
  const status = 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  if (status === 413) return new AppError('PAYLOAD_TOO_LARGE').toBody();
  if (status === 429) return new AppError('TOO_MANY_REQUESTS').toBody();
  if (status >= 400 && status < 500) return withReason(status, error.message);
  return new AppError('INTERNAL').toBody();
}

/** For errors that are not in our catalog. Wire contract 1.3. */
const withReason = (statusCode: number, message: string): ErrorBody => ({
  statusCode,
  message,
  error: STATUS_CODES[statusCode],
});

/** Wire contract 1.3. */
export function handleUnknownRoute(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?')[0];
  void refuse(request, reply, { statusCode: 404, message: `Cannot ${request.method} ${path}`, error: 'Not Found' });
}
