import type { ServerContext } from '../../../../context';
import type { JobData } from '../../../../jobs/job-data';
import type { ItemService } from '../../../content/item/item-service';
import type { PeopleService } from '../../../identity/people/people-service';
import type { ShowRepository } from '../show-repository';

export interface AnnounceDeps extends Pick<ServerContext, 'db' | 'clock'> {
  repository: ShowRepository;
  people: Pick<PeopleService, 'publicViews'>;
  items: Pick<ItemService, 'notifyAudience'>;
}

/** Notifies followers and subscribers once per show, also by mail if they want. Does nothing if the show has already ended. */
export async function announceShow(
  { repository, people, items }: AnnounceDeps,
  { streamId }: JobData['announce-show'],
): Promise<void> {
  const show = await repository.find(streamId);
  if (show?.state !== 'live') return;
  const { performerId, title } = show;
  const host = (await people.publicViews([performerId])).get(performerId);
  await items.notifyAudience(performerId, {
    type: 'stream',
    action: 'live',
    title: `${host?.name || host?.username || 'A creator'} went live`,
    message: title,
    refId: streamId,
    refSource: 'stream',
    reference: { _id: streamId, title, username: host?.username ?? null },
    createdBy: performerId,
  });
}
