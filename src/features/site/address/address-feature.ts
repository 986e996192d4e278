import { put, takeEvery, takeLatest, takeLeading } from 'redux-saga/effects';
import { addressRoutes } from '@contract/site/address-routes';
import { failureShown, savedShown } from '@/features/site/ui/ui-slice';
import { attempt } from '@/store/attempt';
import { callEndpoint, selectState } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import * as address from './address-slice';

/** More than an account may have. */
const most = 100;

const load = attempt(function* () {
  const { data } = yield* callEndpoint(addressRoutes.listAddresses, { query: { limit: most } });
  yield put(address.addressesLoaded(data));
}, address.addressesFailed);

function* loadForm({ payload: country }: ReturnType<typeof address.addressFormWanted>) {
  if ((yield* selectState(address.selectAddressForm(country))) !== undefined) return;
  const form = yield* callEndpoint(addressRoutes.getAddressForm, { params: { country } });
  yield put(address.addressFormLoaded({ country, form }));
}

const save = attempt(function* ({ payload: { id, fields } }: ReturnType<typeof address.addressSaved>) {
  if (id === undefined) yield* callEndpoint(addressRoutes.createAddress, { body: fields });
  else yield* callEndpoint(addressRoutes.updateAddress, { params: { id }, body: fields });
  yield put(address.addressSettled());
  yield put(savedShown());
  yield put(address.addressesWanted());
}, address.addressRefused);

function* remove({ payload: id }: ReturnType<typeof address.addressDeleted>) {
  yield* callEndpoint(addressRoutes.deleteAddress, { params: { id } });
  yield put(address.addressesWanted());
}

/** Where things that were bought are sent to. */
export const addressFeature: Feature = {
  name: 'address',
  reducer: address.addressSlice.reducer,
  *saga() {
    yield takeLatest(address.addressesWanted, load);
    yield takeEvery(
      address.addressFormWanted,
      // A country without rules, or a backend that has none: the usual fields do.
      attempt(loadForm, (_failure, { payload: country }) => address.addressFormLoaded({ country, form: null })),
    );
    yield takeLeading(address.addressSaved, save);
    yield takeEvery(
      address.addressDeleted,
      attempt(remove, (failure) => [failureShown(failure), address.addressesWanted()]),
    );
  },
};
