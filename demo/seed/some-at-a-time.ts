/** Number of database connections to spare: the work waits for disk and database. */
const MOST = 8;

export async function someAtATime(work: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...work];
  const take = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: MOST }, take));
}
