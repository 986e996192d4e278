import { isRemovable, type RemovableKind } from '@contract/content/house-rules';
import type { EndpointPart, EndpointReply } from '@contract/schemas';
import type { Actor, Operator } from '../../../access';
import type { ServerContext } from '../../../context';
import { requireFound } from '../../../errors';
import type { ReportService } from '../../content/report/report-service';
import type { TakedownService } from '../../content/report/takedown-service';
import type { MediaService } from '../../site/media/media-service';
import { createContentReader } from './content-reader';
import { createReportRepository } from './report-repository';
import { createTakedownConsoleRepository } from './takedown-repository';

interface ReportConsoleDeps {
  media: Pick<MediaService, 'present'>;
  report: Pick<ReportService, 'decide'>;
  takedown: Pick<TakedownService, 'hide' | 'restore' | 'decideAppeal' | 'isForOtherOperator'>;
}

interface ContentKey {
  kind: RemovableKind;
  id: string;
}

const done = { success: true } as const;

/** Reports, appeals and content, as operators see and decide them. */
export function createReportConsole(
  { db, clock }: Pick<ServerContext, 'db' | 'clock'>,
  { media, report, takedown }: ReportConsoleDeps,
) {
  const reports = createReportRepository(db);
  const takedowns = createTakedownConsoleRepository(db, () => clock.now());
  const contents = createContentReader({ db, media });

  return {
    search: reports.search,

    /** @throws AppError ENTITY_NOT_FOUND */
    async get(actor: Actor, id: string): Promise<EndpointReply<'getReport'>> {
      const found = requireFound(await reports.find(id));
      const { target, targetId } = found;
      const [others, content, removals, nextId] = await Promise.all([
        reports.listAbout(target, targetId, id),
        isRemovable(target) ? contents.read(target, targetId, actor) : null,
        takedowns.listOf(target, targetId),
        reports.findNext(found),
      ]);
      return { report: found, others, content, takedowns: removals, nextId };
    },

    async decide(id: string, verdict: EndpointPart<'decideReport', 'body'>, by: Operator) {
      await report.decide(id, verdict, by);
      return done;
    },

    searchAppeals: takedowns.search,

    /** @throws AppError ENTITY_NOT_FOUND */
    async getAppeal(actor: Actor, id: string): Promise<EndpointReply<'getAppeal'>> {
      const found = requireFound(await takedowns.find(id));
      const { target, targetId, state, decidedBy } = found;
      const [content, about, isForOther] = await Promise.all([
        contents.read(target, targetId, actor),
        reports.listAbout(target, targetId),
        takedown.isForOtherOperator(decidedBy?._id ?? null, actor.id),
      ]);
      return { takedown: found, content, reports: about, canDecide: state === 'appealed' && !isForOther };
    },

    async decideAppeal(id: string, verdict: EndpointPart<'decideAppeal', 'body'>, by: Operator) {
      await takedown.decideAppeal(id, verdict, by);
      return done;
    },

    searchContent: contents.search,

    /** @throws AppError ENTITY_NOT_FOUND */
    async getContent(actor: Actor, { kind, id }: ContentKey): Promise<EndpointReply<'getContent'>> {
      const content = requireFound(await contents.read(kind, id, actor));
      const [removals, about] = await Promise.all([takedowns.listOf(kind, id), reports.listAbout(kind, id)]);
      return { content, takedowns: removals, reports: about };
    },

    async hide({ kind, id }: ContentKey, verdict: EndpointPart<'hideContent', 'body'>, by: Operator) {
      await takedown.hide({ target: kind, targetId: id, ...verdict }, by);
      return done;
    },

    async restore({ kind, id }: ContentKey, reason: string, by: Operator) {
      await takedown.restore({ target: kind, targetId: id, reason }, by);
      return done;
    },
  };
}
