import { useEffect, useRef } from 'preact/hooks'
import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import { grouped } from '../store/format.ts'
import { BlockNode, blockId, Caption } from './blockNode.tsx'
import { FLAG_NAMES, type FlagName } from './blockText.ts'
import { Edges } from './edges.tsx'
import { Flag, Flags } from './flags.tsx'
import { ForkLines } from './forkLines.tsx'
import { watchGestures } from './gestures.ts'
import { handleKey } from './keys.ts'
import { Ruler } from './ruler.tsx'
import type { TreeState } from './treeState.ts'

interface DrawingProperties {
  readonly state: TreeState
  /** whether the head may be moved */
  readonly isMovable: boolean
}

/** The chain as a drawing: a list of blocks to keyboards and screen readers. */
export function Drawing({ state, isMovable }: DrawingProperties) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (box.current !== null) return watchGestures(box.current, state, isMovable)
    return undefined
  }, [state, isMovable])
  const selected = state.selected.value
  const { width, height } = state.camera.size.value
  return (
    <div
      ref={box}
      class={`drawing${state.drag.value === undefined ? '' : ' dragging'}`}
      role="listbox"
      tabIndex={0}
      aria-label="Blocks of the chain"
      aria-describedby="tree-keys"
      aria-activedescendant={selected === undefined ? undefined : blockId(selected.block.hash)}
      onKeyDown={(event) => {
        if (handleKey(event.key, state, isMovable)) event.preventDefault()
      }}
    >
      <svg width={width} height={height} role="presentation">
        <Ruler state={state} />
        <ForkLines state={state} />
        <World state={state} isMovable={isMovable} />
      </svg>
    </div>
  )
}

function World({ state, isMovable }: DrawingProperties) {
  const { x, y } = state.shift()
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <Edges state={state} />
      <PendingBlock state={state} />
      <Blocks state={state} />
      <Captions state={state} />
      <Flags state={state} isMovable={isMovable} />
      <DraggedFlag state={state} />
    </g>
  )
}

function Blocks({ state }: { readonly state: TreeState }) {
  const geometry = state.camera.geometry.value
  const selected = state.selected.value
  const target = state.drag.value?.target?.block.hash ?? state.moveTarget.value?.hash
  return (
    <g class="blocks">
      {state.visible.value.map((placed) => (
        <BlockNode
          key={placed.block.hash}
          placed={placed}
          at={state.at(placed)}
          geometry={geometry}
          opacity={state.opacityOf(placed)}
          flags={flagsAt(placed, state)}
          isSelected={placed === selected}
          isTarget={placed.block.hash === target}
        />
      ))}
    </g>
  )
}

function Captions({ state }: { readonly state: TreeState }) {
  const geometry = state.camera.geometry.value
  if (geometry.detail !== 'card') return null
  const first = state.visible.value.filter(
    (placed) => placed.kind !== 'canonical' && isFirstOfLane(placed, state),
  )
  return (
    <g aria-hidden="true">
      {first.map((placed) => (
        <Caption
          key={placed.block.hash}
          placed={placed}
          at={state.at(placed)}
          geometry={geometry}
        />
      ))}
    </g>
  )
}

function isFirstOfLane({ block, lane }: PlacedBlock, { layout }: TreeState): boolean {
  return layout.value.byHash.get(block.parentHash)?.lane !== lane
}

function flagsAt({ block }: PlacedBlock, state: TreeState): readonly FlagName[] {
  const latest = state.tree.latest.value
  return FLAG_NAMES.filter((name) => latest?.[name]?.hash === block.hash)
}

/** The flag under the pointer. The one at the head stays until the head has moved. */
function DraggedFlag({ state }: { readonly state: TreeState }) {
  const drag = state.drag.value
  if (drag === undefined) return null
  return (
    <g class="dragged-flag" aria-hidden="true" transform={`translate(${drag.at.x} ${drag.at.y})`}>
      <Flag name="head" x={0} y={0} isMovable={false} />
    </g>
  )
}

/** The block that would be mined next, right of its parent. */
function PendingBlock({ state }: { readonly state: TreeState }) {
  const pending = state.tree.latest.value?.pending
  const parent = pending ? state.layout.value.byHash.get(pending.parentHash) : undefined
  if (!pending || parent === undefined) return null
  const { width, height, unit, detail } = state.camera.geometry.value
  const at = state.at(parent)
  return (
    <g
      class="pending"
      aria-hidden="true"
      transform={`translate(${(at.x + unit).toFixed(1)} ${at.y.toFixed(1)})`}
    >
      <path class="edge edge-pending" d={`M${width / 2 - unit} 0H${-width / 2}`} />
      <rect
        class="pending-shape"
        x={-width / 2}
        y={-height / 2}
        width={width}
        height={height}
        rx={detail === 'shape' ? 2 : 8}
      />
      {detail === 'number' && (
        <text class="block-hash" y={height / 2 + 14} text-anchor="middle">
          pending
        </text>
      )}
      {detail === 'card' && (
        <>
          <text class="block-number" y={-3} text-anchor="middle">
            pending
          </text>
          <text class="block-hash" y={14} text-anchor="middle">
            {`${grouped(pending.transactions)} tx`}
          </text>
        </>
      )}
    </g>
  )
}
