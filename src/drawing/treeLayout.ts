/** A block as `ommer_tree` describes it. */
export interface TreeBlock {
  readonly hash: string
  readonly number: number
  readonly parentHash: string
  /** in seconds */
  readonly timestamp: number
  readonly miner: string
  /** how many */
  readonly transactions: number
  readonly gasUsed: number
  readonly gasLimit: number
  /** hashes of the uncles that this block includes */
  readonly uncles: readonly string[]
  /** whether it is on the branch of the endpoint's head */
  readonly isCanonical: boolean
  /** whether a block includes it as an uncle */
  readonly isUncle: boolean
  /** the hash of a block that includes it as an uncle */
  readonly includedBy: string | null
  /** the name of its branch, null for the main branch */
  readonly branch: string | null
  /** set if a test has written something in it that the protocol forbids */
  readonly irregular?: true | undefined
}

/** The block that would be mined next. */
export interface PendingTreeBlock {
  readonly parentHash: string
  readonly number: number
  /** how many */
  readonly transactions: number
}

/** How a block is drawn: what it is to the chain that its head has chosen. */
type BlockKind = 'canonical' | 'side' | 'uncle'

/** A block and its place. Its column is its number. */
export interface PlacedBlock {
  readonly block: TreeBlock
  readonly kind: BlockKind
  /** 0 is the canonical branch; its uncles are above it (negative), side branches and their uncles below it (positive) */
  readonly lane: number
}

/** A line between two blocks that both have a place. */
export interface TreeEdge {
  /** `parent`: from a block to its child. `uncle`: from an uncle to a block that includes it. */
  readonly kind: 'parent' | 'uncle'
  readonly from: PlacedBlock
  readonly to: PlacedBlock
}

export interface TreeLayout {
  /** in ascending order of numbers, those of one number from the uppermost lane to the lowest */
  readonly blocks: readonly PlacedBlock[]
  readonly byHash: ReadonlyMap<string, PlacedBlock>
  readonly edges: readonly TreeEdge[]
  /** the lane of the uppermost block, at most 0, and of the lowest, at least 0 */
  readonly lanes: { readonly first: number; readonly last: number }
}

/**
 * Places blocks in a grid. The column of a block is its number, its lane says what it is: the canonical branch is lane 0,
 * its uncles are above it, and each side branch has a lane below it, with its uncles further down.
 *
 * The result depends only on the set of blocks, not on their order. Blocks whose parent is not among them begin a branch,
 * so a part of a chain can be placed by itself. It has no units: who draws multiplies columns and lanes by distances.
 *
 * @param blocks each at most once; several may have the same number
 */
export function layoutTree(blocks: Iterable<TreeBlock>): TreeLayout {
  const sorted = [...blocks].sort(byNumberAndHash)
  const known = new Map(sorted.map((block) => [block.hash, block]))
  const children = childrenOf(sorted, known)
  const kindOf = (block: TreeBlock): BlockKind => {
    if (block.isCanonical) return 'canonical'
    return isPlainUncle(block, known, children) ? 'uncle' : 'side'
  }
  const placed = new Map<string, PlacedBlock>()
  const place = (block: TreeBlock, lane: number): void => {
    placed.set(block.hash, { block, kind: kindOf(block), lane })
  }
  for (const block of sorted) if (block.isCanonical) place(block, 0)
  const isAbove = (block: TreeBlock): boolean =>
    kindOf(block) === 'uncle' && includerOf(block, known)?.isCanonical !== false
  const above = new Lanes()
  for (const block of sorted.filter(isAbove)) {
    place(block, -above.take(1, block.number, endOfLine(block, known)))
  }
  const layout: LayoutState = { known, children, placed, place }
  const below = new Lanes()
  placeBranches(
    sorted.filter((block) => kindOf(block) === 'side'),
    below,
    layout,
  )
  for (const block of sorted.filter((each) => !placed.has(each.hash))) {
    const includer = includerOf(block, known)
    const lane = (includer && placed.get(includer.hash)?.lane) ?? 0
    place(block, below.take(lane + 1, block.number, endOfLine(block, known)))
  }
  return {
    blocks: [...placed.values()].sort(byPlace),
    byHash: placed,
    edges: edgesOf(sorted, placed),
    lanes: lanesOf(placed.values()),
  }
}

interface LayoutState {
  readonly known: ReadonlyMap<string, TreeBlock>
  readonly children: ReadonlyMap<string, readonly TreeBlock[]>
  readonly placed: ReadonlyMap<string, PlacedBlock>
  place(block: TreeBlock, lane: number): void
}

