import { Readable } from 'node:stream';
import type { EndpointReply } from '@contract/schemas';
import type { Actor } from '../../../access';
import type { ServerContext } from '../../../context';
import { AppError } from '../../../errors';
import { createFairTurns } from '../../../lib/fair-turns';
import { isSessionSentWithLinks } from '../../../media/media-links';
import type { Paper } from '../../../papers/paper';
import { createPaperPress } from '../../../papers/paper-press';
import type { EarningStatementService } from '../earning-statement/earning-statement-service';
import type { ReceiptService } from '../receipt/receipt-service';
import { createPaperLinks, type PaperLink } from './paper-links';

export interface OpenedPaper {
  name: string;
  type: 'application/pdf' | 'text/csv; charset=utf-8';
  size: number;
  bytes: Readable;
}

interface PaperDeps {
  receipt: Pick<ReceiptService, 'assertThere' | 'readPaper'>;
  earningStatement: Pick<EarningStatementService, 'assertThere' | 'readPaper' | 'writeCsv'>;
}

/** At most two documents are created at a time, only one of them a statement. At most three requests per account wait. */
const turnOptions = { max: 2, maxSlow: 1, maxPerKey: 1, maxInLine: 3 };
const MAX_WAIT_MS = 20_000;

export function createPaperService(
  { env, clock }: Pick<ServerContext, 'env' | 'clock'>,
  { receipt, earningStatement }: PaperDeps,
) {
  const links = createPaperLinks({ baseUrl: env.API_PUBLIC_URL, secret: env.APP_SECRET });
  const turns = createFairTurns(turnOptions);
  const press = createPaperPress();

  async function printPdf(name: string, paper: Paper): Promise<OpenedPaper> {
    const pdf = await press.print(paper);
    return { name, type: 'application/pdf', size: pdf.length, bytes: Readable.from([pdf]) };
  }

  async function make({ kind, ownerId, file }: PaperLink): Promise<OpenedPaper> {
    const [, id = '', format] = /^([\w-]+)\.(pdf|csv)$/.exec(file) ?? [];
    if (kind === 'receipt') {
      const paper = await receipt.readPaper({ id: ownerId }, id);
      return printPdf(`${toFileName(paper.title)}.pdf`, paper);
    }
    const name = `statement-${id}.${format}`;
    if (format === 'pdf') return printPdf(name, await earningStatement.readPaper(ownerId, id));
    return { name, type: 'text/csv; charset=utf-8', ...(await earningStatement.writeCsv(ownerId, id)) };
  }

  return {
    /** @throws AppError ENTITY_NOT_FOUND, also for unpaid payments and those of other accounts */
    async linkReceipt(actor: Actor, id: string): Promise<EndpointReply<'getReceiptFile'>> {
      await receipt.assertThere(actor, id);
      return { url: links.sign({ kind: 'receipt', ownerId: actor.id, file: `${id}.pdf` }, clock.now()) };
    },

    /** @throws AppError ENTITY_NOT_FOUND for a period without a statement */
    async linkStatement(
      actor: Actor,
      { period, format }: { period: string; format: 'pdf' | 'csv' },
    ): Promise<EndpointReply<'getStatementFile'>> {
      await earningStatement.assertThere(actor.id, period);
      return { url: links.sign({ kind: 'statement', ownerId: actor.id, file: `${period}.${format}` }, clock.now()) };
    },

    /**
     * Creates the document that a link is for. On sites where browsers send the session with links, it must be the owner's.
     *
     * @param actor the account of the request's session, or null.
     * @throws AppError FORBIDDEN for an invalid or expired link or another account, UNAUTHORIZED if the session is missing;
     * TurnTooLate
     */
    async open(link: PaperLink, actor: Pick<Actor, 'id'> | null): Promise<OpenedPaper> {
      if (!links.isValid(link, clock.now())) throw new AppError('FORBIDDEN');
      if (!actor && isSessionSentWithLinks(env))
        throw new AppError('UNAUTHORIZED', { message: 'Log in on this device, then download the file again.' });
      if (actor && actor.id !== link.ownerId) throw new AppError('FORBIDDEN');
      const isSlow = link.kind === 'statement';
      return turns.run({ key: link.ownerId, isSlow, maxWaitMs: MAX_WAIT_MS }, () => make(link));
    },
  };
}

/** Reduces a title to letters, digits and hyphens, such as `receipt-2026-000123`. */
const toFileName = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)
    .replace(/-$/, '');
