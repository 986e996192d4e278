import { Component, createContext, type ContextType, type ErrorInfo, type ReactNode } from 'react';
import { PartFailed } from './part-failed';

/** A failure, as reported to the site's operators. */
export interface PartFailure {
  /** Such as `post` or `page`. */
  part: string;
  error: unknown;
  /** The component stack. */
  where?: string;
}

/** The app provides the function that reports failures. */
export const FailureReport = createContext<(failure: PartFailure) => void>(() => undefined);

interface PartBoundaryProps {
  part: string;
  text?: string;
  renderFailed?: (retry: () => void) => ReactNode;
  /** A failed part is retried when this value changes. */
  resetKey?: unknown;
  children: ReactNode;
}

interface PartBoundaryState {
  error: unknown;
  hasFailed: boolean;
}

/** Error boundary for any part that the page can do without: list items, sheets, widgets, the page's own content. */
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
