import { computed, type ReadonlySignal, signal } from '@preact/signals'
import {
  between,
  type Geometry,
  geometryFor,
  UNIT_MAX,
  UNIT_MIN,
  UNIT_NARROW,
  UNIT_START,
} from './geometry.ts'

/** Free space at both ends of the chain, in pixels. */
const MARGIN = 44

/** How many columns may be in view: fewer than the store keeps, so that it never forgets what is seen. */
const COLUMNS_MAX = 1_000

/** A narrower drawing begins with smaller blocks. In pixels. */
const NARROW = 600

/**
 * Which part of the drawing is seen, and how large. While it follows, the newest block is at the right edge.
 */
export class Camera {
  readonly #size = signal({ width: 800, height: 400 })
  #isResized = false
  readonly #unit = signal(UNIT_START)
  readonly #free = signal(0)
  readonly #offset = signal(0)
  readonly following = signal(true)
  readonly geometry: ReadonlySignal<Geometry>
  /** the column in the middle, which may be a fraction */
  readonly center: ReadonlySignal<number>
  /** the first and the last column in view */
  readonly range: ReadonlySignal<{ readonly first: number; readonly last: number }>
  readonly #last: ReadonlySignal<number>

  /** @param last the last column that may contain a block */
  constructor(last: ReadonlySignal<number>) {
    this.#last = last
    this.geometry = computed(() => geometryFor(this.#unit.value))
    this.center = computed(() => {
      const { least, most } = this.#bounds()
      return this.following.value ? most : between(this.#free.value, least, most)
    })
    this.range = computed(() => {
      const half = this.#size.value.width / 2 / this.#unit.value
      const center = this.center.value
      return {
        first: Math.max(0, Math.floor(center - half)),
        last: Math.max(0, Math.ceil(center + half)),
      }
    })
  }

  /** of the drawing, in pixels */
  get size(): ReadonlySignal<{ readonly width: number; readonly height: number }> {
    return this.#size
  }

  /** @param size of the drawing, in pixels. The first time, it decides how large blocks are. */
  resize(size: { readonly width: number; readonly height: number }): void {
    this.#size.value = size
    const unit = !this.#isResized && size.width < NARROW ? UNIT_NARROW : this.#unit.peek()
    this.#unit.value = Math.max(unit, size.width / COLUMNS_MAX)
    this.#isResized = true
  }

  /** How far the canonical branch is from the top, in pixels. */
  get baseline(): number {
    return this.#size.value.height / 2 + this.#offset.value
  }

  /** How many columns fit. */
  get columns(): number {
    return Math.max(1, Math.floor(this.#size.peek().width / this.#unit.peek()))
  }

  /** Moves the drawing by pixels. */
  panBy(x: number, y = 0): void {
    const { height } = this.#size.peek()
    this.#offset.value = between(this.#offset.peek() + y, -height * 2, height)
    if (x === 0) return
    this.#moveTo(this.center.peek() - x / this.#unit.peek())
  }

  /** Shows a column in the middle. */
  show(column: number): void {
    this.#moveTo(column)
  }

  /** Moves as little as possible so that a column is in view. */
  reveal(column: number): void {
    const half = Math.max(0.5, this.#size.peek().width / 2 / this.#unit.peek() - 0.7)
    const center = this.center.peek()
    if (Math.abs(column - center) <= half) return
    this.#moveTo(column > center ? column - half : column + half)
  }

  /** Moves up or down as little as possible so that a lane is in view. */
  revealLane(lane: number): void {
    const { laneGap, height } = this.geometry.peek()
    const y = this.baseline + lane * laneGap
    const [least, most] = [height / 2 + 40, this.#size.peek().height - height / 2 - 16]
    if (y < least) this.#offset.value += least - y
    else if (y > most) this.#offset.value += most - y
  }

  /** Shows the newest block, and each newer one. */
  follow(): void {
    this.following.value = true
    this.#offset.value = 0
  }

  /**
   * Zooms so that the column at a point stays there.
   *
   * @param x of the point, in pixels from the left edge
   */
  zoomBy(factor: number, x = this.#size.peek().width / 2): void {
    const unit = this.#unit.peek()
    const least = Math.max(UNIT_MIN, this.#size.peek().width / COLUMNS_MAX)
    const next = between(unit * factor, least, UNIT_MAX)
    if (next === unit) return
    const fromMiddle = x - this.#size.peek().width / 2
    const column = this.center.peek() + fromMiddle / unit
    this.#unit.value = next
    if (!this.following.peek()) this.#moveTo(column - fromMiddle / next)
  }

  #moveTo(center: number): void {
    const { least, most } = this.#bounds()
    this.#free.value = between(center, least, most)
    this.following.value = center >= most - 0.01
  }

  /** The centers at which an end of the chain is at an edge. A chain that fits is in the middle. */
  #bounds(): { readonly least: number; readonly most: number } {
    const half = (this.#size.value.width / 2 - MARGIN) / this.#unit.value
    const [first, last] = [-0.5, this.#last.value + 0.5]
    if (last - first <= 2 * half) {
      const middle = (first + last) / 2
      return { least: middle, most: middle }
    }
    return { least: first + half, most: last - half }
  }
}
