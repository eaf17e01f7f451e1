import { hrefOf } from '../routes.ts'
import { type Direction, neighbourOf } from './neighbours.ts'
import type { TreeState } from './treeState.ts'

const DIRECTIONS: Readonly<Record<string, Direction>> = {
  ArrowLeft: 'left',
  ArrowRight: 'right',
  ArrowUp: 'up',
  ArrowDown: 'down',
}

const ZOOM = 1.25

/**
 * Does what a key means in the drawing.
 *
 * @returns whether the key means something
 */
export function handleKey(key: string, state: TreeState, isMovable: boolean): boolean {
  const direction = DIRECTIONS[key]
  if (direction !== undefined) {
    step(state, direction)
    return true
  }
  const action = actions[key]
  if (action === undefined) return false
  action(state, isMovable)
  return true
}

const actions: Readonly<Record<string, (state: TreeState, isMovable: boolean) => void>> = {
  Enter: ({ selected }) => {
    const { value } = selected
    if (value !== undefined) location.hash = hrefOf({ view: 'block', block: value.block.hash })
  },
  Home: (state) => state.goTo(0),
  End: (state) => state.goToHead(),
  PageUp: (state) => page(state, -1),
  PageDown: (state) => page(state, 1),
  '+': ({ camera }) => camera.zoomBy(ZOOM),
  '=': ({ camera }) => camera.zoomBy(ZOOM),
  '-': ({ camera }) => camera.zoomBy(1 / ZOOM),
  u: followUncle,
  m: (state, isMovable) => {
    if (isMovable) state.moveTarget.value = state.selected.value?.block
  },
}

function step(state: TreeState, direction: Direction): void {
  const from = state.selected.value
  if (from === undefined) return
  const next = neighbourOf(from, direction, state.layout.value)
  if (next !== undefined) state.choose(next)
}

/** Moves by as many columns as are in view. */
function page(state: TreeState, sign: 1 | -1): void {
  const from = state.selected.value
  const head = state.tree.latest.value?.head.number
  if (from === undefined || head === undefined) return
  const columns = Math.max(1, state.camera.columns - 1)
  const number = from.block.number + sign * columns
  if (number >= head) state.goToHead()
  else state.goTo(Math.max(0, number))
}

/** From an uncle to the block that includes it, and from that block to its first uncle. */
function followUncle(state: TreeState): void {
  const from = state.selected.value
  if (from === undefined) return
  const { includedBy, uncles } = from.block
  const { byHash } = state.layout.value
  const next = byHash.get(uncles[0] ?? includedBy ?? '')
  if (next !== undefined) state.choose(next)
}
