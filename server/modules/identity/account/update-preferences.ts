import { defaultMails } from '@contract/base/limits';
import type { EndpointPart } from '@contract/schemas';
import { isPerformer, type Actor } from '../../../access';
import type { PresenceService } from '../presence/presence-service';
import type { createAccountRepository } from './account-repository';

interface UpdatePreferencesDeps {
  presence: Pick<PresenceService, 'setVisible'>;
  repository: Pick<ReturnType<typeof createAccountRepository>, 'update' | 'mergeMails'>;
}

/** Absent fields are kept. Ux AS-8. */
export async function updatePreferences(
  { presence, repository }: UpdatePreferencesDeps,
  actor: Actor,
  body: EndpointPart<'updatePreferences', 'body'>,
): Promise<void> {
  const { hideFromSearch, showOnline, readReceipts, mails = {}, messagesFrom, commentsFrom } = body;
  await repository.update(actor.id, {
    hidesFromSearch: hideFromSearch,
    sendsReceipts: readReceipts,
    messagesFrom,
    commentsFrom: isPerformer(actor) ? commentsFrom : undefined,
  });
  await repository.mergeMails(actor.id, resetDefaults(mails));
  if (showOnline !== undefined) await presence.setVisible(actor.id, showOnline);
}

/** Null deletes a stored choice, because only deviations from the defaults are stored. */
function resetDefaults(mails: Partial<Record<keyof typeof defaultMails, boolean>>): Record<string, boolean | null> {
  const chosen = Object.entries(mails) as [keyof typeof defaultMails, boolean][];
  return Object.fromEntries(chosen.map(([kind, wants]) => [kind, wants === defaultMails[kind] ? null : wants]));
}
