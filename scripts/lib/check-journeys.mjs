/** Files that may set the value of a field at once: the helpers that say why. */
const mayFill = new Set(['e2e/fixtures.ts']);

/**
 * Journeys write by keys (`type` of e2e/fixtures.ts): `fill` sets a value at once, and passes where nobody could type.
 *
 * @param {Iterable<[file: string, source: string]>} sources paths from the root with `/`
 * @returns {string[]} one line for each finding
 */
export function checkJourneys(sources) {
  return [...sources].flatMap(([file, source]) => {
    if (!file.startsWith('e2e/') || mayFill.has(file)) return [];
    return source
      .split('\n')
      .flatMap((line, index) =>
        /\.fill\(/.test(line) ? [`${file}:${index + 1}: journeys press keys: use type() of e2e/fixtures.ts`] : [],
      );
  });
}
