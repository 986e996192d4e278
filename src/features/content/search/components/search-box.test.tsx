import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useEffect, useState } from 'react';
import { renderWithStore } from '../../../../../tests/harness/render-with-store';
import { searchFeature } from '../search-feature';
import { SearchBox } from './search-box';

let arrive = (_words: string) => {};

function Page() {
  const [words, setWords] = useState('');
  useEffect(() => void (arrive = (next) => act(() => setWords(next))), []);
  return <SearchBox label="Search" value={words} onSearch={() => undefined} />;
}

it('the search box keeps text typed after Enter, and shows the query of the URL when that changes otherwise', async () => {
  renderWithStore(<Page />, { features: [searchFeature], answers: { suggestSearch: () => ({}) } });
  const field = screen.getByRole('combobox');
  await userEvent.type(field, 'kiln{Enter} go');
  arrive('kiln');
  expect(field).toHaveValue('kiln go');
  arrive('bread');
  expect(field).toHaveValue('bread');
  arrive('kiln');
  expect(field).toHaveValue('kiln');
  arrive('');
  expect(field).toHaveValue('');
});
