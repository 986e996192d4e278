import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { addressRoutes } from '@contract/site/address-routes';
import { toastShown } from '@/features/site/ui/ui-slice';
import { toFailure } from '@/services/api-error';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as address from './address-slice';

/** More than an account may have. */
const most = 100;

function* load() {
  try {
    const { data } = yield* callEndpoint(addressRoutes.listAddresses, { query: { limit: most } });
    yield put(address.addressesLoaded(data));
  } catch (error) {
    yield put(address.addressesFailed(toFailure(error)));
  }
}

function* loadForm({ payload: country }: ReturnType<typeof address.addressFormWanted>) {
  if ((yield* selectState(address.selectAddressForm(country))) !== undefined) return;
  try {
    const form = yield* callEndpoint(addressRoutes.getAddressForm, { params: { country } });
    yield put(address.addressFormLoaded({ country, form }));
  } catch {
    // A country without rules, or a backend that has none: the usual fields do.
    yield put(address.addressFormLoaded({ country, form: null }));
  }
}

function* save({ payload: { id, fields } }: ReturnType<typeof address.addressSaved>) {
  try {
    if (id === undefined) yield* callEndpoint(addressRoutes.createAddress, { body: fields });
    else yield* callEndpoint(addressRoutes.updateAddress, { params: { id }, body: fields });
    yield put(address.addressSettled());
    yield put(toastShown({ text: 'Changes saved', tone: 'success' }));
    yield* load();
  } catch (error) {
    yield put(address.addressRefused(toFailure(error)));
  }
}

function* remove({ payload: id }: ReturnType<typeof address.addressDeleted>) {
  try {
    yield* callEndpoint(addressRoutes.deleteAddress, { params: { id } });
  } catch (error) {
    yield put(toastShown({ text: toFailure(error).message, tone: 'error' }));
  }
  yield* load();
}

/** Where things that were bought are sent to. */
export const addressFeature: Feature = {
  name: 'address',
  reducer: address.addressSlice.reducer,
  *saga() {
    yield takeLatest(address.addressesWanted, load);
    yield takeEvery(address.addressFormWanted, loadForm);
    yield takeLeading(address.addressSaved, save);
    yield takeEvery(address.addressDeleted, remove);
  },
};
