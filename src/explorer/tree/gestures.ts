import { hrefOf } from '../routes.ts'
import { blockAt, type Point } from './geometry.ts'
import type { TreeState } from './treeState.ts'

/** A pointer that moved less has clicked. In pixels. */
const CLICK = 5

interface Pointer extends Point {
  readonly from: Point
  readonly hash: string | undefined
  readonly hasFlag: boolean
}

/**
 * Watches wheel and pointers on the drawing: they pan and zoom it, choose and open blocks, and drag the head flag.
 *
 * @returns what ends it
 */
export function watchGestures(
  drawing: HTMLElement,
  state: TreeState,
  isMovable: boolean,
): () => void {
  const end = new AbortController()
  const { signal } = end
  const pointers = new Map<number, Pointer>()
  const point = (event: MouseEvent): Point => {
    const { left, top } = drawing.getBoundingClientRect()
    return { x: event.clientX - left, y: event.clientY - top }
  }
  drawing.addEventListener(
    'wheel',
    (event) => {
      event.preventDefault()
      wheel(event, point(event), state)
    },
    { signal, passive: false },
  )
  drawing.addEventListener(
    'pointerdown',
    (event) => {
      if (event.button !== 0) return
      const element = event.target as Element
      const from = point(event)
      const hash = element.closest('[data-hash]')?.getAttribute('data-hash') ?? undefined
      const hasFlag = isMovable && element.closest('[data-flag]') !== null
      pointers.set(event.pointerId, { ...from, from, hash, hasFlag })
      drawing.setPointerCapture(event.pointerId)
    },
    { signal },
  )
  drawing.addEventListener(
    'pointermove',
    (event) => {
      const before = pointers.get(event.pointerId)
      if (before === undefined) return
      const now = { ...before, ...point(event) }
      pointers.set(event.pointerId, now)
      if (pointers.size === 2) pinch(before, now, other(pointers, event.pointerId), state)
      else if (before.hasFlag) dragFlag(now, state)
      else if (pointers.size === 1) state.camera.panBy(now.x - before.x, now.y - before.y)
    },
    { signal },
  )
  const release = (event: PointerEvent) => {
    const pointer = pointers.get(event.pointerId)
    pointers.delete(event.pointerId)
    if (pointer === undefined) return
    const isClick = distance(pointer, pointer.from) < CLICK
    if (pointer.hasFlag) dropFlag(state, event.type === 'pointerup' && !isClick)
    else if (isClick && event.type === 'pointerup') chooseClicked(pointer.hash, state)
  }
  drawing.addEventListener('pointerup', release, { signal })
  drawing.addEventListener('pointercancel', release, { signal })
  drawing.addEventListener(
    'dblclick',
    (event) => {
      const hash = blockUnder(point(event), state)?.block.hash
      if (hash !== undefined) location.hash = hrefOf({ view: 'block', block: hash })
    },
    { signal },
  )
  document.addEventListener(
    'keydown',
    ({ key }) => {
      if (key !== 'Escape' || state.drag.peek() === undefined) return
      pointers.clear()
      dropFlag(state, false)
    },
    { signal },
  )
  return () => end.abort()
}

/** A wheel moves along the chain in whatever direction it turns; with Ctrl, as pinches on touch pads are, it zooms. */
function wheel(event: WheelEvent, at: Point, { camera }: TreeState): void {
  const lines = event.deltaMode === 1 ? 16 : 1
  if (event.ctrlKey || event.metaKey) {
    camera.zoomBy(Math.exp(-event.deltaY * lines * 0.004), at.x)
    return
  }
  if (event.shiftKey && event.deltaX === 0) {
    camera.panBy(0, -event.deltaY * lines)
    return
  }
  const isAlong = Math.abs(event.deltaX) > Math.abs(event.deltaY)
  camera.panBy(-(isAlong ? event.deltaX : event.deltaY) * lines)
}

function pinch(before: Point, now: Point, still: Point, { camera }: TreeState): void {
  const [from, to] = [distance(before, still), distance(now, still)]
  if (from > 0) camera.zoomBy(to / from, (now.x + still.x) / 2)
  camera.panBy((now.x - before.x) / 2, (now.y - before.y) / 2)
}

function dragFlag(pointer: Point, state: TreeState): void {
  const shift = state.shift()
  const at = { x: pointer.x - shift.x, y: pointer.y - shift.y }
  const target = blockUnder(pointer, state)
  state.drag.value = { at, target: target === state.head.value ? undefined : target }
}

function dropFlag(state: TreeState, isDropped: boolean): void {
  const target = state.drag.value?.target
  state.drag.value = undefined
  if (isDropped && target !== undefined) state.moveTarget.value = target.block
}

function chooseClicked(hash: string | undefined, state: TreeState): void {
  const placed = hash === undefined ? undefined : state.layout.value.byHash.get(hash)
  if (placed !== undefined) state.choose(placed)
}

function blockUnder(pointer: Point, state: TreeState) {
  const shift = state.shift()
  const at = { x: pointer.x - shift.x, y: pointer.y - shift.y }
  const geometry = state.camera.geometry.value
  return blockAt(at, state.visible.value, (placed) => state.at(placed), geometry)
}

function other(pointers: ReadonlyMap<number, Pointer>, id: number): Point {
  for (const [each, pointer] of pointers) if (each !== id) return pointer
  return { x: 0, y: 0 }
}

function distance(one: Point, another: Point): number {
  return Math.hypot(one.x - another.x, one.y - another.y)
}
