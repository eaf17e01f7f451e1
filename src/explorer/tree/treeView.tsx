import { useEffect, useRef } from 'preact/hooks'
import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import type { Route } from '../routes.ts'
import { useSession } from '../sessionContext.ts'
import { counted, grouped } from '../store/format.ts'
import { ownMoves } from '../store/ownMoves.ts'
import { mayMove } from '../store/permissions.ts'
import type { TreeStore } from '../store/treeStore.ts'
import { Controls } from './controls.tsx'
import { Drawing } from './drawing.tsx'
import { headMovesTo } from './headMoves.ts'
import { Inspector } from './inspector.tsx'
import { LastEvent } from './lastEvent.tsx'
import { LatestTransactions } from './latestTransactions.tsx'
import { Legend } from './legend.tsx'
import { MoveForm } from './moveForm.tsx'
import { OwnMovePanel } from './ownMovePanel.tsx'
import { type TreeState, treeStateOf } from './treeState.ts'

/** The chain as a drawing, with what explains it. */
export function TreeView({ route }: { readonly route: Route }) {
  const session = useSession()
  const tree = session.tree.value
  if (tree === undefined) return <p class="loading">Loading the chain…</p>
  return <Tree tree={tree} route={route} />
}

function Tree({ tree, route }: { readonly tree: TreeStore; readonly route: Route }) {
  const state = treeStateOf(tree)
  const isMovable = mayMove(useSession().permissions.value)
  const at = route.view === 'tree' ? route.at : undefined
  useEffect(() => {
    if (at !== undefined) state.goTo(at)
  }, [state, at])
  return (
    <div class="tree">
      <h1 class="hidden-text">The chain</h1>
      <div class="tree-main">
        <LastEvent />
        <Frame state={state} isMovable={isMovable} />
        <Controls state={state} />
      </div>
      <div class="tree-side">
        <OwnMovePanel />
        <Inspector state={state} isMovable={isMovable} />
        <LatestTransactions />
        <Legend state={state} isMovable={isMovable} />
      </div>
      <MoveForm state={state} />
    </div>
  )
}

interface FrameProperties {
  readonly state: TreeState
  readonly isMovable: boolean
}

function Frame({ state, isMovable }: FrameProperties) {
  const frame = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = frame.current
    if (element === null) return undefined
    const observer = new ResizeObserver(() => {
      state.camera.resize({ width: element.clientWidth, height: element.clientHeight })
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [state])
  return (
    <div class="frame" ref={frame}>
      <Drawing state={state} isMovable={isMovable} />
      <Hint state={state} isMovable={isMovable} />
    </div>
  )
}

/** What the drawing cannot show: that blocks are on their way, and what a dragged flag would do. */
function Hint({ state, isMovable }: FrameProperties) {
  const drag = state.drag.value
  if (drag !== undefined) return <p class="frame-hint">{dropText(drag.target, state)}</p>
  const { first, last } = state.camera.range.value
  const omitted = state.tree.latest.value?.omitted ?? 0
  if (omitted > 0) {
    return <p class="frame-hint">{counted(omitted, 'side block')} more than can be drawn.</p>
  }
  if (state.visible.value.length > 0 || state.tree.isLoaded(first)) {
    // Until someone has done it: nothing else says that the flag can be taken.
    const isInvited = isMovable && ownMoves.value.length === 0 && state.camera.following.value
    return isInvited ? (
      <p class="frame-hint">Drag the head flag onto another block to reorganize</p>
    ) : null
  }
  return (
    <p class="frame-hint" role="status">
      Loading blocks {grouped(first)} to {grouped(last)}…
    </p>
  )
}

function dropText(target: PlacedBlock | undefined, state: TreeState): string {
  const head = state.head.value?.block
  if (target === undefined || head === undefined) return 'Drop the flag on a block.'
  const { byHash } = state.layout.value
  const { options, problem } = headMovesTo(target.block, head, (hash) => byHash.get(hash)?.block)
  const [option] = options
  if (option === undefined) return problem ?? ''
  const where = `Drop to move the head to block ${grouped(target.block.number)}`
  if (option.kind === 'forward') return `${where}, ${counted(option.added, 'block')} forward.`
  const leaves = option.removed === 1 ? 'leaves' : 'leave'
  return `${where}: ${counted(option.removed, 'block')} ${leaves} the chain.`
}
