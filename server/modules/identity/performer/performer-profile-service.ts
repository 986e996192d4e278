import type { EndpointPart } from '@contract/schemas';
import type { Actor, Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import type { SettingsService } from '../../site/settings/settings-service';
import type { IdentityService } from '../auth/accounts/identity-service';
import type { SessionService } from '../auth/session/session-service';
import type { PeopleService } from '../people/people-service';
import { createPerformerRepository } from './performer-repository';
import type { PerformerService } from './performer-service';
import { setCommission } from './set-commission';
import { updateBanking, updateGateway } from './update-payout-settings';
import { updatePerformer } from './update-performer';

export function createPerformerProfileService(
  context: Pick<ServerContext, 'db' | 'clock' | 'events' | 'env' | 'jobs'>,
  needs: {
    people: PeopleService;
    identity: IdentityService;
    settings: SettingsService;
    performer: PerformerService;
    session: Pick<SessionService, 'assertFresh' | 'lockOwn'>;
  },
) {
  const deps = { ...context, ...needs, repository: createPerformerRepository(context.db) };
  return {
    update: (
      actor: Actor,
      id: string,
      body: EndpointPart<'updatePerformer', 'body'>,
      by: { ip: string; revision?: number | undefined },
    ) => updatePerformer(deps, actor, id, body, by),
    updateBanking: (actor: Actor, id: string, body: EndpointPart<'updateBankingSettings', 'body'>) =>
      updateBanking(deps, actor, id, body),
    updateGateway: (actor: Actor, id: string, body: EndpointPart<'updatePaymentGatewaySettings', 'body'>) =>
      updateGateway(deps, actor, id, body),
    setCommission: (id: string, change: { commission: number | null; reason: string }, by: Operator) =>
      setCommission(deps, id, change, by),
  };
}
