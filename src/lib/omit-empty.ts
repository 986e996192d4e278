type Filled<T> = { [Name in keyof T]?: Exclude<T[Name], '' | null | undefined> };

export const omitEmpty = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ) as Filled<T>;

const isEmpty = (value: unknown): boolean =>
  value === '' || value === null || value === undefined || (Array.isArray(value) && value.length === 0);

/** Drops fields that are and were empty: an empty text is sent only to clear a value. */
export const pickChanged = <T extends object>(fields: T, before: object | null | undefined): Partial<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(
      ([name, value]) => !isEmpty(value) || !isEmpty((before as Record<string, unknown> | null | undefined)?.[name]),
    ),
  ) as Partial<T>;

export function withQuery(path: string, { page = 1, ...parts }: { page?: number; [name: string]: unknown }): string {
  const filled = omitEmpty({ ...parts, page: page > 1 ? page : null }) as Record<string, string>;
  const query = new URLSearchParams(filled).toString();
  return query === '' ? path : `${path}?${query}`;
}
