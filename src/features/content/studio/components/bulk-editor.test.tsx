import { act, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { renderWithStore } from '../../../../../tests/harness/render-with-store';
import { newFile, type DraftFile } from '../draft';
import { studioFeature } from '../studio-feature';
import { bulkStoreStarted, draftChanged, filePicked, fileRefused, fileSubmitted } from '../studio-slice';
import { BULK_KEY } from '../studio-state';
import { UPLOAD_START } from '../upload-step';
import { BulkEditor } from './bulk-editor';

beforeEach(() => localStorage.clear());

function show() {
  const shown = renderWithStore(<BulkEditor />, {
    features: [studioFeature],
    user: { _id: 'me', isPerformer: true, verifiedDocument: true } as object,
  });
  const draftFile: DraftFile = {
    ...newFile,
    localId: 'a',
    kind: 'video',
    name: 'kiln.mp4',
    title: 'Kiln',
    size: 10,
    upload: { step: 'failed', reason: null, canRetry: false, fileId: 'f1', ...UPLOAD_START },
  };
  act(() => {
    shown.store.dispatch(filePicked({ slot: 'files', file: new File([], 'kiln.mp4'), draftFile }));
    shown.store.dispatch(draftChanged({ audience: 'sale', price: '12' }));
  });
  return shown;
}

it('price and audience are locked while the videos are being stored', () => {
  const { store } = show();
  const price = () => screen.getByLabelText('Price').closest('[inert]');
  expect(price()).toBeNull();
  act(() => void store.dispatch(bulkStoreStarted({ as: 'published' })));
  expect(price()).not.toBeNull();
  expect(screen.getByLabelText('Title of kiln.mp4').closest('[inert]')).toBeNull();
});

it('a title is locked while its video is being stored, and unlocked after a rejection', async () => {
  const { store } = show();
  const title = screen.getByLabelText('Title of kiln.mp4');
  const place = { key: BULK_KEY, slot: 'files', localId: 'a' } as const;
  act(() => void store.dispatch(bulkStoreStarted({ as: 'published' })));
  act(() => void store.dispatch(fileSubmitted({ place, sent: { title: 'Kiln', before: [] } })));
  await userEvent.type(title, ' gods');
  expect(title).toHaveValue('Kiln');
  act(() => void store.dispatch(fileRefused({ place, refusal: 'Not now.', isAnswered: false })));
  await userEvent.type(title, ' gods');
  expect(title).toHaveValue('Kiln gods');
});

it('M-23: the price of the videos is kept while another audience is chosen', async () => {
  show();
  await userEvent.click(screen.getByRole('radio', { name: /^Subscribers/ }));
  expect(screen.getByText('Anyone can buy it once for $12.00')).toBeVisible();
  await userEvent.click(screen.getByRole('radio', { name: /^For sale/ }));
  expect(screen.getByLabelText('Price')).toHaveValue('12');
});
