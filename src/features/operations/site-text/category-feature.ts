import { siteTextRoutes } from '@contract/operations/site-text-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { referenceRoutes } from '@contract/site/reference-routes';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type Category = EndpointData<'listCategories'>[number];

declare module '@/store/state' {
  interface StoreState {
    siteCategories: LoadedData<Category[]>;
  }
}

export const siteCategories = createLoadedData<Category[]>({
  name: 'siteCategories',
  select: (state) => state.siteCategories,
  load: () => callEndpoint(referenceRoutes.listCategories),
  reloadOn: actDone,
});

export const saveCategory = (slug: string, body: EndpointInput<'saveCategory'>['body']): Act =>
  buildAct(siteTextRoutes.saveCategory, { params: { slug }, body }, `“${body.name}” saved`);

export const categoryFeature: Feature = {
  name: 'siteCategories',
  reducer: siteCategories.reducer,
  saga: siteCategories.saga,
};
