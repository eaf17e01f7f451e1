import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import { grouped, shortHex } from '../store/format.ts'
import { type FlagName, labelOf } from './blockText.ts'
import type { Geometry, Point } from './geometry.ts'

interface BlockProperties {
  readonly placed: PlacedBlock
  readonly at: Point
  readonly geometry: Geometry
  readonly opacity: number
  readonly flags: readonly FlagName[]
  readonly isSelected: boolean
  readonly isTarget: boolean
  /** whether it is the first of its lane, which says what the lane is */
  readonly isFirst: boolean
}

/** The id of a block's element. */
export function blockId(hash: string): string {
  return `block-${hash}`
}

/** One block. Its shape says what it is: canonical ones have a full line, side branches a dashed one, uncles are round. */
export function BlockNode(properties: BlockProperties) {
  const { placed, at, geometry, opacity, flags, isSelected, isTarget, isFirst } = properties
  const { block, kind } = placed
  const classes = ['block', `block-${kind}`, `detail-${geometry.detail}`]
  if (isSelected) classes.push('selected')
  if (isTarget) classes.push('drop-target')
  return (
    <g
      id={blockId(block.hash)}
      class={classes.join(' ')}
      role="option"
      aria-selected={isSelected}
      aria-label={labelOf(placed, flags)}
      data-hash={block.hash}
      transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}
      opacity={opacity}
    >
      {isSelected && <Selection geometry={geometry} kind={kind} />}
      <Shape geometry={geometry} kind={kind} />
      {geometry.detail !== 'shape' && <Texts placed={placed} geometry={geometry} />}
      {geometry.detail === 'card' && isFirst && kind !== 'canonical' && (
        <text class="block-caption" x={0} y={-geometry.height / 2 - 7} text-anchor="middle">
          {kind === 'uncle' ? 'uncle' : 'side branch'}
        </text>
      )}
    </g>
  )
}

interface ShapeProperties {
  readonly geometry: Geometry
  readonly kind: PlacedBlock['kind']
}

function Shape({ geometry, kind }: ShapeProperties) {
  const { width, height } = geometry
  return (
    <rect
      class="block-shape"
      x={-width / 2}
      y={-height / 2}
      width={width}
      height={height}
      rx={cornerOf(geometry, kind)}
    />
  )
}

/** Around the block rather than in its colour, so that it is seen in every theme. */
function Selection({ geometry, kind }: ShapeProperties) {
  const [width, height] = [geometry.width + 8, geometry.height + 8]
  return (
    <rect
      class="block-selection"
      x={-width / 2}
      y={-height / 2}
      width={width}
      height={height}
      rx={cornerOf(geometry, kind) + 4}
    />
  )
}

function cornerOf({ height, detail }: Geometry, kind: PlacedBlock['kind']): number {
  if (kind === 'uncle') return height / 2
  return detail === 'shape' ? Math.min(4, height / 5) : 8
}

function Texts({
  placed,
  geometry,
}: {
  readonly placed: PlacedBlock
  readonly geometry: Geometry
}) {
  const { block } = placed
  const { width, height, detail } = geometry
  const used = block.gasLimit === 0 ? 0 : Math.min(1, block.gasUsed / block.gasLimit)
  if (detail === 'number') {
    return (
      <text class="block-number" y="0.36em" text-anchor="middle">
        {grouped(block.number)}
      </text>
    )
  }
  const bar = width - 28
  return (
    <>
      <text class="block-number" y={-height / 2 + 21} text-anchor="middle">
        {grouped(block.number)}
      </text>
      <text class="block-hash" y={-height / 2 + 37} text-anchor="middle">
        {shortHex(block.hash, 3)}
      </text>
      <rect class="gas-limit" x={-bar / 2} y={height / 2 - 12} width={bar} height={3} rx={1.5} />
      <rect
        class="gas-used"
        x={-bar / 2}
        y={height / 2 - 12}
        width={bar * used}
        height={3}
        rx={1.5}
      />
    </>
  )
}
