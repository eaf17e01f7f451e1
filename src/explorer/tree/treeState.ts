import { batch, computed, effect, type ReadonlySignal, signal } from '@preact/signals'
import {
  layoutTree,
  type PlacedBlock,
  type TreeBlock,
  type TreeLayout,
} from '../../drawing/treeLayout.ts'
import type { TreeStore } from '../store/treeStore.ts'
import { Camera } from './camera.ts'
import type { Point } from './geometry.ts'

/** Lanes depend on the blocks beside them, so more than what is in view is placed. */
const BESIDE = 64

/** Columns are placed in steps, so that scrolling does not place them all the time. */
const STEP = 64

const MOTION_MILLISECONDS = 650

/** From where to where the drawing moves while the head does. */
interface Motion {
  readonly from: TreeLayout
  readonly center: number
  /** 0 to 1 */
  readonly progress: number
}

/** What is seen, and what it was before. */
interface Seen {
  readonly layout: TreeLayout
  readonly center: number
  readonly head: string | undefined
  readonly first: number
  readonly last: number
}

/** A block that is not loaded yet. */
interface AwaitedBlock {
  readonly number: number
  /** undefined for the canonical block */
  readonly hash?: string | undefined
}

/** The head flag on its way to another block. */
export interface FlagDrag {
  readonly at: Point
  readonly target: PlacedBlock | undefined
}

/** What the drawing shows: the blocks around the camera and their places, and what is selected. */
export class TreeState {
  readonly camera: Camera
  readonly tree: TreeStore
  readonly layout: ReadonlySignal<TreeLayout>
  /** the head of the drawing; undefined while it is not loaded */
  readonly head: ReadonlySignal<PlacedBlock | undefined>
  /** the blocks in view, with some beside them */
  readonly visible: ReadonlySignal<readonly PlacedBlock[]>
  /** the column at x = 0 of the drawing. Coordinates that begin at block 0 would be too large for some browsers. */
  readonly origin: ReadonlySignal<number>
  /** the block that keys act on: the head, unless another was chosen */
  readonly selected: ReadonlySignal<PlacedBlock | undefined>
  readonly drag = signal<FlagDrag | undefined>(undefined)
  /** the block to which someone wants to move the head */
  readonly moveTarget = signal<TreeBlock | undefined>(undefined)
  readonly #chosen = signal<string | undefined>(undefined)
  /** a block to choose as soon as it is loaded */
  readonly #awaited = signal<AwaitedBlock | undefined>(undefined)
  readonly #motion = signal<Motion | undefined>(undefined)
  #seen: Seen | undefined
  #frame: number | undefined

