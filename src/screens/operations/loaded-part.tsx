import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { LoadedValue } from '@/store/loaded-value';

interface LoadedPartProps<Value> {
  loaded: LoadedValue<Value>;
  onRetry: () => void;
  children: (value: Value) => ReactNode;
}

/** The value that a page is about; a skeleton while it loads, and the failure if it did not. */
export function LoadedPart<Value>({ loaded: { value, status, error }, onRetry, children }: LoadedPartProps<Value>) {
  return (
    <>
      {status === 'failed' && (
        <Alert type="error" showIcon title={error?.message} action={<Button onClick={onRetry}>Try again</Button>} />
      )}
      {status === 'pending' && value === null && <Skeleton active paragraph={{ rows: 8 }} />}
      {value !== null && children(value)}
    </>
  );
}
