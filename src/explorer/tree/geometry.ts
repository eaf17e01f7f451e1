import type { PlacedBlock } from '../../drawing/treeLayout.ts'

/** How much of a block is written on it. */
type Detail = 'card' | 'number' | 'shape'

/** Distances and sizes of the drawing, in pixels. */
export interface Geometry {
  /** from one column to the next */
  readonly unit: number
  /** from one lane to the next */
  readonly laneGap: number
  /** of a block */
  readonly width: number
  readonly height: number
  readonly detail: Detail
}

export const UNIT_MIN = 5
export const UNIT_MAX = 150
export const UNIT_START = 112
export const UNIT_NARROW = 66

/** Everything follows from the distance of two columns. */
export function geometryFor(unit: number): Geometry {
  const detail: Detail = unit >= 96 ? 'card' : unit >= 44 ? 'number' : 'shape'
  return {
    unit,
    laneGap: between(unit * 0.8, 46, 100),
    width: detail === 'shape' ? Math.max(3, unit * 0.62) : unit - between(unit * 0.24, 12, 32),
    height: detail === 'shape' ? between(unit * 0.62, 8, 26) : between(unit * 0.5, 28, 58),
    detail,
  }
}

/** A point of the drawing, where block 0 of the canonical branch is at 0, 0. */
export interface Point {
  readonly x: number
  readonly y: number
}

/** The path of a line from one block to a later one: straight in a lane, otherwise with a bend in each. */
export function linePath(from: Point, to: Point, { width }: Geometry): string {
  const [x1, x2] = [from.x + width / 2, to.x - width / 2]
  if (Math.abs(from.y - to.y) < 0.5) return `M${round(x1)} ${round(from.y)}H${round(x2)}`
  const middle = (x1 + x2) / 2
  return `M${round(x1)} ${round(from.y)}C${round(middle)} ${round(from.y)} ${round(middle)} ${round(to.y)} ${round(x2)} ${round(to.y)}`
}

/** The path of a line from an uncle to the block that includes it, which ends at the edge that faces the uncle. */
export function unclePath(from: Point, to: Point, { width, height }: Geometry): string {
  const direction = Math.sign(to.y - from.y) || 1
  const start = { x: from.x + width * 0.5, y: from.y }
  const end = { x: to.x + width * 0.34, y: to.y - (direction * height) / 2 }
  const bend = Math.max(8, Math.abs(end.x - start.x) * 0.6)
  const pull = (end.y - start.y) * 0.6
  return `M${round(start.x)} ${round(start.y)}C${round(start.x + bend)} ${round(start.y)} ${round(end.x)} ${round(end.y - pull)} ${round(end.x)} ${round(end.y)}`
}

/** The block nearest to a point, if the point is on it or close to it. */
export function blockAt(
  point: Point,
  blocks: readonly PlacedBlock[],
  at: (placed: PlacedBlock) => Point,
  geometry: Geometry,
): PlacedBlock | undefined {
  const reach = { x: geometry.unit / 2, y: Math.max(geometry.height, geometry.laneGap) / 2 }
  return blocks.find((placed) => {
    const { x, y } = at(placed)
    return Math.abs(x - point.x) <= reach.x && Math.abs(y - point.y) <= reach.y
  })
}

export function between(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value))
}

/** Paths are long, and tenths of a pixel are not seen. */
function round(value: number): number {
  return Math.round(value * 10) / 10
}
