import type { z } from 'zod';

/** A reply whose JSON was written before it came here, by the schemas of the contract: it goes out as it is. */
export class WrittenReply {
  constructor(readonly body: Buffer) {}
}

/** What comes to a list is written one by one, so that an entry that many see is written once. */
const comma = Buffer.from(',');

/**
 * A page of a list in its envelope, as `{ data, total }`.
 *
 * @param items the JSON of each entry, in pieces.
 */
export function writePage(items: readonly (readonly Buffer[])[], total: number): WrittenReply {
  const pieces = items.flatMap((item, index) => (index === 0 ? item : [comma, ...item]));
  const [head, tail] = [Buffer.from('{"status":0,"data":{"data":['), Buffer.from(`],"total":${total}}}`)];
  return new WrittenReply(Buffer.concat([head, ...pieces, tail]));
}

/** Writes values by a schema: what it names goes out, anything else is dropped. @throws ZodError when one does not fit. */
export const writerOf =
  <T extends z.ZodType>(schema: T) =>
  (value: z.input<T>): string =>
    JSON.stringify(schema.parse(value));
