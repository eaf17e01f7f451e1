import { type Geometry, type Point, pointOf, unclePath, way } from './svgGeometry.ts'
import { STYLE } from './svgStyle.ts'
import { element, textElement } from './svgText.ts'
import {
  layoutTree,
  type PendingTreeBlock,
  type PlacedBlock,
  type TreeBlock,
  type TreeLayout,
} from './treeLayout.ts'

/** A block that a flag points to. */
interface Flagged {
  readonly hash: string
}

/** What a picture shows. */
export interface TreePicture {
  readonly blocks: readonly TreeBlock[]
  readonly head: Flagged
  readonly safe?: Flagged | null | undefined
  readonly finalized?: Flagged | null | undefined
  /** the block that would be mined next */
  readonly pending?: Pick<PendingTreeBlock, 'number' | 'parentHash'> | null | undefined
}

/** The distances of a picture, in pixels. */
const GEOMETRY: Geometry = { unit: 112, laneGap: 92, width: 84, height: 52, margin: 34 }

/** Space below the lowest lane, for the flags and the key to the picture. */
const FOOTER = 52

/**
 * Draws blocks as an SVG file: the canonical branch in a row, uncles above it, side branches below it. It needs neither
 * scripts nor other files, follows the reader's choice of a light or dark scheme, and reads as text without colours.
 *
 * @param title what the picture shows, for readers who hear it
 */
export function drawTree(picture: TreePicture, title: string): string {
  const { blocks, pending, ...flagged } = picture
  const layout = layoutTree(blocks)
  const parent = pending ? layout.byHash.get(pending.parentHash) : undefined
  const first = layout.blocks[0]?.block.number ?? 0
  const highest = layout.blocks.at(-1)?.block.number ?? first
  const last = Math.max(highest, (parent?.block.number ?? -1) + 1)
  const { unit, laneGap, height, margin } = GEOMETRY
  const rows = layout.lanes.last - layout.lanes.first
  const size = {
    width: Math.max(3 * unit, (last - first) * unit + GEOMETRY.width + 2 * margin),
    height: rows * laneGap + height + margin + FOOTER,
  }
  const at = pointOf(GEOMETRY, first, layout.lanes.first)
  const flags = flagsOf(flagged)
  const lines = layout.edges.map(({ kind, from, to }) =>
    element('path', {
      class: kind,
      d: kind === 'uncle' ? unclePath(at(from), at(to), GEOMETRY) : way(at(from), at(to), GEOMETRY),
      'marker-end': kind === 'uncle' ? 'url(#arrow)' : undefined,
    }),
  )
  const cards = layout.blocks.map((placed) =>
    drawBlock(placed, at(placed), flags.get(placed.block.hash) ?? []),
  )
  return `${element(
    'svg',
    {
      xmlns: 'http://www.w3.org/2000/svg',
      width: size.width,
      height: size.height,
      viewBox: `0 0 ${size.width} ${size.height}`,
      role: 'img',
      'aria-labelledby': 'title description',
    },
    [
      textElement('title', { id: 'title' }, title),
      textElement('desc', { id: 'description' }, describe(layout, flags, parent)),
      `<style>${STYLE}</style>`,
      ARROW,
      element('rect', { class: 'background', width: size.width, height: size.height }),
      ...lines,
      ...cards,
      ...(parent === undefined ? [] : [drawPending(parent, at)]),
      textElement('text', { class: 'key', x: margin, y: size.height - 14 }, keyTo(layout, parent)),
    ],
  )}\n`
}

/** The end of the line from an uncle to the block that includes it. */
const ARROW = element('defs', {}, [
  element(
    'marker',
    {
      id: 'arrow',
      viewBox: '0 0 8 8',
      refX: 7,
      refY: 4,
      markerWidth: 7,
      markerHeight: 7,
      orient: 'auto',
    },
    [element('path', { class: 'arrow', d: 'M0 0L8 4L0 8z' })],
  ),
])

/** The flags of blocks, by hash. */
function flagsOf({
  head,
  safe,
  finalized,
}: Omit<TreePicture, 'blocks'>): ReadonlyMap<string, readonly string[]> {
  const flags = new Map<string, string[]>()
  for (const [name, block] of Object.entries({ head, safe, finalized })) {
    if (block) flags.set(block.hash, [...(flags.get(block.hash) ?? []), name])
  }
  return flags
}

