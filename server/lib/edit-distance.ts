/** True if one letter is wrong, missing or extra, or two neighbors are swapped. False for equal words. */
export function isOneEditApart(one: string, other: string): boolean {
  const [a, b] = [Array.from(one), Array.from(other)];
  while (a.length > 0 && a[0] === b[0]) {
    a.shift();
    b.shift();
  }
  while (a.length > 0 && a.at(-1) === b.at(-1)) {
    a.pop();
    b.pop();
  }
  if (a.length === 2 && b.length === 2) return a[0] === b[1] && a[1] === b[0];
  return a.length <= 1 && b.length <= 1 && a.length + b.length > 0;
}
