import type { Cents } from '@contract/base/money';
import type { EndpointPart } from '@contract/schemas';
import type { ServerContext } from '../../../context';
import type { UploadedFile } from '../../../http/multipart-upload';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { FileSlots } from '../people/file-slots';
import { createPerformerRepository } from './performer-repository';
import { defaultPrices } from './performer-rules';
import { registerPerformer } from './register-performer';

export function createPerformerRegistrationService(
  context: Pick<ServerContext, 'db' | 'clock' | 'jobs'>,
  needs: { identity: IdentityService; settings: SettingsService; fileSlots: FileSlots; media: MediaService },
) {
  const deps = { ...context, ...needs, repository: createPerformerRepository(context.db) };
  return {
    register: (input: EndpointPart<'registerPerformer', 'body'>, files: Record<string, UploadedFile>, ip: string) =>
      registerPerformer(deps, input, files, ip),

    /** Initial columns of a creator who signs up with Google or Twitter, and will send documents later. */
    async draft(): Promise<{ monthlyPrice: Cents; yearlyPrice: Cents; freeSubscriptionDays: number }> {
      const settings = await needs.settings.read();
      return { ...defaultPrices(settings), freeSubscriptionDays: settings.freeSubscriptionDuration };
    },
  };
}
