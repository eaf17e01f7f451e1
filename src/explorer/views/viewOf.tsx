import type { ComponentType } from 'preact'
import type { Route } from '../routes.ts'
import { TreeView } from '../tree/treeView.tsx'

export interface ViewProperties {
  readonly route: Route
}

/** The view of each route. */
const views: Partial<Record<Route['view'], ComponentType<ViewProperties>>> = {
  tree: TreeView,
}

export function viewOf({ view }: Route): ComponentType<ViewProperties> {
  return views[view] ?? Unknown
}

function Unknown({ route }: ViewProperties) {
  return (
    <section class="page">
      <h1>Nothing here</h1>
      <p>
        The explorer has no view with the address{' '}
        <code>{route.view === 'unknown' ? route.hash : `#/${route.view}`}</code>.{' '}
        <a href="#/">Show the chain</a>.
      </p>
    </section>
  )
}
