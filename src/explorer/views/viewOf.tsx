import type { ComponentType } from 'preact'
import { RequestsView } from '../activity/requestsView.tsx'
import { MovesView } from '../moves/movesView.tsx'
import type { Route } from '../routes.ts'
import { TreeView } from '../tree/treeView.tsx'
import { AddressView } from './addressView.tsx'
import { BlockView } from './blockView.tsx'
import { TransactionView } from './transactionView.tsx'
import type { ViewProperties } from './viewProperties.ts'

const views: Partial<Record<Route['view'], ComponentType<ViewProperties>>> = {
  tree: TreeView,
  block: BlockView,
  transaction: TransactionView,
  address: AddressView,
  moves: MovesView,
  requests: RequestsView,
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