function drawBlock(placed: PlacedBlock, { x, y }: Point, flags: readonly string[]): string {
  const { block, kind } = placed
  const { width, height } = GEOMETRY
  const [left, top] = [x - width / 2, y - height / 2]
  const flag = flags.join(' · ')
  const kindText = kind === 'canonical' ? '' : kind
  const notes = [kindText, block.irregular ? 'irregular' : ''].filter((text) => text !== '')
  const shape = element('rect', { class: 'card', x: left, y: top, width, height, rx: 7 })
  const pill = {
    x: x - flag.length * 3.3 - 8,
    y: y + height / 2 - 3,
    width: flag.length * 6.6 + 16,
  }
  return element('g', { class: kind }, [
    textElement('title', {}, labelOf(placed, flags)),
    shape,
    textElement('text', { class: 'number', x, y: y - 7 }, String(block.number)),
    textElement('text', { class: 'detail', x, y: y + 8 }, counted(block.transactions, 'tx', 'txs')),
    textElement('text', { class: 'detail', x, y: y + 20 }, block.hash.slice(0, 10)),
    ...(notes.length === 0
      ? []
      : [textElement('text', { class: 'note', x, y: top - 5 }, notes.join(', '))]),
    ...(flag === ''
      ? []
      : [
          element('rect', { class: 'pill', ...pill, height: 16, rx: 8 }),
          textElement('text', { class: 'flag', x, y: pill.y + 12 }, flag),
        ]),
  ])
}

/** The block that would be mined next, right of its parent. */
function drawPending(parent: PlacedBlock, at: (placed: PlacedBlock) => Point): string {
  const { unit, width, height } = GEOMETRY
  const from = at(parent)
  const { x, y } = { x: from.x + unit, y: from.y }
  const number = parent.block.number + 1
  return element('g', { class: 'pending' }, [
    textElement('title', {}, `Block ${number}, pending: it would be mined next`),
    element('path', { class: 'parent', d: way(from, { x, y }, GEOMETRY) }),
    element('rect', {
      class: 'card',
      x: x - width / 2,
      y: y - height / 2,
      width,
      height,
      rx: 7,
    }),
    textElement('text', { class: 'number', x, y: y - 2 }, String(number)),
    textElement('text', { class: 'detail', x, y: y + 14 }, 'pending'),
  ])
}

/** What a reader hears about a block, or sees when the pointer is on it. */
function labelOf({ block, kind }: PlacedBlock, flags: readonly string[]): string {
  const parts = [
    `Block ${block.number}`,
    kind === 'side' ? 'side branch' : kind,
    ...flags,
    counted(block.transactions, 'transaction', 'transactions'),
    ...(block.uncles.length > 0
      ? [`includes ${counted(block.uncles.length, 'uncle', 'uncles')}`]
      : []),
    ...(block.branch === null ? [] : [`branch ${block.branch}`]),
    ...(block.irregular ? ['irregular'] : []),
    block.hash,
  ]
  return parts.join(', ')
}

/** The picture in sentences. */
function describe(
  { blocks }: TreeLayout,
  flags: ReadonlyMap<string, readonly string[]>,
  parentOfPending: PlacedBlock | undefined,
): string {
  const first = blocks[0]?.block.number
  const last = blocks.at(-1)?.block.number
  if (first === undefined || last === undefined) return 'There are no blocks in this range.'
  const of = (wanted: PlacedBlock['kind']) => blocks.filter(({ kind }) => kind === wanted)
  const numbers = (list: readonly PlacedBlock[]) => list.map(({ block }) => block.number).join(', ')
  const sentences = [`Blocks ${first} to ${last}.`]
  const canonical = of('canonical')
  sentences.push(`${counted(canonical.length, 'block is', 'blocks are')} canonical.`)
  for (const [kind, one, several] of [
    ['uncle', 'An uncle has the number', 'Uncles have the numbers'],
    ['side', 'A side branch has block', 'Side branches have blocks'],
  ] as const) {
    const list = of(kind)
    if (list.length > 0) sentences.push(`${list.length === 1 ? one : several} ${numbers(list)}.`)
  }
  for (const { block } of blocks) {
    for (const flag of flags.get(block.hash) ?? []) {
      sentences.push(`${flag} is block ${block.number}.`)
    }
  }
  if (parentOfPending !== undefined) {
    sentences.push(`The pending block would be ${parentOfPending.block.number + 1}.`)
  }
  return sentences.join(' ')
}

/** Explains the kinds of blocks that a picture has. */
function keyTo({ blocks }: TreeLayout, parentOfPending: PlacedBlock | undefined): string {
  const kinds = new Set(blocks.map(({ kind }) => kind))
  return [
    'solid: canonical',
    ...(kinds.has('uncle') ? ['dashed: uncle, with a line to the block that includes it'] : []),
    ...(kinds.has('side') ? ['dotted: side branch'] : []),
    ...(parentOfPending === undefined ? [] : ['thin: pending']),
  ].join('   ')
}

function counted(count: number, one: string, several: string): string {
  return `${count} ${count === 1 ? one : several}`
}