/** Gives each side branch the first free lane below the branch from which it forks off. */
function placeBranches(blocks: readonly TreeBlock[], lanes: Lanes, layout: LayoutState): void {
  const { known, children, placed, place } = layout
  const heights = heightsOf(blocks, children)
  const heirOf = (block: TreeBlock): TreeBlock | undefined =>
    children
      .get(block.hash)
      ?.filter((child) => heights.has(child.hash))
      .sort((one, other) => (heights.get(other.hash) ?? 0) - (heights.get(one.hash) ?? 0))[0]
  for (const first of blocks) {
    if (placed.has(first.hash)) continue
    const parent = known.get(first.parentHash)
    const parentLane = parent === undefined ? 0 : (placed.get(parent.hash)?.lane ?? 0)
    const branch: TreeBlock[] = []
    for (let at: TreeBlock | undefined = first; at !== undefined; at = heirOf(at)) branch.push(at)
    const last = first.number + branch.length - 1
    const lane = lanes.take(Math.max(0, parentLane) + 1, first.number, last)
    for (const block of branch) place(block, lane)
  }
}

/** The number of the last block of the longest branch that begins with each block. */
function heightsOf(
  blocks: readonly TreeBlock[],
  children: ReadonlyMap<string, readonly TreeBlock[]>,
): ReadonlyMap<string, number> {
  const heights = new Map<string, number>()
  for (const block of blocks.toReversed()) {
    let height = block.number
    for (const { hash } of children.get(block.hash) ?? []) {
      height = Math.max(height, heights.get(hash) ?? 0)
    }
    heights.set(block.hash, height)
  }
  return heights
}

/** Which columns of each lane are taken. Lanes are counted from 1. */
class Lanes {
  readonly #taken = new Map<number, { first: number; last: number }[]>()

  /** Takes columns of the first lane in which they are free, which is at least `lowest`. */
  take(lowest: number, first: number, last: number): number {
    for (let lane = lowest; ; lane += 1) {
      const taken = this.#taken.get(lane) ?? []
      if (taken.some((each) => each.first <= last && first <= each.last)) continue
      this.#taken.set(lane, [...taken, { first, last }])
      return lane
    }
  }
}

/** Whether a block is nothing but an uncle: it forks off the branch that includes it, and no known block follows it. */
function isPlainUncle(
  block: TreeBlock,
  known: ReadonlyMap<string, TreeBlock>,
  children: ReadonlyMap<string, readonly TreeBlock[]>,
): boolean {
  if (!block.isUncle || children.has(block.hash)) return false
  const [includer, parent] = [includerOf(block, known), known.get(block.parentHash)]
  return includer?.isCanonical === false || (parent?.isCanonical ?? true)
}

function includerOf(
  { includedBy }: TreeBlock,
  known: ReadonlyMap<string, TreeBlock>,
): TreeBlock | undefined {
  return includedBy === null ? undefined : known.get(includedBy)
}

/** The last column of the line from an uncle to the block that includes it, in the lane of the uncle. */
function endOfLine(block: TreeBlock, known: ReadonlyMap<string, TreeBlock>): number {
  return Math.max(block.number, (includerOf(block, known)?.number ?? 0) - 1)
}

function childrenOf(
  blocks: readonly TreeBlock[],
  known: ReadonlyMap<string, TreeBlock>,
): ReadonlyMap<string, readonly TreeBlock[]> {
  const children = new Map<string, TreeBlock[]>()
  for (const block of blocks) {
    if (!known.has(block.parentHash)) continue
    const siblings = children.get(block.parentHash)
    if (siblings === undefined) children.set(block.parentHash, [block])
    else siblings.push(block)
  }
  return children
}

function edgesOf(
  blocks: readonly TreeBlock[],
  placed: ReadonlyMap<string, PlacedBlock>,
): readonly TreeEdge[] {
  const edges: TreeEdge[] = []
  const add = (kind: TreeEdge['kind'], fromHash: string, toHash: string): void => {
    const [from, to] = [placed.get(fromHash), placed.get(toHash)]
    if (from !== undefined && to !== undefined) edges.push({ kind, from, to })
  }
  for (const block of blocks) {
    add('parent', block.parentHash, block.hash)
    for (const uncle of block.uncles) add('uncle', uncle, block.hash)
  }
  return edges
}

function lanesOf(placed: Iterable<PlacedBlock>): TreeLayout['lanes'] {
  let [first, last] = [0, 0]
  for (const { lane } of placed) {
    first = Math.min(first, lane)
    last = Math.max(last, lane)
  }
  return { first, last }
}

function byNumberAndHash(one: TreeBlock, other: TreeBlock): number {
  if (one.number !== other.number) return one.number - other.number
  if (one.hash === other.hash) return 0
  return one.hash < other.hash ? -1 : 1
}

function byPlace(one: PlacedBlock, other: PlacedBlock): number {
  return one.block.number - other.block.number || one.lane - other.lane
}
