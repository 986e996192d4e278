import { siteTextRoutes } from '@contract/operations/site-text-routes';
import type { EndpointData, EndpointInput } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone, buildAct, type Act } from '../act/act-slice';

export type Announcement = EndpointData<'listAnnouncements'>[number];

declare module '@/store/state' {
  interface StoreState {
    announcements: LoadedData<Announcement[]>;
  }
}

export const announcements = createLoadedData<Announcement[]>({
  name: 'announcements',
  select: (state) => state.announcements,
  load: () => callEndpoint(siteTextRoutes.listAnnouncements),
  reloadOn: actDone,
});

export const addAnnouncement = (body: EndpointInput<'addAnnouncement'>['body']): Act =>
  buildAct(siteTextRoutes.addAnnouncement, { body }, 'Shown on Home and Discover');

export const removeAnnouncement = (id: string): Act =>
  buildAct(siteTextRoutes.removeAnnouncement, { params: { id } }, 'Announcement removed');

export const announcementFeature: Feature = {
  name: 'announcements',
  reducer: announcements.reducer,
  saga: announcements.saga,
};
