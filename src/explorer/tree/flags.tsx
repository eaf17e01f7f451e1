import { FLAG_NAMES, type FlagName } from './blockText.ts'
import type { Geometry } from './geometry.ts'
import type { TreeState } from './treeState.ts'

const WIDTHS: Readonly<Record<FlagName, number>> = { head: 50, safe: 46, finalized: 72 }
const FLAG_HEIGHT = 20

interface FlagsProperties {
  readonly state: TreeState
  /** whether the head flag can be dragged */
  readonly isMovable: boolean
}

/** All flags, each above its block. Where they would cover each other, one is raised. */
export function Flags({ state, isMovable }: FlagsProperties) {
  const geometry = state.camera.geometry.value
  const taken: { left: number; right: number; level: number }[] = []
  return (
    <g class="flags" aria-hidden="true">
      {FLAG_NAMES.map((name) => {
        const hash = state.tree.latest.value?.[name]?.hash
        const placed = hash === undefined ? undefined : state.layout.value.byHash.get(hash)
        if (placed === undefined) return null
        const { x, y } = state.at(placed)
        const left = x + poleAt(geometry)
        const right = left + WIDTHS[name] + 2
        let level = 0
        while (taken.some((e) => e.level === level && e.left < right && left < e.right)) level += 1
        taken.push({ left, right, level })
        return (
          <Flag
            key={name}
            name={name}
            x={left}
            y={y - geometry.height / 2}
            level={level}
            isMovable={isMovable}
          />
        )
      })}
    </g>
  )
}

/** Left of the middle of a block, so that the flag is above the block. */
function poleAt({ width, detail }: Geometry): number {
  return detail === 'shape' ? 0 : -width / 2 + 8
}

interface FlagProperties {
  readonly name: FlagName
  readonly x: number
  readonly y: number
  /** how many flags are below it */
  readonly level?: number
  readonly isMovable: boolean
}

/** A pennant whose pole stands at x, y. */
export function Flag({ name, x, y, level = 0, isMovable }: FlagProperties) {
  const [width, top] = [WIDTHS[name], -(FLAG_HEIGHT + 3) * (level + 1) - 3]
  const notch = width - 6
  const isHandle = name === 'head' && isMovable
  return (
    <g
      class={`flag flag-${name}${isHandle ? ' flag-movable' : ''}`}
      data-flag={isHandle ? name : undefined}
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}
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
