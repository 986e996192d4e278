import { bind, type Binding } from '../../../http/register-endpoint';
import type { MediaService } from './media-service';

export const mediaBindings = (media: MediaService): Binding[] => [
  bind('getFileStatus', ({ params, actor, country }) => media.status(params.id, actor, country)),
];
