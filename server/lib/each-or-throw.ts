/** Processes every item, even if some fail. @throws AggregateError of all failures */
export async function eachOrThrow<T>(
  items: readonly T[],
  work: (item: T) => Promise<unknown>,
  { atOnce = 1 }: { atOnce?: number } = {},
): Promise<void> {
  const errors: unknown[] = [];
  const waiting = items.values();
  // Workers share one iterator, from which each takes the next item.
  const worker = async () => {
    for (const item of waiting) await work(item).catch((error: unknown) => errors.push(error));
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
  if (errors.length > 0) throw new AggregateError(errors, `${errors.length} of ${items.length} failed`);
}
