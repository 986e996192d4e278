import { bind, type Binding } from '../../../http/register-endpoint';
import type { PerformerMediaService } from './performer-media-service';
import type { PerformerProfileService } from './performer-profile-service';
import type { PerformerRegistrationService } from './performer-registration-service';
import type { PerformerService } from './performer-service';

export const performerBindings = (services: {
  performer: PerformerService;
  performerProfile: PerformerProfileService;
  performerMedia: PerformerMediaService;
  performerRegistration: PerformerRegistrationService;
}): Binding[] => {
  const { performer, performerProfile: profile, performerMedia: media, performerRegistration } = services;
  return [
    bind('registerPerformer', ({ body, files }) => performerRegistration.register(body, files)),
    bind('searchPerformers', (call) => performer.search(call.query, call)),
    bind('listRandomPerformers', (call) => performer.sample(call.query, call)),
    bind('listTopPerformers', (call) => performer.listTop(call.query, call)),
    bind('getMyPerformer', ({ actor }) => performer.getMe(actor)),
    bind('getPerformer', (call) => performer.get(call.params.id, call)),
    bind('updatePerformer', ({ actor, params, body, ip }) => profile.update(actor, params.id, body, ip)),
    bind('updateBankingSettings', ({ actor, params, body }) => profile.updateBanking(actor, params.id, body)),
    bind('updatePaymentGatewaySettings', ({ actor, params, body }) => profile.updateGateway(actor, params.id, body)),
    bind('uploadPerformerAvatar', ({ actor, files }) => media.replace(actor, 'avatar', files['avatar'])),
    bind('uploadPerformerCover', ({ actor, files }) => media.replace(actor, 'cover', files['cover'])),
    bind('uploadWelcomeVideo', ({ actor, files }) => media.replace(actor, 'welcomeVideo', files['welcome-video'])),
    bind('uploadDocument', ({ actor, params, files }) => media.replace(actor, params.type, files['file'])),
    bind('uploadDocuments', ({ actor, files }) => media.replaceDocuments(actor, files)),
    bind('uploadWelcomeMessagePhoto', ({ actor, files }) =>
      media.addWelcomeFile(actor, 'message-photo', files['welcome-message-photo']),
    ),
    bind('uploadWelcomeMessageVideo', ({ actor, files }) =>
      media.addWelcomeFile(actor, 'message-video', files['welcome-message-video']),
    ),
    bind('deletePerformerCover', ({ actor }) => media.clear(actor, 'cover')),
    bind('deleteWelcomeVideo', ({ actor }) => media.clear(actor, 'welcomeVideo')),
    bind('deleteWelcomeMessageFile', ({ actor, params }) => media.removeWelcomeFile(actor, params.id)),
  ];
};
