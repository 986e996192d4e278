import { getPersonName } from './person-name';

describe('wire 3.1: account names', () => {
  it.each([
    [{ name: 'Noor Adeyemi', username: 'noor' }, 'Noor Adeyemi'],
    [{ name: ' ', username: 'noor' }, 'noor'],
    [{ name: '', username: '' }, 'A fan'],
    [undefined, 'A fan'],
    [null, 'Deleted account'],
  ])('the name of %j is %s', (person, name) => expect(getPersonName(person, 'fan')).toBe(name));

  it('a creator without a name is called a creator', () => expect(getPersonName({}, 'creator')).toBe('A creator'));
});
