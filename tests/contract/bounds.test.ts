import { z } from 'zod';
import type { EndpointSchema } from '@contract/base/define';
import { clientEventSchemas } from '@contract/event-schemas';
import { schemas, type EndpointName } from '@contract/schemas';

interface Node {
  type?: string | string[];
  format?: string;
  pattern?: string;
  maxLength?: number;
  maxItems?: number;
  enum?: unknown[];
  const?: unknown;
  $ref?: string;
  properties?: Record<string, Node>;
  additionalProperties?: Node | boolean;
  items?: Node;
  prefixItems?: Node[];
  anyOf?: Node[];
  oneOf?: Node[];
  allOf?: Node[];
  $defs?: Record<string, Node>;
}

/** True if the pattern limits the length: it is anchored, and has no unbounded repetition. */
const endsSomewhere = (pattern: string) => /^\^.*\$$/s.test(pattern) && !/(?<!\\)[*+]|\{\d+,\}/.test(pattern);

function findBoundless(node: Node, path: string): string[] {
  const inner = [
    ...Object.entries(node.properties ?? {}).map(([key, child]) => [child, `${path}.${key}`] as const),
    ...(typeof node.additionalProperties === 'object' ? [[node.additionalProperties, `${path}.*`] as const] : []),
    ...(node.items ? [[node.items, `${path}[]`] as const] : []),
    ...[...(node.prefixItems ?? []), ...(node.anyOf ?? []), ...(node.oneOf ?? []), ...(node.allOf ?? [])].map((child) => [child, path] as const),
  ]; // prettier-ignore
  const isBounded =
    node.enum !== undefined ||
    node.const !== undefined ||
    node.maxLength !== undefined ||
    (node.pattern !== undefined && endsSomewhere(node.pattern));
  const own = [
    ...(node.type === 'string' && !isBounded ? [path] : []),
    ...(node.type === 'array' && node.maxItems === undefined ? [`${path} (list)`] : []),
  ];
  return [...own, ...inner.flatMap(([child, where]) => findBoundless(child, where))];
}

const read = (schema: z.ZodType) =>
  z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as Node;

describe('F-10: every text and list of a request has a maximum', () => {
  const requests = Object.entries<EndpointSchema>(schemas).flatMap(([name, { params, query, body }]) =>
    Object.entries({ params, query, body }).flatMap(([part, schema]) =>
      schema ? [[`${name} ${part}`, schema] as const] : [],
    ),
  );
  it.each([...requests, ...Object.entries(clientEventSchemas)])('%s', (name, schema) => {
    expect(findBoundless(read(schema), name as EndpointName)).toEqual([]);
  });
});

const isLine = (path: string) =>
  /\.(name|firstName|lastName|username|title|label|tagline|headline|city|holderName)$/.test(path);

interface Part {
  def: {
    type: string;
    shape?: Record<string, z.ZodType>;
    options?: z.ZodType[];
    innerType?: z.ZodType;
    element?: z.ZodType;
    in?: z.ZodType;
  };
}

function findTexts(schema: z.ZodType, path: string): [string, z.ZodType][] {
  const { def } = (schema as unknown as { _zod: Part })._zod;
  if (def.type === 'string') return [[path, schema]];
  const inner = [def.innerType, def.element, def.in, ...(def.options ?? [])].filter((one) => one !== undefined);
  return [
    ...Object.entries(def.shape ?? {}).flatMap(([key, one]) => findTexts(one, `${path}.${key}`)),
    ...inner.flatMap((one) => findTexts(one, path)),
  ];
}

describe('F-10: every name and title is one line of visible characters', () => {
  const bodies = Object.entries<EndpointSchema>(schemas).flatMap(([name, { body }]) =>
    body ? findTexts(body, name) : [],
  );
  const lines = bodies.filter(([path]) => isLine(path) && !path.startsWith('login.'));
  it('some fields are checked', () => expect(lines.length).toBeGreaterThan(20));
  it.each(lines)('%s', (_path, schema) => {
    const read = schema.safeParse('A\u202ed\u200ba\n L\u2066o\0ve');
    expect(read.success ? read.data : 'Ada Love').toBe('Ada Love');
  });
});
