import type { z } from 'zod';

/** A reply whose JSON was written before it came here, by the schemas of the contract: it goes out as it is. */
export class WrittenReply {
  constructor(readonly body: Buffer) {}
}

/**
 * A page of a list in its envelope, as `{ data, total }`.
 *
 * @param items the JSON of each entry, with commas between them.
 */
export const writePage = (items: string, total: number): WrittenReply =>
  new WrittenReply(Buffer.from(`{"status":0,"data":{"data":[${items}],"total":${total}}}`));

/** Writes values by a schema: what it names goes out, anything else is dropped. @throws ZodError when one does not fit. */
export const writerOf =
  <T extends z.ZodType>(schema: T) =>
  (value: z.input<T>): string =>
    JSON.stringify(schema.parse(value));
