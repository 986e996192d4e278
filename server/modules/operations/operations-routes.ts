import { requireOperator } from '../../access';
import { bind, type Binding } from '../../http/register-endpoint';
import type { OperationsServices } from './operations-services';

export const operationsBindings = (services: OperationsServices): Binding[] => [
  ...bindOperators(services),
  ...bindAdmin(services),
  ...bindPrivacy(services),
];

const bindOperators = ({ operator, operatorLog }: OperationsServices): Binding[] => [
  bind('searchOperatorLog', ({ query }) => operatorLog.search(query)),
  bind('checkOperatorLog', () => operatorLog.check()),
  bind('listOperators', () => operator.list()),
  bind('setOperatorRole', ({ actor, body }) => operator.setRole(body.email, body.role, requireOperator(actor))),
];

const bindAdmin = ({ admin }: OperationsServices): Binding[] => [
  bind('updateUser', ({ actor, params, body, ip }) => admin.updateUser(actor, params.id, body, ip)),
  bind('uploadUserAvatar', ({ actor, params, files }) => admin.replaceAvatar(actor, params.id, files['avatar'])),
];

const bindPrivacy = ({ dataExport, deletion }: OperationsServices): Binding[] => [
  bind('getDataExport', ({ actor }) => dataExport.read(actor)),
  bind('requestDataExport', ({ actor }) => dataExport.request(actor)),
  bind('getDeletion', ({ actor }) => deletion.read(actor)),
  bind('requestDeletion', ({ actor, body }) => deletion.request(actor, body)),
  bind('cancelDeletion', ({ actor }) => deletion.cancel(actor)),
];
