import { bind, type Binding } from '../../../http/register-endpoint';
import type { MediaService } from './media-service';

export const mediaBindings = (media: MediaService): Binding[] => [
  bind('getFileStatus', ({ params, actor, country }) => media.status(params.id, actor, country)),
  bind('setFileCaptions', async ({ params, actor, body }) =>
    media.present(await media.setCaptions(actor, params.id, body), { viewer: actor, open: true }),
  ),
  bind('deleteFileCaptions', async ({ params, actor }) =>
    media.present(await media.deleteCaptions(actor, params.id), { viewer: actor, open: true }),
  ),
];
