import { Component, createContext, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import { PartFailed } from './part-failed';

/** What a part that threw is told about to whoever runs the site. */
export interface PartFailure {
  /** The part by its name: `post`, `page`. */
  part: string;
  error: unknown;
  /** Which components it happened in. */
  where?: string;
}

/** How failures of parts reach the site's operators; the app provides it. */
export const FailureReport = createContext<(failure: PartFailure) => void>(() => undefined);

interface PartBoundaryProps {
  /** For the report: `post`, `lightbox`. */
  part: string;
  /** What the reader is told instead: `This post could not be shown.` */
  text?: string;
  /** Something else than the small message, such as the whole middle of a page. */
  renderFailed?: (retry: () => void) => ReactNode;
  /** What is shown anew: a part that failed is tried again when it changes. */
  resetKey?: unknown;
  children: ReactNode;
}

interface PartBoundaryState {
  error: unknown;
  hasFailed: boolean;
}

/**
 * Ends a failure where it happened: a part that throws while it is shown is replaced by one line and a retry, the rest
 * of the page goes on. Put one around whatever can be missed: each item of a list, a sheet, a widget, the page itself.
 */
export class PartBoundary extends Component<PartBoundaryProps, PartBoundaryState> {
  static override contextType = FailureReport;
  declare context: ContextType<typeof FailureReport>;
  override state: PartBoundaryState = { error: null, hasFailed: false };

  static getDerivedStateFromError(error: unknown): PartBoundaryState {
    return { error, hasFailed: true };
  }

  override componentDidCatch(error: unknown, { componentStack }: ErrorInfo): void {
    this.context({ part: this.props.part, error, where: componentStack ?? undefined });
  }

  override componentDidUpdate(before: PartBoundaryProps): void {
    if (this.state.hasFailed && before.resetKey !== this.props.resetKey) this.retry();
  }

  retry = (): void => this.setState({ error: null, hasFailed: false });

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return this.props.renderFailed?.(this.retry) ?? <PartFailed text={this.props.text} onRetry={this.retry} />;
  }
}
