/** Limited by the database connections that seeding can use, since most of the time is spent waiting. */
const MOST = 8;

export async function someAtATime(work: readonly (() => Promise<void>)[]): Promise<void> {
  const queue = [...work];
  const take = async () => {
    for (let next = queue.shift(); next; next = queue.shift()) await next();
  };
  await Promise.all(Array.from({ length: MOST }, take));
}
