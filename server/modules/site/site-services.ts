import type { ServerContext } from '../../context';
import { createAddressService } from './address/address-service';
import { createMediaService } from './media/media-service';
import { createPageService } from './page/page-service';
import { createCaptchaService } from './reference/captcha-service';
import { createGeoService } from './reference/geo-service';
import { createReferenceService } from './reference/reference-service';
import { createSettingsService } from './settings/settings-service';

export type SiteServices = ReturnType<typeof createSiteServices>;

/** Settings, files, pages and reference data of the site. */
export function createSiteServices(context: ServerContext) {
  const settings = createSettingsService(context);
  const media = createMediaService(context);
  const reference = createReferenceService(context, { media, settings });
  const address = createAddressService(context, { reference });
  return {
    settings,
    media,
    reference,
    address,
    page: createPageService(context),
    captcha: createCaptchaService(context, { settings }),
    geo: createGeoService(context, { log: context.log }),
  };
}
