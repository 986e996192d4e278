/** As many as there are connections to spare: the disk and the database are waited for. */
const MOST = 8;

/** Does pieces of work, some at a time. */
export async function someAtATime(work: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...work];
  const take = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: MOST }, take));
}
