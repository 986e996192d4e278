import type { ServerContext } from '../../../context';
import { createStore } from '../../../media/create-store';
import type { MediaStore } from '../../../media/media-store';
import type { NotificationService } from '../../conversation/notification/notification-service';
import type { SessionService } from '../../identity/auth/session/session-service';
import type { PeopleService } from '../../identity/people/people-service';
import type { MediaService } from '../../site/media/media-service';
import type { SettingsService } from '../../site/settings/settings-service';
import { createExportLinks } from './export-links';
import { createExportRepository, type ExportRow } from './export-repository';

export interface ExportNeeds {
  people: Pick<PeopleService, 'find' | 'findMany'>;
  media: Pick<MediaService, 'openBest'>;
  notification: Pick<NotificationService, 'add'>;
  session: Pick<SessionService, 'assertFresh' | 'lockOwn'>;
  settings: Pick<SettingsService, 'read'>;
}

type ExportContext = Pick<ServerContext, 'db' | 'disk' | 'env' | 'jobs' | 'clock'>;

export interface Exports extends ExportNeeds, ExportContext {
  repository: ReturnType<typeof createExportRepository>;
  links: ReturnType<typeof createExportLinks>;
  store: MediaStore;
}

export const createExports = (context: ExportContext, needs: ExportNeeds): Exports => ({
  ...context,
  ...needs,
  repository: createExportRepository(context.db),
  links: createExportLinks({ baseUrl: context.env.API_PUBLIC_URL, secret: context.env.APP_SECRET }),
  store: createStore(context.env, 'exports'),
});

export const getStoreKey = (exportId: string): string => `${exportId}.zip`;

export const isDownloadable = ({ status, expiresAt }: ExportRow, now: Date): boolean =>
  status === 'ready' && expiresAt !== null && expiresAt > now;
