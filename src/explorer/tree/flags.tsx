import type { FlagName } from './blockText.ts'
import type { Geometry, Point } from './geometry.ts'

const WIDTHS: Readonly<Record<FlagName, number>> = { head: 50, safe: 46, finalized: 72 }
const FLAG_HEIGHT = 20

interface FlagsProperties {
  readonly names: readonly FlagName[]
  readonly at: Point
  readonly geometry: Geometry
  /** whether the head flag can be dragged */
  readonly isMovable: boolean
}

/** The flags of one block, above it. */
export function Flags({ names, at, geometry, isMovable }: FlagsProperties) {
  const pole = -geometry.height / 2
  let x = -geometry.width / 2 + (geometry.detail === 'shape' ? geometry.width / 2 : 10)
  return (
    <g
      class="flags"
      aria-hidden="true"
      transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}
    >
      {names.map((name) => {
        const left = x
        x += WIDTHS[name] + 3
        return <Flag key={name} name={name} x={left} y={pole} isMovable={isMovable} />
      })}
    </g>
  )
}

interface FlagProperties {
  readonly name: FlagName
  readonly x: number
  readonly y: number
  readonly isMovable: boolean
}

/** A pennant whose pole stands at x, y. */
export function Flag({ name, x, y, isMovable }: FlagProperties) {
  const [width, top] = [WIDTHS[name], -FLAG_HEIGHT - 5]
  const notch = width - 6
  const isHandle = name === 'head' && isMovable
  return (
    <g
      class={`flag flag-${name}${isHandle ? ' flag-movable' : ''}`}
      data-flag={isHandle ? name : undefined}
      transform={`translate(${x} ${y})`}
    >
      <path class="flag-pole" d={`M0 0V${top}`} />
      <path
        class="flag-cloth"
        d={`M0 ${top}H${width}L${notch} ${top + FLAG_HEIGHT / 2}L${width} ${top + FLAG_HEIGHT}H0Z`}
      />
      <text class="flag-text" x={7} y={top + FLAG_HEIGHT / 2} dy="0.35em">
        {name}
      </text>
      {isHandle && <title>Drag to another block to move the head</title>}
    </g>
  )
}
