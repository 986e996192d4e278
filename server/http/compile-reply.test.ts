import { serializerCompiler } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { schemas } from '@contract/schemas';
import { compileReply } from './http-app';

/** Schema types that give different results for parsing and serializing. */
const oneWay = new Set(['transform', 'pipe', 'default', 'prefault', 'catch']);

function* walk(schema: unknown, seen = new Set<unknown>()): Generator<string> {
  if (seen.has(schema) || typeof schema !== 'object' || schema === null) return;
  seen.add(schema);
  if (schema instanceof z.ZodType) {
    yield schema.def.type;
    yield* walk(schema.def, seen);
    // Zod creates a shape when it is first accessed.
    if (schema instanceof z.ZodObject) yield* walk(schema.shape, seen);
    return;
  }
  for (const value of Object.values(schema)) yield* walk(value, seen);
}

/** Creates a value that matches a schema, and puts a secret into every object that must not be sent. */
function fill(schema: unknown): unknown {
  if (schema instanceof z.ZodObject) {
    const known = Object.entries(schema.shape).map(([key, field]) => [key, fill(field)]);
    return { ...Object.fromEntries(known), passwordHash: 'secret' };
  }
  if (schema instanceof z.ZodArray) return [fill(schema.element), fill(schema.element)];
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) return fill(schema.unwrap());
  if (schema instanceof z.ZodUnion) return fill(schema.options[0]);
  if (schema instanceof z.ZodEnum) return schema.options[0];
  if (schema instanceof z.ZodLiteral) return schema.value;
  if (schema instanceof z.ZodBoolean) return true;
  if (schema instanceof z.ZodNumber) return 1;
  return 'a'.repeat(24);
}

const getWriter = (schema: z.ZodType) => compileReply({ schema, method: 'GET', url: '/x' });

describe('compileReply', () => {
  it.each(['listFeeds', 'getFeed', 'listMessages', 'searchPerformers'] as const)(
    '%s: serializes exactly as the type provider does',
    (name) => {
      const schema = z.object({ status: z.literal(0), data: (schemas[name].data as z.ZodType).optional() });
      const reply = { status: 0, data: fill(schemas[name].data) };
      expect(JSON.stringify(reply)).toContain('secret');
      const written = getWriter(schema)(reply);
      expect(written).not.toContain('secret');
      const theirs = serializerCompiler({ schema, method: 'GET', url: '/x' });
      expect(written).toBe(theirs(reply));
    },
  );

  it('throws for a response that does not match', () => {
    expect(() => getWriter(schemas.getFeed.data)({ _id: 'not an id' })).toThrow('match the schema');
  });

  it.each(Object.entries(schemas))(
    '%s: contains no schema type that parses and serializes differently',
    (_name, { data }) => {
      expect([...walk(data)].filter((type) => oneWay.has(type))).toEqual([]);
    },
  );
});
