import type { ComponentType } from 'react';
import type { Permission } from '@contract/base/operator-roles';
import { selectMay } from '@/features/identity/auth/operator-selectors';
import { actFeature } from '@/features/operations/act/act-feature';
import { reauthFeature } from '@/features/identity/security/reauth-feature';
import { todoFeature, todos } from '@/features/operations/todo/todo-feature';
import { definePage, type PageComponent, type PageOptions } from './define-page';

interface ConsolePage extends Pick<PageOptions, 'features' | 'load'> {
  permission: Permission;
}

/**
 * A page of the operators' console, which does not exist for anyone else.
 *
 * @param Screen loaded with `dynamic(..., { ssr: false })`, so that no other page carries antd
 */
export function defineConsolePage(Screen: ComponentType, { permission, features, load }: ConsolePage): PageComponent {
  const mayOpen = selectMay(permission);
  return definePage(Screen, {
    layout: 'console',
    authenticate: true,
    features: [actFeature, reauthFeature, todoFeature, ...(features ?? [])],
    load: (context) => (mayOpen(context.state) ? [todos.requested(), ...(load?.(context) ?? [])] : []),
    isMissing: ({ state }) => !mayOpen(state),
  });
}
