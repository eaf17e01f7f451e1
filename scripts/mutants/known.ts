import type { FaultRule, Scenario, Step } from '../../src/index.ts'
import type { Mutant } from './mutant.ts'

const spec = { preset: 'pow', blocks: 8, transactionsPerBlock: [1, 2] } as const

/** The client has read the head, after which it reads the blocks below it. */
const headIsRead = { waitFor: { method: 'eth_getBlockReceipts', block: 'head' } } as const

/** One node, and what happens while the client reads the first eight blocks. */
const onceRead = (...steps: Step[]): Scenario => ({ spec, steps: [headIsRead, ...steps] })

/** One node, which has these faults from the beginning on. */
const withFaults = (faults: FaultRule[], ...steps: Step[]): Scenario => ({
  spec,
  endpoints: [{ key: 'dev', faults }],
  steps,
})

/** Only each fourth call of a method has no fault. */
const threeOfFour = (fault: FaultRule['fault']): FaultRule[] =>
  [1, 2, 3].map((from) => ({ calls: { from, every: 4 }, fault }))

/** Faults that people make in indexers: most have happened, according to issue trackers. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'takes a head at the height of its own for its own, so it misses reorgs to equal height',
    file: 'indexer.ts',
    find: 'this.#store.hashOf(Number(best.number)) === best.hash ? undefined : best',
    replace: 'Number(best.number) === head?.number ? undefined : best',
    scenario: onceRead({ reorg: { depth: 2, length: 2 } }),
  },
  {
    fault: 'ignores every head that is lower than its own, even on another branch',
    file: 'indexer.ts',
    find: '    // A lower head that the store contains is that of a replica that lags.\n',
    replace: '    if (head !== undefined && Number(best.number) < head.number) return undefined\n',
    scenario: onceRead({ reorg: { depth: 3, length: 2 } }),
  },
  {
    fault: 'removes blocks when the head of a node that lags is lower',
    file: 'indexer.ts',
    find: 'this.#store.hashOf(Number(best.number)) === best.hash ? undefined : best',
    replace: 'head?.hash === best.hash ? undefined : best',
    scenario: onceRead(
      { waitFor: { method: 'eth_getBlockReceipts', block: 0 } },
      { setFaults: [{ fault: { kind: 'staleHead', blocks: 3 } }] },
    ),
  },
  {
    fault: 'takes the block below its own head as the common ancestor of every reorg',
    file: 'indexer.ts',
    find: 'while (number >= 0 && ',
    replace: 'while (number >= (this.#store.head?.number ?? 0) && ',
    scenario: onceRead({ reorg: { depth: 2, length: 3 } }),
  },
  {
    fault: 'takes blocks as final after four more, whatever the nodes say',
    file: 'indexer.ts',
    find: 'number <= this.#store.finalNumber',
    replace: 'number <= (this.#store.head?.number ?? -1) - 4',
    scenario: onceRead({ reorg: { depth: 6 } }),
  },
  {
    fault: 'marks its own blocks as final up to a number, without comparing the hash',
    file: 'indexer.ts',
    find: 'if (this.#store.hashOf(number) === finalized.hash) this',
    replace: 'this',
    scenario: {
      spec: { ...spec, finality: { safe: 2, finalized: 4 } },
      // Then block 9 is final, which it does not have yet.
      steps: [headIsRead, { reorg: { depth: 3, length: 8 } }],
    },
  },
  {
    fault: 'stores the blocks above one that it could not get, and never comes back for it',
    file: 'indexer.ts',
    find: 'const whole = await this.#replicas.block(hash)\n',
    replace: `const whole = await this.#replicas.block(hash).catch(() => undefined)
      if (whole === undefined) break
`,
    scenario: withFaults([
      { methods: 'eth_getBlockReceipts', blocks: 5, times: 5, fault: { kind: 'null' } },
    ]),
  },
  {
    fault: 'insists on a head that it could not get, after the nodes have left it',
    file: 'indexer.ts',
    find: `  async poll(): Promise<void> {
    const head = this.#choose(await this.#replicas.heads())
    try {
      if (head !== undefined) await this.#follow(await this.#nextTarget(head))
`,
    replace: `  #wanted: BlockJson | undefined

  async poll(): Promise<void> {
    const head = this.#wanted ?? this.#choose(await this.#replicas.heads())
    this.#wanted = head
    try {
      if (head !== undefined) await this.#follow(await this.#nextTarget(head))
      this.#wanted = undefined
`,
    scenario: withFaults(
      [{ methods: 'eth_getBlockReceipts', blocks: 8, fault: { kind: 'null' } }],
      { waitFor: { method: 'eth_getBlockByHash', block: 8 } },
      { reorg: { depth: 2, length: 1 } },
    ),
  },
  {
    fault: 'compares the numbers of heads as text: 0xf is above 0x10',
    file: 'replicas.ts',
    find: 'Number(other.number) - Number(one.number)',
    replace: '(one.number < other.number ? 1 : -1)',
    scenario: {
      spec: { ...spec, blocks: 17 },
      endpoints: [{ key: 'good' }, { key: 'late', lag: { behind: 'good', blocks: 2 } }],
      steps: [],
    },
  },
  {
    fault: 'does nothing as long as one of the nodes does not answer',
    file: 'replicas.ts',
    find: '    return heads\n',
    replace: '    if (heads.includes(null)) return []\n    return heads\n',
    scenario: {
      spec,
      endpoints: [
        { key: 'good' },
        { key: 'dead', faults: [{ fault: { kind: 'serverError', status: 503 } }] },
      ],
      steps: [],
    },
  },
  {
    fault: 'takes a block as final if one of the nodes does',
    file: 'replicas.ts',
    find: 'Number(one.number) <= Number(other.number)',
    replace: 'Number(one.number) >= Number(other.number)',
    scenario: {
      spec,
      endpoints: [
        { key: 'careful', finality: { safe: 4, finalized: 8 } },
        { key: 'hasty', finality: { safe: 1, finalized: 2 } },
      ],
      steps: [
        { reorg: { depth: 2, length: 3 }, endpoint: 'hasty' },
        {
          waitFor: { method: 'eth_getBlockByNumber', params: ['finalized'] },
          endpoint: 'hasty',
        },
        { mine: 3, endpoint: 'careful' },
        { lag: { behind: 'careful', blocks: 0 }, endpoint: 'hasty' },
      ],
    },
  },
  {
    fault: 'reads receipts by number, so a node on another branch cannot help',
    file: 'replicas.ts',
    find: "await node.call<ReceiptJson[]>('eth_getBlockReceipts', hash)",
    replace: "await node.call<ReceiptJson[]>('eth_getBlockReceipts', block.number)",
    scenario: {
      spec,
      endpoints: [
        { key: 'other-branch' },
        {
          key: 'without-receipts',
          faults: [{ methods: 'eth_getBlockReceipts', blocks: 8, fault: { kind: 'null' } }],
        },
      ],
      truth: 'without-receipts',
      steps: [
        { reorg: { depth: 2, length: 2 }, endpoint: 'other-branch' },
        { mine: 1, endpoint: 'without-receipts' },
      ],
    },
  },
  {
    fault: 'does not verify that receipts belong to the block',
    file: 'replicas.ts',
    find: '  await requireWhole(whole)\n',
    replace: '',
    scenario: withFaults(
      [
        {
          methods: 'eth_getBlockReceipts',
          blocks: 8,
          times: 1,
          fault: { kind: 'otherBranchReceipts' },
        },
      ],
      { reorg: { depth: 2, length: 2 } },
    ),
  },
  {
    fault: 'is ended by a connection that breaks',
    file: 'jsonRpc.ts',
    find: 'return { problem: String(error) }',
    replace: 'throw error',
    scenario: withFaults([{ methods: 'eth_getBlockReceipts', times: 1, fault: { kind: 'reset' } }]),
  },
  {
    fault: 'takes an error in the body for null, so it does not send the call again',
    file: 'jsonRpc.ts',
    find: 'if (answer.error === undefined) return',
    replace: 'return',
    scenario: withFaults(threeOfFour({ kind: 'rateLimit', style: 'inBody', retryAfterSeconds: 1 })),
  },
  {
    fault: 'keeps the uncles of blocks that a reorg removes',
    file: 'store.ts',
    find: "      this.#database.run('DELETE FROM uncles WHERE block > ?', [number])\n",
    replace: '',
    scenario: {
      spec: { ...spec, uncleRate: [1, 1] },
      steps: [headIsRead, { reorg: { depth: 3, length: 3 } }],
    },
  },
  {
    fault: 'replaces blocks height by height, and keeps those above a shorter branch',
    file: 'store.ts',
    find: `      this.#database.run('DELETE FROM blocks WHERE number > ?', [number])
      this.#database.run('DELETE FROM receipts WHERE block > ?', [number])
      this.#database.run('DELETE FROM uncles WHERE block > ?', [number])
`,
    replace: `      for (const { block } of blocks) {
        const height = [Number(block.number)]
        this.#database.run('DELETE FROM blocks WHERE number = ?', height)
        this.#database.run('DELETE FROM receipts WHERE block = ?', height)
        this.#database.run('DELETE FROM uncles WHERE block = ?', height)
      }
`,
    scenario: onceRead({ reorg: { depth: 4, length: 2 } }),
  },
  {
    fault: 'keeps hashes in a cache, which a reorg does not clear',
    file: 'store.ts',
    find: `  hashOf(number: number): string | undefined {
    const [row] = this.rows('SELECT hash FROM blocks WHERE number = ?', [number])
    return row?.hash as string | undefined
`,
    replace: `  readonly #hashes = new Map<number, string>()

  hashOf(number: number): string | undefined {
    const known = this.#hashes.get(number)
    if (known !== undefined) return known
    const [row] = this.rows('SELECT hash FROM blocks WHERE number = ?', [number])
    if (row !== undefined) this.#hashes.set(number, row.hash as string)
    return row?.hash as string | undefined
`,
    // The chain returns to a branch that it had left.
    scenario: onceRead(
      { waitFor: { method: 'eth_getBlockByNumber', params: ['latest'] } },
      { snapshot: 'first' },
      { reorg: { depth: 2, length: 2 } },
      headIsRead,
      { revert: 'first' },
    ),
  },
  {
    fault: 'believes the gas that a receipt states, to which no root commits',
    file: 'verify.ts',
    find: 'BigInt(receipt.cumulativeGasUsed) - gasBefore',
    replace: 'BigInt(receipt.gasUsed)',
    scenario: withFaults([
      {
        methods: 'eth_getBlockReceipts',
        blocks: 5,
        times: 1,
        fault: { kind: 'corrupt', field: '[0].gasUsed' },
      },
    ]),
  },
  {
    fault: 'does not know the fields that a fork adds to headers, and refuses its blocks',
    file: 'verify.ts',
    find: "  'blockAccessListHash',\n  'slotNumber',\n",
    replace: '',
    scenario: {
      spec: {
        ...spec,
        preset: 'latest',
        forks: { bpo2: 0, paris: 0, amsterdam: 9 },
      },
      steps: [headIsRead, { mine: 2 }],
    },
  },
]
