import { mergeLists } from './merge-lists';

const getDate = (row: string) => Number(row.slice(1));
const list = (rows: string[], isEnd = false) => ({ rows, isEnd });

describe('mergeLists', () => {
  it('sorts from newest to oldest, without duplicates', () => {
    const merged = mergeLists([list(['a9', 'a5', 'a1'], true), list(['b8', 'a5', 'b2'], true)], getDate);
    expect(merged).toEqual({ rows: ['a9', 'b8', 'a5', 'b2', 'a1'], waitingFor: [] });
  });

  it('stops at the row before which a list must load more', () => {
    const merged = mergeLists([list(['a9', 'a7']), list(['b8', 'b2'], true), list([], true)], getDate);
    expect(merged).toEqual({ rows: ['a9', 'b8', 'a7'], waitingFor: [0] });
  });

  it('never moves rows when more have been loaded', () => {
    const first = mergeLists([list(['a9', 'a7']), list(['b8', 'b2'])], getDate).rows;
    const second = mergeLists([list(['a9', 'a7', 'a6', 'a1']), list(['b8', 'b2'])], getDate).rows;
    expect(second.slice(0, first.length)).toEqual(first);
    expect(second).toEqual(['a9', 'b8', 'a7', 'a6', 'b2']);
  });

  it('waits for lists that have no rows yet', () => {
    expect(mergeLists([list([]), list(['b8']), list([])], getDate)).toEqual({ rows: [], waitingFor: [0, 2] });
  });
});
