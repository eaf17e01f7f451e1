import type { Mutant } from './mutant.ts'
import { afterwards, allRead, faulty, HEAD, headRead, spec, twoNodes } from './writtenScenarios.ts'

/** Faults that were written without knowing how they are searched for, and by now have been searched for. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'ignores a head unless it is higher than its own',
    file: 'indexer.ts',
    find: 'return this.#store.hashOf(Number(best.number)) === best.hash ? undefined : best',
    replace: 'return Number(best.number) <= (head?.number ?? -1) ? undefined : best',
    scenario: afterwards([{ reorg: { depth: 2, length: 2 } }]),
  },
  {
    fault: 'removes its newest blocks when a stale head is reported',
    file: 'indexer.ts',
    find: 'return this.#store.hashOf(Number(best.number)) === best.hash ? undefined : best',
    replace: 'return best.hash === head?.hash ? undefined : best',
    scenario: afterwards([
      { setFaults: [{ methods: 'eth_getBlockByNumber', fault: { kind: 'staleHead', blocks: 3 } }] },
    ]),
  },
  {
    fault: 'leaves its branch for another of the same height',
    file: 'indexer.ts',
    find: 'equals.find(({ hash }) => hash === head?.hash) ?? highest',
    replace: 'equals[0] ?? highest',
    scenario: twoNodes('b', [allRead, { reorg: { depth: 1, length: 1 } }]),
  },
  {
    fault: 'looks for the common ancestor only in its six newest blocks',
    file: 'indexer.ts',
    find: 'while (number >= 0 && this.#store.hashOf(number) !== hash) {',
    replace: `const lowest = Math.max((this.#store.head?.number ?? -1) - 6, -1)
    while (number > lowest && this.#store.hashOf(number) !== hash) {`,
    scenario: afterwards([{ reorg: { depth: 7, length: 8 } }]),
  },
  {
    fault: 'stores each block as soon as it is read, though those below may be missing',
    file: 'indexer.ts',
    find: 'branch.unshift(whole)',
    replace: `branch.unshift(whole)
      this.#store.replaceAbove(number - 1, branch)`,
    scenario: faulty([
      { methods: 'eth_getBlockReceipts', blocks: 5, times: 8, fault: { kind: 'null' } },
    ]),
  },
  {
    fault: 'reads the blocks below the head by number instead of by the hash of the parent',
    file: 'indexer.ts',
    find: 'hash = whole.block.parentHash',
    replace:
      'hash = number > 0 ? (await this.#replicas.header(number - 1)).hash : whole.block.parentHash',
    scenario: twoNodes('b', [{ reorg: { depth: 3, length: 4 }, endpoint: 'b' }]),
  },
  {
    fault: 'counts the blocks of a batch from the final block instead of from its head',
    file: 'indexer.ts',
    find: '(this.#store.head?.number ?? -1) + BLOCKS_AT_ONCE',
    replace: 'this.#store.finalNumber + BLOCKS_AT_ONCE',
    scenario: {
      spec: { preset: 'latest', blocks: 70, transactionsPerBlock: [0, 0] },
      endpoints: [{ key: 'dev', finality: 'absent' }],
      steps: [],
    },
  },
  {
    fault: 'marks its block at the height of the finalized one as final, whichever it is',
    file: 'indexer.ts',
    find: 'if (this.#store.hashOf(number) === finalized.hash) this.#store.markFinal(number)',
    replace: 'this.#store.markFinal(number)',
    // The new branch is final at the height of the old head before the client knows the new branch.
    scenario: afterwards([{ reorg: { depth: 4, length: 8 } }], {
      finality: { safe: 2, finalized: 4 },
    }),
  },
  {
    fault: 'ends when no node has a block for a long time',
    file: 'indexer.ts',
    find: `      // No replica has the block: the next poll may find another head.
      if (!(error instanceof NoBlockError)) throw error
      return
`,
    replace: `      throw new Error('cannot follow the head', { cause: error })
`,
    scenario: afterwards([
      {
        setFaults: [
          {
            methods: 'eth_getBlockReceipts',
            blocks: HEAD + 1,
            times: 7,
            fault: { kind: 'null' },
          },
        ],
      },
      { mine: 1 },
    ]),
  },
  {
    fault: 'sorts the heads of the nodes as texts',
    file: 'replicas.ts',
    find: 'Number(other.number) - Number(one.number)',
    replace: 'other.number.localeCompare(one.number)',
    // As texts, 0xf is above 0x10.
    scenario: twoNodes('a', [
      { mine: 16 - HEAD },
      { lag: { behind: 'a', blocks: 1 }, endpoint: 'b' },
    ]),
  },
  {
    fault: 'asks no other node for a block that the first does not have yet',
    file: 'replicas.ts',
    find: '[NoAnswerError, NoBlockError, CorruptDataError]',
    replace: '[NoAnswerError, CorruptDataError]',
    // The first stays behind.
    scenario: twoNodes('b', [{ mine: 2, endpoint: 'b' }], {
      a: {
        faults: [
          { methods: 'eth_getBlockByHash', blocks: { from: HEAD + 1 }, fault: { kind: 'null' } },
        ],
      },
    }),
  },
  {
    fault: 'takes a block as final that only one node reports as final',
    file: 'replicas.ts',
    find: 'Number(one.number) <= Number(other.number)',
    replace: 'Number(one.number) >= Number(other.number)',
    scenario: twoNodes(
      'a',
      [allRead, { waitFor: { named: 'tag', calls: 2 } }, { reorg: { depth: 3, length: 5 } }],
      { a: { finality: { safe: 2, finalized: 6 } }, b: { finality: { safe: 1, finalized: 1 } } },
    ),
  },
  {
    fault: 'reads receipts by number instead of by hash',
    file: 'replicas.ts',
    find: "await node.call<ReceiptJson[]>('eth_getBlockReceipts', hash)",
    replace: "await node.call<ReceiptJson[]>('eth_getBlockReceipts', block.number)",
    // The node that has receipts knows the branch, but has switched to another.
    scenario: twoNodes('a', [{ reorg: { depth: 2, length: 2 }, endpoint: 'b' }], {
      a: { faults: [{ methods: 'eth_getBlockReceipts', fault: { kind: 'serverError' } }] },
    }),
  },
  {
    fault: 'goes on with the last known head of a node that no longer responds',
    file: 'replicas.ts',
    find: `  async heads(): Promise<readonly BlockJson[]> {
    const heads = await Promise.all(this.#nodes.map((node) => header(node, 'latest')))
`,
    replace: `  readonly #lastHeads = new Map<JsonRpc, BlockJson>()

  async heads(): Promise<readonly BlockJson[]> {
    const heads = await Promise.all(
      this.#nodes.map(async (node) => {
        const head = (await header(node, 'latest')) ?? this.#lastHeads.get(node) ?? null
        if (head !== null) this.#lastHeads.set(node, head)
        return head
      }),
    )
`,
    scenario: twoNodes('a', [
      { reorg: { depth: 2, length: 4 }, endpoint: 'b' },
      { waitFor: { named: 'tag', calls: 3 }, endpoint: 'b' },
      { setFaults: [{ fault: { kind: 'serverError' } }], endpoint: 'b' },
    ]),
  },
  {
    fault: 'ends when a response is not JSON',
    file: 'jsonRpc.ts',
    find: 'return { problem: String(error) }',
    replace: `if (error instanceof SyntaxError) throw error
      return { problem: String(error) }`,
    scenario: faulty([
      { methods: 'eth_getBlockByHash', blocks: 3, times: 1, fault: { kind: 'malformed' } },
    ]),
  },
  {
    fault: 'counts the failed tries of all calls together, and gives a node up for good',
    file: 'jsonRpc.ts',
    find: `  async call<Result>(method: string, ...params: readonly unknown[]): Promise<Result | null> {
    let problem = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
`,
    replace: `  #attempt = 0

  async call<Result>(method: string, ...params: readonly unknown[]): Promise<Result | null> {
    let problem = ''
    for (; this.#attempt < TRIES; this.#attempt++) {
      const attempt = this.#attempt
`,
    scenario: faulty(
      [{ calls: { every: 3 }, fault: { kind: 'rateLimit' } }],
      [allRead, { mine: 2 }],
    ),
  },
  {
    fault: 'keeps the receipts of removed blocks above the new head',
    file: 'store.ts',
    find: "this.#database.run('DELETE FROM receipts WHERE block > ?', [number])",
    replace: `for (const { block } of blocks) {
        this.#database.run('DELETE FROM receipts WHERE block = ?', [Number(block.number)])
      }`,
    scenario: afterwards([{ reorg: { depth: 3, length: 1 } }]),
  },
  {
    fault: 'caches the hashes of its blocks, also when they have been replaced',
    file: 'store.ts',
    find: `  hashOf(number: number): string | undefined {
    const [row] = this.rows('SELECT hash FROM blocks WHERE number = ?', [number])
    return row?.hash as string | undefined
  }
`,
    replace: `  readonly #hashes = new Map<number, string>()

  hashOf(number: number): string | undefined {
    const known = this.#hashes.get(number)
    if (known !== undefined) return known
    const [row] = this.rows('SELECT hash FROM blocks WHERE number = ?', [number])
    if (row !== undefined) this.#hashes.set(number, row.hash as string)
    return row?.hash as string | undefined
  }
`,
    // The chain returns to the branch that it had left.
    scenario: {
      spec,
      steps: [
        { snapshot: 'before' },
        allRead,
        { reorg: { depth: 2, length: 3 } },
        headRead,
        { revert: 'before' },
      ],
    },
  },
  {
    fault: 'takes the hash of an uncle as it is reported',
    file: 'verify.ts',
    find: '  for (const uncle of uncles) requireHash(uncle)\n',
    replace: '',
    scenario: faulty(
      [
        {
          methods: 'eth_getUncleByBlockHashAndIndex',
          times: 1,
          fault: { kind: 'corrupt', field: 'hash' },
        },
      ],
      [],
      { ...spec, uncleRate: [1, 1] },
    ),
  },
  {
    fault: 'does not check that a block is the one that it asked for',
    file: 'verify.ts',
    find: "  requireSame(block.hash, hash, 'hash')\n",
    replace: '',
    scenario: {
      spec: { preset: 'pow', blocks: HEAD, transactionsPerBlock: [0, 0] },
      endpoints: [{ key: 'dev', finality: { safe: 1, finalized: 2 } }],
      steps: [
        allRead,
        { waitFor: { named: 'tag', calls: 2 } },
        {
          setFaults: [
            { methods: 'eth_getBlockByHash', times: 1, fault: { kind: 'previousBlock' } },
          ],
        },
        { mine: 1 },
      ],
    },
  },
]
