import { routes } from '@contract/index';
import type { Route } from '@contract/base/define';
import type { EndpointName } from '@contract/schemas';

export interface TestCall {
  params?: Record<string, string | number>;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Multipart files by field name; `body` is sent as text fields. */
  files?: Record<string, { content: Buffer | Uint8Array; name?: string; type?: string }>;
  headers?: Record<string, string>;
  as?: string;
}

interface EncodedCall {
  method: Route['method'];
  url: string;
  headers: Record<string, string>;
  body: string | Buffer | undefined;
}

export async function encodeCall(name: EndpointName, input: TestCall = {}): Promise<EncodedCall> {
  const route: Route = routes[name];
  const url = route.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(input.params?.[key] ?? `:${key}`));
  const { body, headers } = await encodeBody(input);
  return {
    method: route.method,
    url: `${url}${encodeQuery(input.query)}`,
    headers: { ...(input.as !== undefined && { authorization: input.as }), ...headers, ...input.headers },
    body,
  };
}

function encodeQuery(query: Record<string, unknown> = {}): string {
  const pairs = Object.entries(query).flatMap(([key, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((one) => one !== undefined)
      .map((one) => `${encodeURIComponent(key)}=${encodeURIComponent(String(one))}`),
  );
  return pairs.length > 0 ? `?${pairs.join('&')}` : '';
}

async function encodeBody({
  body,
  files,
}: TestCall): Promise<{ body: string | Buffer | undefined; headers: Record<string, string> }> {
  if (files) {
    const form = new FormData();
    for (const [key, value] of Object.entries((body ?? {}) as Record<string, unknown>)) {
      for (const one of Array.isArray(value) ? value : [value]) form.append(key, String(one));
    }
    for (const [field, { content, name = 'file', type = 'application/octet-stream' }] of Object.entries(files)) {
      form.append(field, new Blob([new Uint8Array(content)], { type }), name);
    }
    const encoded = new Response(form);
    return {
      body: Buffer.from(await encoded.arrayBuffer()),
      headers: { 'content-type': encoded.headers.get('content-type') ?? '' },
    };
  }
  if (body === undefined) return { body: undefined, headers: {} };
  return { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
}
