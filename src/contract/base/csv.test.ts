import { toCsv } from './csv';

describe('toCsv', () => {
  it('quotes text where needed and writes amounts with two decimals', () => {
    expect(
      toCsv(
        ['What', 'Sum'],
        [
          ['Crane, "large"', -3.5],
          [null, 0],
        ],
      ),
    ).toBe('What,Sum\r\n"Crane, ""large""",-3.50\r\n,0.00\r\n');
  });

  it.each(['=1+1', '+44', '-2', '@sum', '\tx'])('prevents %j from becoming a formula', (text) => {
    expect(toCsv(['a'], [[text]])).toBe(`a\r\n'${text}\r\n`);
  });
});
