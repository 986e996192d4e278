/** Files that may use `fill`, and explain why. */
const mayFill = new Set(['e2e/fixtures.ts']);

/**
 * Finds e2e tests that set values with `fill` instead of typing with `type` of e2e/fixtures.ts: `fill` works even in fields
 * where a person could not type.
 *
 * @param {Iterable<[file: string, source: string]>} sources paths from the root with `/`
 * @returns {string[]} one line per finding
 */
export function checkJourneys(sources) {
  return [...sources].flatMap(([file, source]) => {
    if (!file.startsWith('e2e/') || mayFill.has(file)) return [];
    return source
      .split('\n')
      .flatMap((line, index) =>
        /\.fill\(/.test(line) ? [`${file}:${index + 1}: tests must press keys: use type() of e2e/fixtures.ts`] : [],
      );
  });
}
