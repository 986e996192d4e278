import { bind, type Binding } from '../../../http/register-endpoint';
import type { DeletionService } from './deletion-service';
import type { ExportService } from './export-service';

export const privacyBindings = (services: { dataExport: ExportService; deletion: DeletionService }): Binding[] => [
  bind('getDataExport', ({ actor }) => services.dataExport.read(actor)),
  bind('requestDataExport', ({ actor }) => services.dataExport.request(actor)),
  bind('getDeletion', ({ actor }) => services.deletion.read(actor)),
  bind('requestDeletion', ({ actor, body }) => services.deletion.request(actor, body)),
  bind('cancelDeletion', ({ actor }) => services.deletion.cancel(actor)),
];
