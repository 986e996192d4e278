/** Files that may use `fill`: their helpers document why. */
const mayFill = new Set(['e2e/fixtures.ts']);

/**
 * E2e tests must type with keys (`type` of e2e/fixtures.ts): `fill` sets a value at once, even where a person could not type.
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
