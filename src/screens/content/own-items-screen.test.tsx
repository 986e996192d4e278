import { act, screen } from '@testing-library/react';
import { RouterContext } from 'next/dist/shared/lib/router-context.shared-runtime';
import { useRouter } from 'next/router';
import { useEffect, useState } from 'react';
import { studioFeature } from '@/features/content/studio/studio-feature';
import { renderWithStore, settle } from '../../../tests/harness/render-with-store';
import { OwnItemsScreen } from './own-items-screen';

let go = (_query: Record<string, string>) => {};

function Page() {
  const router = useRouter();
  const [query, setQuery] = useState<Record<string, string>>({ q: 'kiln' });
  useEffect(() => void (go = (next) => act(() => setQuery(next))), []);
  return (
    <RouterContext.Provider value={{ ...router, query }}>
      <OwnItemsScreen kind="feed" />
    </RouterContext.Provider>
  );
}

it('shows in its field what the address looks for, also after the way back', async () => {
  renderWithStore(<Page />, { features: [studioFeature], user: { isPerformer: true } as object });
  await act(settle);
  expect(screen.getByRole('searchbox')).toHaveValue('kiln');
  go({});
  expect(screen.getByRole('searchbox')).toHaveValue('');
});
