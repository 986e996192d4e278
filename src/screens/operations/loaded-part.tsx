import { Alert, Button, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import type { LoadedData } from '@/store/loaded-data';

export interface LoadedPartProps<Data> {
  loaded: Pick<LoadedData<Data, unknown>, 'data' | 'status' | 'error'>;
  onRetry: () => void;
  children: (data: Data) => ReactNode;
}

/** The data that a page is about; a skeleton while it loads, and the failure if it did not. */
export function LoadedPart<Data>({ loaded: { data, status, error }, onRetry, children }: LoadedPartProps<Data>) {
  return (
    <>
      {status === 'failed' && (
        <Alert type="error" showIcon title={error?.message} action={<Button onClick={onRetry}>Try again</Button>} />
      )}
      {status === 'pending' && data === null && <Skeleton active paragraph={{ rows: 8 }} />}
      {data !== null && children(data)}
    </>
  );
}
