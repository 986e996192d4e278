import type { ServerContext } from '../../context';
import { createFilmQuota, getSharedCounting } from '../../http/rate-limits';
import { createAddressService } from './address/address-service';
import { createMediaService, type FileAccessChecks } from './media/media-service';
import { createPageService } from './page/page-service';
import { createCaptchaService } from './reference/captcha-service';
import { createGeoService } from './reference/geo-service';
import { createReferenceService } from './reference/reference-service';
import { createSettingsService } from './settings/settings-service';

export type SiteServices = ReturnType<typeof createSiteServices>;

export function createSiteServices(context: ServerContext, { fileAccess }: { fileAccess: FileAccessChecks }) {
  const settings = createSettingsService(context);
  const filmQuota = createFilmQuota({
    isEnabled: context.env.RATE_LIMITS,
    minutes: context.env.FILM_MINUTES_PER_DAY,
    ...getSharedCounting(context),
  });
  const media = createMediaService(context, { fileAccess, filmQuota });
  const reference = createReferenceService(context, { media, settings });
  const address = createAddressService(context, { reference });
  return {
    settings,
    filmQuota,
    media,
    reference,
    address,
    page: createPageService(context),
    captcha: createCaptchaService(context, { settings }),
    geo: createGeoService(context, { log: context.log }),
  };
}
