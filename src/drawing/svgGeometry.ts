/** Distances and sizes, in pixels. */
export interface Geometry {
  /** from one column to the next */
  readonly unit: number
  /** from one lane to the next */
  readonly laneGap: number
  /** of a block */
  readonly width: number
  readonly height: number
  /** around the picture */
  readonly margin: number
}

export interface Point {
  readonly x: number
  readonly y: number
}

/** A block in a lane; its column is its number. */
interface Placed {
  readonly block: { readonly number: number }
  readonly lane: number
}

/** Returns the centers of blocks. */
export function pointOf(
  { unit, laneGap, width, height, margin }: Geometry,
  firstNumber: number,
  firstLane: number,
): (placed: Placed) => Point {
  return ({ block, lane }) => ({
    x: margin + width / 2 + (block.number - firstNumber) * unit,
    y: margin + height / 2 + (lane - firstLane) * laneGap,
  })
}

/** The path from a block to its child: straight in a lane, otherwise bent. */
export function way(from: Point, to: Point, { width }: Geometry): string {
  const [start, end] = [from.x + width / 2, to.x - width / 2]
  if (from.y === to.y) return `M${start} ${from.y}H${end}`
  const middle = (start + end) / 2
  return `M${start} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${end} ${to.y}`
}

/** The path from an uncle to the edge of the block that includes it. */
export function unclePath(from: Point, to: Point, { width, height }: Geometry): string {
  const direction = to.y < from.y ? -1 : 1
  const start = { x: from.x + width / 2, y: from.y }
  const end = { x: to.x - width / 4, y: to.y - (direction * height) / 2 }
  const bend = { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 }
  return `M${start.x} ${start.y}C${bend.x} ${start.y} ${end.x} ${bend.y} ${end.x} ${end.y}`
}
