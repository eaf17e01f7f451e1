import type { TreeEdge } from '../../drawing/treeLayout.ts'
import { type Geometry, linePath, type Point, unclePath } from './geometry.ts'
import type { TreeState } from './treeState.ts'

/** All lines of one look are one element, so that their number does not grow with the number of blocks. */
export function Edges({ state }: { readonly state: TreeState }) {
  const { first, last } = state.camera.range.value
  const geometry = state.camera.geometry.value
  const labels: Point[] = []
  const paths: Record<EdgeLook, string[]> = { canonical: [], side: [], uncle: [], include: [] }
  for (const edge of state.layout.value.edges) {
    if (edge.to.block.number < first - 1 || edge.from.block.number > last + 1) continue
    const [from, to] = [state.at(edge.from), state.at(edge.to)]
    const path = edge.kind === 'uncle' ? unclePath : linePath
    if (edge.kind === 'uncle' && edge.from.lane !== edge.to.lane)
      labels.push(labelPoint(from, to, geometry))
    paths[lookOf(edge)].push(path(from, to, geometry))
  }
  return (
    <g class="edges" aria-hidden="true">
      {Object.entries(paths).map(([look, parts]) => (
        <path
          key={look}
          class={`edge edge-${look}${geometry.unit < 16 ? ' edge-thin' : ''}`}
          d={parts.join('')}
        />
      ))}
      {geometry.detail === 'card' &&
        labels.map(({ x, y }) => (
          <text key={`${x} ${y}`} class="edge-label" x={x} y={y}>
            included by
          </text>
        ))}
    </g>
  )
}

type EdgeLook = 'canonical' | 'side' | 'uncle' | 'include'

function lookOf({ kind, to }: TreeEdge): EdgeLook {
  return kind === 'uncle' ? 'include' : to.kind
}

/** Above the beginning of the line, where nothing else is. */
function labelPoint(from: Point, to: Point, { width, height }: Geometry): Point {
  return { x: from.x + width / 2 + 4, y: from.y + (to.y > from.y ? -6 : height / 4) }
}
