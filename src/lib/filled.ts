type Filled<T> = { [Name in keyof T]?: Exclude<T[Name], '' | null | undefined> };

/** The fields that say something: without those that are missing, null or an empty text. */
export const filled = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ) as Filled<T>;

/** An address with the parts of a query that say something; the first page goes without saying. */
export function withQuery(path: string, { page = 1, ...parts }: { page?: number; [name: string]: unknown }): string {
  const said = filled({ ...parts, page: page > 1 ? page : null }) as Record<string, string>;
  const query = new URLSearchParams(said).toString();
  return query === '' ? path : `${path}?${query}`;
}
