type Filled<T> = { [Name in keyof T]?: Exclude<T[Name], '' | null | undefined> };

/** The fields that say something: without those that are missing, null or an empty text. */
export const filled = <T extends object>(fields: T): Filled<T> =>
  Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== null && value !== undefined),
  ) as Filled<T>;
