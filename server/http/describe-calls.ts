import type { SwaggerTransform, SwaggerTransformObject } from '@fastify/swagger';
import { createJsonSchemaTransform } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Access, EndpointSchema, Route } from '@contract/base/define';
import { errorCatalogue, type ErrorCode } from '@contract/base/errors';
import { routes } from '@contract/index';
import { findKeyScope } from '@contract/key-access';
import { listRefusals } from '@contract/refusals';
import { schemas, type EndpointName } from '@contract/schemas';
import { groupBy } from '../lib/group-by';
import { PART, UPLOADS_PATH } from './resumable/tus-protocol';

type JsonObject = Record<string, unknown>;

interface Operation extends JsonObject {
  operationId?: string;
  parameters?: JsonObject[];
  responses?: JsonObject;
  requestBody?: { content?: Record<string, { schema?: unknown }> };
}

/** Characters. */
export const MAX_KEY_LENGTH = 200;

const toJson = createJsonSchemaTransform({ skipList: [] });

/** Names each call of the OpenAPI document as the contract does. */
export const nameCall: SwaggerTransform = (input) => {
  const { schema, url } = toJson(input);
  const { endpoint } = input.route.config ?? {};
  return { url, schema: { ...schema, ...(endpoint && { operationId: endpoint }) } };
};

const isEndpoint = (name: string | undefined): name is EndpointName =>
  name !== undefined && Object.hasOwn(routes, name);

/** Adds to each call of the OpenAPI document what the contract says of it: whom it is for, and how it can end. */
export const describeCalls: SwaggerTransformObject = (input) => {
  if (!('openapiObject' in input)) return input.swaggerObject;
  const { openapiObject: document } = input;
  const tags = new Set<string>();
  for (const [url, item] of Object.entries(document.paths ?? {})) {
    const tag = url.split('/')[1] ?? '';
    tags.add(tag);
    for (const [method, operation] of Object.entries(item ?? {}) as [string, Operation][]) {
      if (url.startsWith(UPLOADS_PATH)) describePart(operation, method);
      else describeCall(operation);
      operation['tags'] = [tag];
    }
  }
  const { components } = document;
  return Object.assign(document, {
    tags: [...tags].sort().map((name) => ({ name })),
    components: { ...components, schemas: { ...components?.schemas, Refusal: refusal } },
  });
};

/** The calls of the tus protocol, which are not in the contract: their bodies are parts of files. */
const uploadCalls: Record<string, { name: string; status: number; done: string }> = {
  post: { name: 'beginUpload', status: 201, done: '`Location` is the address of the upload.' },
  head: { name: 'getUploadOffset', status: 200, done: '`Upload-Offset` says how much has arrived.' },
  patch: { name: 'continueUpload', status: 204, done: '`Upload-Offset` says how much has arrived.' },
  delete: { name: 'endUpload', status: 204, done: 'The parts are removed.' },
};

function describePart(operation: Operation, method: string): void {
  const { name, status, done } = uploadCalls[method] ?? { name: method, status: 200, done: 'Done.' };
  const route = { name, method: 'POST', path: `${UPLOADS_PATH}/:id`, access: 'signedIn', upload: true } as const;
  const call = { summary: '', mark: 'assumed', data: z.null(), errors: ['ENTITY_NOT_FOUND', 'UPLOAD_BUSY'] } as const;
  operation.operationId = name;
  operation['security'] = describeSecurity(route);
  operation.responses = {
    [status]: { description: done },
    '409': { description: 'The offset is another one: ask for it again.' },
    '412': { description: 'Another version of the protocol.' },
    ...describeRefusals(listRefusals(route, call)),
  };
  if (method === 'patch') {
    const schema = { type: 'string', contentMediaType: 'application/octet-stream' };
    operation.requestBody = { content: { [PART]: { schema } } };
  }
}

