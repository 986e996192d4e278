import { fetchAllRows, fetchFirstRows } from './all-pages';

interface Page {
  data: { _id: string }[];
  total: number;
}

function run<T>(saga: Generator<unknown, T>): T {
  for (;;) {
    const step = saga.next();
    if (step.done) return step.value;
  }
}

/** A list to which a row is added at the start after each page is read. */
function growing() {
  let rows = ['c', 'b', 'a'];
  return function* load({ offset }: { offset: number }): Generator<unknown, Page> {
    const data = rows.slice(offset, offset + 2).map((_id) => ({ _id }));
    const total = rows.length;
    rows = [`new ${total}`, ...rows];
    yield;
    return { data, total };
  };
}

it('fetchAllRows returns each row once if a row is added between two pages', () => {
  expect(run(fetchAllRows(growing())).map(({ _id }) => _id)).toEqual(['c', 'b', 'a']);
  expect(run(fetchFirstRows(3, growing())).data.map(({ _id }) => _id)).toEqual(['c', 'b', 'a']);
});
