import { assertAllowed, isPerformer, type Actor, type Viewer } from '../../../access';
import type { ServerContext } from '../../../context';
import type { ViewCounter } from '../../../db/view-counter';
import { requireFound } from '../../../errors';
import { readPersonBalances } from '../../../ledger/accounts';
import type { FileRow, MediaService } from '../../site/media/media-service';
import { getEarningTerms, type SettingsService } from '../../site/settings/settings-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { PeopleService, PerformerView, PersonRow } from '../people/people-service';
import type { PerformerPageRepository } from './performer-page-repository';
import { presentDetails, presentPerformerMe, type DetailsView, type PerformerMeView } from './performer-presenter';
import { canSeePerformer } from './performer-visibility';

export interface ProfileViewer extends Viewer {
  /** Distinguishes guests when views are counted. */
  ip: string;
}

interface PerformerPageDeps extends Pick<ServerContext, 'db'> {
  people: Pick<PeopleService, 'find' | 'findByKey' | 'getViews'>;
  media: Pick<MediaService, 'find' | 'present' | 'publicUrl'>;
  identity: Pick<IdentityService, 'findFormerOwner'>;
  settings: Pick<SettingsService, 'read'>;
  pages: PerformerPageRepository;
  views: ViewCounter;
}

const GUEST_RELATION = { isBlocked: false, isBookmarked: false, subscription: null };

/**
 * Counts the view, at most once per viewer per day. Decisions 3.
 * @param key id, username or former username
 * @throws AppError ENTITY_NOT_FOUND, also for suspended and unapproved creators, and for fans whom the creator blocks
 */
export async function getPerformerPage(
  deps: PerformerPageDeps,
  key: string,
  viewer: ProfileViewer,
): Promise<DetailsView> {
  const person = (await deps.people.findByKey(key)) ?? (await findByFormerName(deps, key));
  const page = await readPage(deps, person, viewer.actor);
  const { account, performer } = page.row;
  const { blockedCountries, verifiedDocument } = performer;
  const isVisible = canSeePerformer(viewer, { ...account, verifiedDocument, blockedCountries }, page.isBlocked);
  assertAllowed(isVisible, 'ENTITY_NOT_FOUND');
  if (viewer.actor?.id !== account.id) await deps.views.count(account.id, viewer);
  return presentDetails(page);
}

export async function getOwnPerformer(deps: PerformerPageDeps, actor: Actor): Promise<PerformerMeView> {
  assertAllowed(isPerformer(actor));
  const { db, people, media, settings } = deps;
  const [page, balances, site] = await Promise.all([
    people.find(actor.id).then((row) => readPage(deps, row, actor)),
    readPersonBalances(db, actor.id),
    settings.read(),
  ]);
  const { idVerificationId, documentVerificationId, welcomeMessageFileIds } = page.row.performer;
  const ids = [idVerificationId, documentVerificationId, ...welcomeMessageFileIds].filter((id) => id !== null);
  const files = new Map((await media.find(ids)).map((file): [string, FileRow] => [file.id, file]));
  return presentPerformerMe({
    ...page,
    balances,
    earningTerms: getEarningTerms(page.row.performer, site),
    files,
    presentFile: (file) => media.present(file, { viewer: actor, open: true }),
    welcomeVideoUrl: media.publicUrl(page.row.welcomeVideo, 'video'),
  });
}

async function findByFormerName({ identity, people }: PerformerPageDeps, username: string): Promise<PersonRow | null> {
  const id = await identity.findFormerOwner(username);
  return id === null ? null : people.find(id);
}

async function readPage({ people, pages }: PerformerPageDeps, person: PersonRow | null, actor: Actor | null) {
  const row = requireFound(person);
  const performer = requireFound(row.performer);
  const [relation, views, hasMedia] = await Promise.all([
    actor ? pages.readRelation(actor.id, performer.id) : GUEST_RELATION,
    people.getViews([row], actor),
    pages.hasMedia(performer.id),
  ]);
  return {
    row: { ...row, performer },
    view: requireFound(views.get(performer.id)) as PerformerView,
    hasMedia,
    ...relation,
  };
}
