import { grouped } from '../store/format.ts'
import type { TreeState } from './treeState.ts'

/** How far apart numbers are, at least, in pixels. */
const DISTANCE = 84

/** The numbers of blocks along the upper edge. */
export function Ruler({ state }: { readonly state: TreeState }) {
  const { first, last } = state.camera.range.value
  const { unit } = state.camera.geometry.value
  const { x: shift } = state.shift()
  const step = stepFor(DISTANCE / unit)
  const numbers: number[] = []
  for (let at = Math.ceil(first / step) * step; at <= last; at += step) numbers.push(at)
  return (
    <g class="ruler" aria-hidden="true">
      {numbers.map((number) => {
        const x = (number - state.origin.value) * unit + shift
        return (
          <g key={number} transform={`translate(${x.toFixed(1)} 0)`}>
            <path class="ruler-line" d={`M0 22V${state.camera.size.value.height}`} />
            <text class="ruler-number" y={15} text-anchor="middle">
              {grouped(number)}
            </text>
          </g>
        )
      })}
    </g>
  )
}

/** The least of 1, 2, 5, 10, 20, … that is not less. */
function stepFor(least: number): number {
  let power = 1
  while (10 * power < least) power *= 10
  return power * (least <= power ? 1 : least <= 2 * power ? 2 : least <= 5 * power ? 5 : 10)
}