function describeCall(operation: Operation): void {
  const { operationId: name } = operation;
  if (!isEndpoint(name)) return;
  const route: Route<EndpointName> = routes[name];
  const call: EndpointSchema = schemas[name];
  const { '200': ok, ...others } = operation.responses ?? {};
  operation['summary'] = call.summary;
  operation['description'] = describeRules(route);
  operation['security'] = describeSecurity(route);
  const headers = describeHeaders(route);
  if (headers.length > 0) operation.parameters = [...(operation.parameters ?? []), ...headers];
  operation.responses = {
    ...others,
    '200': { ...(ok as JsonObject), description: 'Done.' },
    ...describeRefusals(listRefusals(route, call)),
  };
  if (route.upload) operation.requestBody = describeForm(call);
}

const audiences: Record<Access, string> = {
  public: 'For everyone.',
  optional: 'For everyone; an account sees what is open to it.',
  signedIn: 'For fans and creators.',
  user: 'For fans.',
  performer: 'For creators.',
  admin: 'For operators.',
};

function describeRules({ access, permission, idempotent, revised, extension, proved }: Route): string {
  return [
    !permission && audiences[access],
    permission && `For operators with the permission ${permission}.`,
    proved && 'The caller must have proved who they are within the last ten minutes: `POST /auth/confirm`.',
    idempotent && 'A repeat with the same `Idempotency-Key` header changes nothing, and gets the first reply.',
    revised && 'Send the `revision` that you saw as `If-Match`.',
    extension && 'Compatible backends lack it.',
  ]
    .filter(Boolean)
    .join(' ');
}

function describeSecurity(route: Route): Record<string, string[]>[] {
  if (route.access === 'public') return [];
  const scope = findKeyScope(route);
  return [
    ...(route.access === 'optional' ? [{}] : []),
    { token: [] },
    ...(scope === null ? [] : [{ apiKey: [scope] }]),
  ];
}

function describeHeaders({ idempotent, revised }: Route): JsonObject[] {
  const toHeader = (name: string, description: string, schema: JsonObject) => ({
    name,
    in: 'header',
    description,
    schema: { type: 'string', ...schema },
  });
  return [
    ...(idempotent ? [toHeader('Idempotency-Key', 'A new one for each payment.', { maxLength: MAX_KEY_LENGTH })] : []),
    ...(revised ? [toHeader('If-Match', 'The revision in quotes.', { pattern: String.raw`^"\d{1,9}"$` })] : []),
  ];
}

/** The fields of a multipart form, and its files. */
function describeForm({ body, files = {} }: EndpointSchema): Operation['requestBody'] {
  const fields = body ? (z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }) as JsonObject) : {};
  const { properties = {}, required = [] } = fields as { properties?: JsonObject; required?: string[] };
  const parts = Object.entries(files).map(([name, { kinds }]) => [
    name,
    { type: 'string', contentMediaType: 'application/octet-stream', description: `A file: ${kinds.join(', ')}.` },
  ]);
  const needed = Object.entries(files).filter(([, file]) => file.required);
  const schema = {
    type: 'object',
    properties: { ...properties, ...(Object.fromEntries(parts) as JsonObject) },
    required: [...required, ...needed.map(([name]) => name)],
  };
  return { content: { 'multipart/form-data': { schema } } };
}

/** One response for each status, with the codes that `error` can have. */
function describeRefusals(codes: readonly ErrorCode[]): JsonObject {
  const content = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } };
  const byStatus = groupBy(codes, (code) => errorCatalogue[code].status);
  return Object.fromEntries(
    [...byStatus].map(([status, these]) => [String(status), { description: these.map(explain).join('\n'), content }]),
  );
}

function explain(code: ErrorCode): string {
  const entry = errorCatalogue[code];
  return `- \`${'error' in entry ? entry.error : code}\`: ${entry.message}`;
}

const refusal = {
  type: 'object' as const,
  required: ['statusCode', 'message'],
  properties: {
    statusCode: { type: 'integer' as const },
    message: {
      description: 'A list of sentences if the input is not valid.',
      anyOf: [{ type: 'string' as const }, { type: 'array' as const, items: { type: 'string' as const } }],
    },
    error: { type: 'string' as const },
    requestId: { type: 'string' as const, description: 'Stands in the log of the server, too.' },
  },
};
