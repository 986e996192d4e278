import { continents, countries } from 'countries-list';
import { regions } from './regions';

it('the countries of each region are those of the package `countries-list`', () => {
  for (const { name, codes } of regions) {
    const listed = Object.entries(countries).filter(([, { continent }]) => continents[continent] === name);
    expect(codes).toEqual(listed.map(([code]) => code).toSorted());
  }
  expect(regions).toHaveLength(6);
});
