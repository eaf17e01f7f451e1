import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import { useSession } from '../sessionContext.ts'
import { type ForkStart, forkAt } from '../store/forks.ts'
import type { TreeState } from './treeState.ts'

/** How many names are written above each other where lines are close together. */
const ROWS = 4

const ROW_HEIGHT = 15

/** The names begin below the numbers of the ruler. */
const FIRST_ROW = 36

/** An estimate of how wide a letter is. */
const LETTER = 7

/** A line where the rules of the chain change. */
interface ForkLine {
  readonly name: string
  /** of the first block that follows these rules */
  readonly number: number
}

/** Lines before the blocks with which network upgrades begin. */
export function ForkLines({ state }: { readonly state: TreeState }) {
  const forks = useSession().permissions.value?.forks ?? []
  const { unit } = state.camera.geometry.value
  const { height } = state.camera.size.value
  const { x: shift } = state.shift()
  const ends: number[] = []
  return (
    <g class="fork-lines" aria-hidden="true">
      {forkLines(state, forks).map(({ name, number }) => {
        const x = (number - 0.5 - state.origin.value) * unit + shift
        const free = Array.from({ length: ROWS }, (_, row) => row).find(
          (row) => x > (ends[row] ?? Number.NEGATIVE_INFINITY),
        )
        if (free !== undefined) ends[free] = x + LETTER * name.length + 8
        return (
          <g key={number} transform={`translate(${x.toFixed(1)} 0)`}>
            <path class="ruler-fork" d={`M0 22V${height}`} />
            {free !== undefined && (
              <text class="ruler-fork-name" x={5} y={FIRST_ROW + free * ROW_HEIGHT}>
                {name}
              </text>
            )}
          </g>
        )
      })}
    </g>
  )
}

/** The first canonical block of each fork in view. */
function forkLines(state: TreeState, forks: readonly ForkStart[]): readonly ForkLine[] {
  if (forks.length === 0) return []
  const { byHash } = state.layout.value
  return state.visible.value
    .filter(({ kind }: PlacedBlock) => kind === 'canonical')
    .flatMap(({ block }) => {
      const parent = byHash.get(block.parentHash)?.block
      const name = forkAt(forks, block)
      if (parent === undefined && block.number > 0) return []
      if (parent !== undefined && forkAt(forks, parent) === name) return []
      return [{ name, number: block.number }]
    })
}
