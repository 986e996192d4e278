import { defaultMails, defaultPushes, defaultSiteNews } from '@contract/base/limits';
import type { EndpointPart } from '@contract/schemas';
import { isPerformer, type Actor } from '../../../access';
import type { PresenceService } from '../presence/presence-service';
import type { createAccountRepository } from './account-repository';

interface UpdatePreferencesDeps {
  presence: Pick<PresenceService, 'setVisible'>;
  repository: Pick<ReturnType<typeof createAccountRepository>, 'update' | 'mergeChoices'>;
}

/** Absent fields are kept. Ux AS-8. */
export async function updatePreferences(
  { presence, repository }: UpdatePreferencesDeps,
  actor: Actor,
  body: EndpointPart<'updatePreferences', 'body'>,
): Promise<void> {
  const { hideFromSearch, showOnline, readReceipts, messagesFrom, commentsFrom, quietHours } = body;
  const { mails, pushes, site } = body;
  await repository.update(actor.id, {
    hidesFromSearch: hideFromSearch,
    sendsReceipts: readReceipts,
    messagesFrom,
    commentsFrom: isPerformer(actor) ? commentsFrom : undefined,
    quietHours,
  });
  await repository.mergeChoices(actor.id, 'mailPreferences', resetDefaults(mails, defaultMails));
  await repository.mergeChoices(actor.id, 'pushPreferences', resetDefaults(pushes, defaultPushes));
  await repository.mergeChoices(actor.id, 'sitePreferences', resetDefaults(site, defaultSiteNews));
  if (showOnline !== undefined) await presence.setVisible(actor.id, showOnline);
}

/** Null deletes a stored choice, because only deviations from the defaults are stored. */
function resetDefaults(
  chosen: Partial<Record<string, boolean>> = {},
  defaults: Record<string, boolean>,
): Record<string, boolean | null> {
  const kinds = Object.entries(chosen).filter((entry): entry is [string, boolean] => entry[1] !== undefined);
  return Object.fromEntries(kinds.map(([kind, wants]) => [kind, wants === defaults[kind] ? null : wants]));
}
