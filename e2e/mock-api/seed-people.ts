import { stamp, type Person, type World } from './state';

export interface NewPerson extends Partial<Omit<Person, 'page'>> {
  isVerified?: boolean;
  page?: Partial<Person['page']>;
}

export function addPerson(world: World, { isVerified = true, page, ...given }: NewPerson): Person {
  const stamps = stamp();
  const username = given.username ?? `person${stamps._id.slice(-8)}`;
  const person: Person = {
    ...stamps,
    isPerformer: false,
    name: [given.firstName, given.lastName].filter(Boolean).join(' '),
    email: `${username}@example.test`,
    password: 'demo-password',
    avatar: '',
    cover: '',
    status: 'active',
    balance: 0,
    verifiedEmail: isVerified,
    blockedCountries: [],
    views: 0,
    ...given,
    username,
    page: {
      monthlyPrice: 9.95,
      yearlyPrice: 95,
      languages: [],
      categoryIds: [],
      verifiedDocument: isVerified,
      ...page,
    },
  };
  world.people.set(person._id, person);
  return person;
}
