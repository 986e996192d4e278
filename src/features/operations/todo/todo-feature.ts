import { overviewRoutes } from '@contract/operations/overview-routes';
import type { EndpointData } from '@contract/schemas';
import { callEndpoint } from '@/store/call-endpoint';
import type { Feature } from '@/store/feature';
import { createLoadedData, type LoadedData } from '@/store/loaded-data';
import { actDone } from '../act/act-slice';

export type Todo = EndpointData<'listTodos'>[number];

declare module '@/store/state' {
  interface StoreState {
    todos: LoadedData<Todo[]>;
  }
}

/** Things that wait for the operator, for the overview and the counts in the navigation. */
export const todos = createLoadedData<Todo[]>({
  name: 'todos',
  select: (state) => state.todos,
  load: () => callEndpoint(overviewRoutes.listTodos),
  reloadOn: actDone,
});

export const todoFeature: Feature = { name: 'todos', reducer: todos.reducer, saga: todos.saga };
