/** Like `Map.groupBy`, which some supported runtimes lack. */
export function groupBy<T, K>(entries: readonly T[], getKey: (entry: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const entry of entries) {
    const key = getKey(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}
