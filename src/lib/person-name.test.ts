import { getPersonName } from './person-name';

describe('wire 3.1: what somebody is called', () => {
  it.each([
    [{ name: 'Noor Adeyemi', username: 'noor' }, 'Noor Adeyemi'],
    [{ name: ' ', username: 'noor' }, 'noor'],
    [{ name: '', username: '' }, 'A fan'],
    [undefined, 'A fan'],
    [null, 'Deleted account'],
  ])('%j: %s', (person, name) => expect(getPersonName(person, 'fan')).toBe(name));

  it('tells a creator from a fan', () => expect(getPersonName({}, 'creator')).toBe('A creator'));
});
