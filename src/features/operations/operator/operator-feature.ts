import { operatorRoles, type OperatorRole } from '@contract/base/operator-roles';
import { operatorRoutes } from '@contract/operations/operator-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone, buildAct, type Act } from '../act/act-slice';

export const roleWords: Record<OperatorRole, string> = {
  owner: 'Owner: everything',
  moderator: 'Moderator: creators to review, people without their money, reports, appeals, content',
  accountant: 'Accountant: payouts, refunds, disputes, orders, payments, reconciliation',
  support: 'Support: reads people and orders, writes notes, ends sessions, sends emails again',
};

export const roleOptions = operatorRoles.map((value) => ({ value, label: roleWords[value] }));

export type OperatorRow = EndpointData<'listOperators'>[number];

declare module '@/store/state' {
  interface StoreState {
    operators: LoadedData<OperatorRow[]>;
  }
}

export const operators = createLoadedData<OperatorRow[]>({
  name: 'operators',
  select: (state) => state.operators,
  load: () => callEndpoint(operatorRoutes.listOperators),
  reloadOn: actDone,
});

export const giveRole = (email: string, role: OperatorRole): Act =>
  buildAct(operatorRoutes.setOperatorRole, { body: { email, role } }, `${email} has a role now, and was told by email`);

export const removeRole = (email: string): Act =>
  buildAct(operatorRoutes.setOperatorRole, { body: { email, role: null } }, 'Role removed');

export const operatorFeature: Feature = { name: 'operators', reducer: operators.reducer, saga: operators.saga };