  constructor(tree: TreeStore) {
    this.tree = tree
    const top = computed(() => {
      const latest = tree.latest.value
      return latest === undefined ? 0 : Math.max(latest.top, latest.head.number + 1)
    })
    this.camera = new Camera(top)
    const { range } = this.camera
    const first = computed(() => Math.max(0, Math.floor(range.value.first / STEP) * STEP - BESIDE))
    const last = computed(() => Math.ceil((range.value.last + 1) / STEP) * STEP + BESIDE)
    this.origin = computed(() => first.value)
    this.layout = computed(() => {
      tree.version.value
      return layoutTree(tree.blocksAround(first.value, last.value))
    })
    this.head = computed(() => {
      const hash = tree.latest.value?.head.hash
      return hash === undefined ? undefined : this.layout.value.byHash.get(hash)
    })
    this.selected = computed(() => {
      const chosen = this.#chosen.value
      const { byHash } = this.layout.value
      return (chosen === undefined ? undefined : byHash.get(chosen)) ?? this.head.value
    })
    this.visible = computed(() => {
      const [from, to] = [range.value.first - 1, range.value.last + 1]
      const selected = this.selected.value
      return this.layout.value.blocks.filter(
        (placed) =>
          (placed.block.number >= from && placed.block.number <= to) || placed === selected,
      )
    })
    effect(() => tree.need(range.value.first, Math.min(range.value.last, top.value)))
    effect(() => this.#observe({ first: first.value, last: last.value }))
    effect(() => this.#chooseAwaited())
  }

  /** The center of a block in the drawing, on its way to its place if the head has just moved. */
  at({ block, lane }: PlacedBlock): Point {
    const { unit, laneGap } = this.camera.geometry.value
    const motion = this.#motion.value
    const before = motion?.from.byHash.get(block.hash)?.lane ?? lane
    const shown = motion === undefined ? lane : before + (lane - before) * eased(motion.progress)
    return { x: (block.number - this.origin.value) * unit, y: shown * laneGap }
  }

  /** How visible a block is: those that have just been added appear with the move. */
  opacityOf({ block }: PlacedBlock): number {
    const motion = this.#motion.value
    if (motion === undefined || motion.from.byHash.has(block.hash)) return 1
    return eased(motion.progress)
  }

  /** Where the drawing begins in its frame, in pixels. */
  shift(): Point {
    const { camera } = this
    const motion = this.#motion.value
    const end = camera.center.value
    const center =
      motion === undefined ? end : motion.center + (end - motion.center) * eased(motion.progress)
    const { unit } = camera.geometry.value
    const x = camera.size.value.width / 2 + (this.origin.value - center) * unit
    return { x, y: camera.baseline }
  }

  /** Chooses a block and shows it. */
  choose(placed: PlacedBlock): void {
    batch(() => {
      this.#chosen.value = placed.block.hash
      this.#awaited.value = undefined
      this.camera.reveal(placed.block.number)
      this.camera.revealLane(placed.lane)
    })
  }

  /** Chooses a block, once it is loaded, and shows it in the middle: the canonical one if there is no hash. */
  goTo(number: number, hash?: string): void {
    batch(() => {
      this.#awaited.value = { number, hash }
      this.camera.show(number)
    })
  }

  /** Chooses the head and follows it again. */
  goToHead(): void {
    batch(() => {
      this.#chosen.value = undefined
      this.#awaited.value = undefined
      this.camera.follow()
    })
  }

  #chooseAwaited(): void {
    const awaited = this.#awaited.value
    if (awaited === undefined) return
    const { blocks, byHash } = this.layout.value
    const { number, hash } = awaited
    const found =
      hash === undefined
        ? blocks.find(({ block, lane }) => block.number === number && lane === 0)
        : byHash.get(hash)
    if (found === undefined) return
    this.#chosen.value = found.block.hash
    this.#awaited.value = undefined
    this.camera.revealLane(found.lane)
  }

  /** Starts to move when the head has moved and the drawing shows the same part of the chain as before. */
  #observe({ first, last }: { readonly first: number; readonly last: number }): void {
    const layout = this.layout.value
    const head = this.head.value?.block.hash
    const seen: Seen = { layout, center: this.camera.center.value, head, first, last }
    const before = this.#seen
    this.#seen = seen
    if (before?.head === undefined || head === undefined || before.head === head) return
    if (before.layout.blocks.length === 0 || prefersReducedMotion()) return
    if (Math.abs(seen.center - before.center) > this.camera.columns) return
    this.#move(before)
  }

  #move({ layout, center }: Seen): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame)
    let start: number | undefined
    const step = (now: number) => {
      start ??= now
      const progress = Math.min(1, (now - start) / MOTION_MILLISECONDS)
      const isOver = progress === 1
      this.#motion.value = isOver ? undefined : { from: layout, center, progress }
      this.#frame = isOver ? undefined : requestAnimationFrame(step)
    }
    this.#motion.value = { from: layout, center, progress: 0 }
    this.#frame = requestAnimationFrame(step)
  }
}

const states = new WeakMap<TreeStore, TreeState>()

/** The state of the drawing of a tree. It stays the same while other views are shown. */
export function treeStateOf(tree: TreeStore): TreeState {
  const known = states.get(tree)
  if (known !== undefined) return known
  const state = new TreeState(tree)
  states.set(tree, state)
  return state
}

function eased(progress: number): number {
  return 1 - (1 - progress) ** 3
}

function prefersReducedMotion(): boolean {
  return matchMedia('(prefers-reduced-motion: reduce)').matches
}
