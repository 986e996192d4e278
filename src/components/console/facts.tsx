import { Descriptions } from 'antd';
import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
}

/** Facts about the thing that a page shows. */
export const Facts = ({ facts }: { facts: Fact[] }) => (
  <Descriptions
    bordered
    size="small"
    column={1}
    items={facts.map(({ label, value }) => ({ key: label, label, children: value }))}
  />
);
