import { continents, countries } from 'countries-list';
import { regions } from './regions';

it('lists the countries of each region like the package', () => {
  for (const { name, codes } of regions) {
    const listed = Object.entries(countries).filter(([, { continent }]) => continents[continent] === name);
    expect(codes).toEqual(listed.map(([code]) => code).toSorted());
  }
  expect(regions).toHaveLength(6);
});
