import { useMemo } from 'preact/hooks'
import type { PlacedBlock } from '../../drawing/treeLayout.ts'
import { grouped, shortHex } from '../store/format.ts'
import { countText, type FlagName, labelOf } from './blockText.ts'
import type { Geometry, Point } from './geometry.ts'

interface BlockProperties {
  readonly placed: PlacedBlock
  readonly at: Point
  readonly geometry: Geometry
  readonly opacity: number
  readonly flags: readonly FlagName[]
  readonly isSelected: boolean
  readonly isTarget: boolean
}

/** The id of a block's element. */
export function blockId(hash: string): string {
  return `block-${hash}`
}

/** One block. Its shape says what it is: canonical ones have a full line, side branches a dashed one, uncles are round. */
export function BlockNode(properties: BlockProperties) {
  const { placed, at, geometry, opacity, flags, isSelected, isTarget } = properties
  // Most blocks are the same while the drawing moves. Preact skips an element that is the one of before.
  return useMemo(
    () => drawBlock(properties),
    [placed, at.x, at.y, geometry, opacity, flags.join(), isSelected, isTarget],
  )
}

function drawBlock(properties: BlockProperties) {
  const { placed, at, geometry, opacity, flags, isSelected, isTarget } = properties
  const { block, kind } = placed
  return (
    <g
      id={blockId(block.hash)}
      class="block"
      role="option"
      aria-selected={isSelected}
      aria-label={labelOf(placed, flags)}
      data-hash={block.hash}
      transform={`translate(${at.x.toFixed(1)} ${at.y.toFixed(1)})`}
      opacity={opacity}
    >
      {isSelected && <Selection geometry={geometry} kind={kind} />}
      <Shape geometry={geometry} kind={kind} isTarget={isTarget} />
      {geometry.detail !== 'shape' && <Texts placed={placed} geometry={geometry} />}
    </g>
  )
}

interface ShapeProperties {
  readonly geometry: Geometry
  readonly kind: PlacedBlock['kind']
}

/**
 * The outline. Its looks depend on its own classes only: Chromium does not always notice that a class of the element
 * around it has changed.
 */
function Shape({ geometry, kind, isTarget }: ShapeProperties & { readonly isTarget: boolean }) {
  const { width, height, detail } = geometry
  const classes = ['block-shape', `shape-${kind}`]
  if (detail === 'shape') classes.push('shape-small')
  if (isTarget) classes.push('drop-target')
  return (
    <rect
      class={classes.join(' ')}
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

interface TextsProperties {
  readonly placed: PlacedBlock
  readonly geometry: Geometry
}

/** What is written on a block. Its label says the same to a screen reader. */
function Texts({ placed, geometry }: TextsProperties) {
  const { block } = placed
  const { height, detail } = geometry
  if (detail === 'number') {
    return (
      <g aria-hidden="true">
        <text class="block-number number-small" y="0.36em" text-anchor="middle">
          {grouped(block.number)}
        </text>
      </g>
    )
  }
  return (
    <g aria-hidden="true">
      <text text-anchor="middle">
        <tspan class="block-number" x={2} y={-height / 2 + 21}>
          {grouped(block.number)}
        </tspan>{' '}
        <tspan class="block-hash" x={0} y={-height / 2 + 37}>
          {shortHex(block.hash, 3)}
        </tspan>
      </text>
      <GasBar placed={placed} geometry={geometry} />
    </g>
  )
}

/** Says what the lane of a block is, above its first block. */
export function Caption({ placed, at, geometry }: TextsProperties & { readonly at: Point }) {
  return (
    <text
      class={`caption caption-${placed.kind}`}
      x={at.x}
      y={at.y - geometry.height / 2 - 7}
      text-anchor="middle"
    >
      {placed.kind === 'uncle' ? 'uncle' : 'side branch'}
    </text>
  )
}

/** How much of the gas limit the block uses, and how many transactions it has. */
function GasBar({ placed, geometry }: TextsProperties) {
  const { gasUsed, gasLimit, transactions } = placed.block
  const used = gasLimit === 0 ? 0 : Math.min(1, gasUsed / gasLimit)
  const count = countText(transactions)
  const space = geometry.width - 28
  const width = space - COUNT_GAP - COUNT_DIGIT * count.length
  const place = { x: -space / 2, y: geometry.height / 2 - 12, height: 3, rx: 1.5 }
  return (
    <>
      <rect class="gas-limit" {...place} width={width} />
      <rect class="gas-used" {...place} width={width * used} />
      <text class="block-count" x={space / 2} y={geometry.height / 2 - 7} text-anchor="end">
        {/* The space keeps it apart from the hash for what reads the text. */}
        {` ${count}`}
      </text>
    </>
  )
}

/** Between the bar and the count, in pixels. */
const COUNT_GAP = 6

/** The width of a digit of the count, in pixels. */
const COUNT_DIGIT = 5.5
