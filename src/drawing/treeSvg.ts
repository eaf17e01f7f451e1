import { layoutTree, type PlacedBlock, type TreeBlock, type TreeEdge } from './treeLayout.ts'

/** What a picture of a tree shows. */
export interface TreePicture {
  readonly title: string
  readonly blocks: readonly TreeBlock[]
  /** hashes of the blocks with flags; null where there is none */
  readonly flags: {
    readonly head: string
    readonly safe: string | null
    readonly finalized: string | null
  }
}

const UNIT = 92
const LANE = 76
const WIDTH = 64
const HEIGHT = 44
const MARGIN = 40
const LEGEND = 34

/** Colours are not the only difference: side blocks have dashed edges, uncles round corners. */
const STYLE = `
text{font:12px ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;fill:#1c2733;text-anchor:middle}
.number{font-weight:600}
.small{font-size:10px;fill:#51606f}
.legend{text-anchor:start}
.ground{fill:#fff}
rect.block{fill:#e8f1fb;stroke:#1f5f9e;stroke-width:1.5}
rect.side{fill:#f3f1ee;stroke:#7a6a55;stroke-dasharray:5 3}
rect.uncle{fill:#fbf0dc;stroke:#a15c00}
path{fill:none;stroke:#1f5f9e;stroke-width:1.5}
path.side{stroke:#7a6a55;stroke-dasharray:5 3}
path.uncle{stroke:#a15c00;stroke-dasharray:1.5 3}
@media (prefers-color-scheme:dark){
text{fill:#e7edf3}
.small{fill:#a9b7c4}
.ground{fill:#12181f}
rect.block{fill:#17324d;stroke:#7db8f0}
rect.side{fill:#2a2722;stroke:#c4b49c}
rect.uncle{fill:#3a2c12;stroke:#f0b45a}
path{stroke:#7db8f0}
path.side{stroke:#c4b49c}
path.uncle{stroke:#f0b45a}
}`

/**
 * Draws blocks as an SVG: a column for each number, the canonical branch in one lane, side branches below it, uncles above
 * it. It is readable on light and dark pages, and says to screen readers what it shows.
 */
export function treeSvg({ title, blocks, flags }: TreePicture): string {
  const { blocks: placed, edges, lanes } = layoutTree(blocks)
  const first = placed[0]?.block.number ?? 0
  const last = placed.at(-1)?.block.number ?? first
  const at: Place = ({ block, lane }) => ({
    x: MARGIN + (block.number - first) * UNIT,
    y: MARGIN + (lane - lanes.first) * LANE,
  })
  const width = 2 * MARGIN + (last - first) * UNIT + WIDTH
  const height = 2 * MARGIN + (lanes.last - lanes.first) * LANE + HEIGHT + LEGEND
  const flagsOf = (hash: string) =>
    Object.entries(flags).flatMap(([name, flagged]) => (flagged === hash ? [name] : []))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${escapeXml(title)}</title>`,
    `<desc id="description">${escapeXml(describe(placed, first, last))}</desc>`,
    `<style>${STYLE}\n</style>`,
    `<rect class="ground" width="${width}" height="${height}"/>`,
    ...edges.map((edge) => drawEdge(edge, at)),
    ...placed.map((each) => drawBlock(each, at, flagsOf(each.block.hash))),
    drawLegend(placed, height - LEGEND / 2),
    '</svg>',
    '',
  ].join('\n')
}

type Place = (placed: PlacedBlock) => { readonly x: number; readonly y: number }

function drawEdge({ kind, from, to }: TreeEdge, at: Place): string {
  const [start, end] = [at(from), at(to)]
  if (kind === 'uncle') {
    const [x1, y1] = [start.x + WIDTH / 2, start.y + HEIGHT]
    const [x2, y2] = [end.x + WIDTH / 2, end.y < start.y ? end.y + HEIGHT : end.y]
    return `<path class="uncle" d="M${x1} ${y1}C${x1} ${y2} ${x2} ${y1} ${x2} ${y2}"/>`
  }
  const [x1, y1] = [start.x + WIDTH, start.y + HEIGHT / 2]
  const [x2, y2] = [end.x, end.y + HEIGHT / 2]
  const middle = (x1 + x2) / 2
  const line =
    y1 === y2 ? `M${x1} ${y1}H${x2}` : `M${x1} ${y1}C${middle} ${y1} ${middle} ${y2} ${x2} ${y2}`
  return `<path class="${to.kind}" d="${line}"/>`
}

function drawBlock(placed: PlacedBlock, at: Place, flags: readonly string[]): string {
  const { block, kind } = placed
  const { x, y } = at(placed)
  const center = x + WIDTH / 2
  const round = kind === 'uncle' ? 18 : 6
  const branch = block.branch === null ? '' : `, branch ${block.branch}`
  const name = `Block ${block.number}, ${kind}${branch}, ${count(block.transactions, 'transaction')}, ${block.hash}`
  return [
    `<g><title>${escapeXml(name)}</title>`,
    `<rect class="block ${kind}" x="${x}" y="${y}" width="${WIDTH}" height="${HEIGHT}" rx="${round}"/>`,
    `<text class="number" x="${center}" y="${y + 19}">${block.number}</text>`,
    `<text class="small" x="${center}" y="${y + 34}">${escapeXml(block.hash.slice(2, 8))}</text>`,
    ...(flags.length === 0
      ? []
      : [`<text x="${center}" y="${y - 8}">▼ ${escapeXml(flags.join(', '))}</text>`]),
    '</g>',
  ].join('')
}

function drawLegend(placed: readonly PlacedBlock[], y: number): string {
  const words = { canonical: 'canonical branch', side: 'side branch', uncle: 'uncle' } as const
  const kinds = (['canonical', 'side', 'uncle'] as const).filter((kind) =>
    placed.some((each) => each.kind === kind),
  )
  return kinds
    .map((kind, index) => {
      const x = MARGIN + index * 150
      const round = kind === 'uncle' ? 7 : 3
      return `<rect class="block ${kind}" x="${x}" y="${y - 12}" width="20" height="14" rx="${round}"/><text class="legend" x="${x + 28}" y="${y}">${words[kind]}</text>`
    })
    .join('')
}

function describe(placed: readonly PlacedBlock[], first: number, last: number): string {
  const countOf = (kind: PlacedBlock['kind']) => placed.filter((each) => each.kind === kind).length
  const [own, side, uncles] = [countOf('canonical'), countOf('side'), countOf('uncle')]
  return `Blocks ${first} to ${last}: ${own} on the canonical branch, ${side} on side branches, ${count(uncles, 'uncle')}.`
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Also without control characters, which XML does not allow. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[&<>"']/g, (character) => escapes[character] as string)
    .replaceAll(/\p{Cc}/gu, '�')
}
