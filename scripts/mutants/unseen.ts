import type { Mutant } from './mutant.ts'
import { afterwards, allRead, faulty, HEAD, headRead, spec, twoNodes } from './writtenScenarios.ts'

/** The client has asked for the head, and then for the final block. */
const tagsRead = { waitFor: { named: 'tag', calls: 2 } } as const

/** Blocks that are cheap to read many of. */
const emptyBlocks = { preset: 'latest', blocks: HEAD, transactionsPerBlock: [0, 0] } as const

/** Faults that were written without knowing how they are searched for. */
export const mutants: readonly Mutant[] = [
  {
    fault: 'removes the receipts of a left branch by transaction after it has stored the new one',
    file: 'store.ts',
    find: `      this.#database.run('DELETE FROM receipts WHERE block > ?', [number])
      this.#database.run('DELETE FROM uncles WHERE block > ?', [number])
      for (const block of blocks) this.#insert(block)
`,
    replace: `      const left = this.rows('SELECT transaction_hash FROM receipts WHERE block > ?', [number])
      this.#database.run('DELETE FROM receipts WHERE block > ?', [number])
      this.#database.run('DELETE FROM uncles WHERE block > ?', [number])
      for (const block of blocks) this.#insert(block)
      for (const { transaction_hash: hash } of left) {
        this.#database.run('DELETE FROM receipts WHERE transaction_hash = ?', [hash as string])
      }
`,
    // The new branch has some of the old transactions, too.
    scenario: afterwards([{ reorg: { depth: 3, length: 4 } }]),
  },
  {
    fault: 'overwrites receipts one by one, and keeps those that the new block has none for',
    file: 'store.ts',
    find: "this.#database.run('DELETE FROM receipts WHERE block > ?', [number])",
    replace: `for (const { block, receipts } of blocks) {
        this.#database.run('DELETE FROM receipts WHERE block = ? AND position < ?', [
          Number(block.number),
          receipts.length,
        ])
      }
      this.#database.run('DELETE FROM receipts WHERE block > ?', [number + blocks.length])`,
    scenario: {
      spec: { ...spec, transactionsPerBlock: [0, 6] },
      steps: [allRead, { reorg: { depth: 7, length: 8 } }],
    },
  },
  {
    fault: 'reads at most one batch of blocks below a head, and takes the block below for its own',
    file: 'indexer.ts',
    find: 'while (number >= 0 && this.#store.hashOf(number) !== hash) {',
    replace: `const lowest = number - BLOCKS_AT_ONCE
    while (number > lowest && number >= 0 && this.#store.hashOf(number) !== hash) {`,
    scenario: {
      spec: emptyBlocks,
      steps: [allRead, { reorg: { depth: 3, length: 80 } }],
    },
  },
  {
    fault: 'never takes back a block that a reorg has once removed',
    file: 'indexer.ts',
    find: `    this.#store.replaceAbove(number, branch)
  }
`,
    replace: `    if (branch.some(({ block }) => this.#left.has(block.hash))) return
    const left = this.#store.rows('SELECT hash FROM blocks WHERE number > ?', [number])
    for (const { hash } of left) this.#left.add(hash as string)
    this.#store.replaceAbove(number, branch)
  }

  /** Blocks of branches that the chain has left. */
  readonly #left = new Set<string>()
`,
    scenario: {
      spec,
      steps: [
        { snapshot: 'before' },
        allRead,
        { reorg: { depth: 3, length: 3 } },
        headRead,
        { revert: 'before' },
        { mine: 1 },
      ],
    },
  },
  {
    fault: 'takes 0 for no block, so a reorg of all blocks but the first removes that, too',
    file: 'indexer.ts',
    find: 'this.#store.replaceAbove(number, branch)',
    replace: 'this.#store.replaceAbove(number || -1, branch)',
    scenario: afterwards([{ reorg: { depth: HEAD, length: HEAD + 1 } }]),
  },
  {
    fault: 'keeps receipts by transaction, though in another block the transaction has others',
    file: 'replicas.ts',
    find: `async function wholeBlock(node: JsonRpc, hash: string): Promise<WholeBlock> {
  const block = requireFound(await node.call<BlockJson>('eth_getBlockByHash', hash, false), 'block')
  requireBlock(block, hash)
  const receipts = requireFound(
    await node.call<ReceiptJson[]>('eth_getBlockReceipts', hash),
    'receipts',
  )
`,
    replace: `const receiptsOfNodes = new WeakMap<JsonRpc, Map<string, ReceiptJson>>()

async function wholeBlock(node: JsonRpc, hash: string): Promise<WholeBlock> {
  const block = requireFound(await node.call<BlockJson>('eth_getBlockByHash', hash, false), 'block')
  requireBlock(block, hash)
  const known = receiptsOfNodes.get(node) ?? new Map<string, ReceiptJson>()
  receiptsOfNodes.set(node, known)
  const { transactions } = block
  if (transactions.length === 0 || !transactions.every((transaction) => known.has(transaction))) {
    const missing = requireFound(
      await node.call<ReceiptJson[]>('eth_getBlockReceipts', hash),
      'receipts',
    )
    for (const receipt of missing) {
      if (!known.has(receipt.transactionHash)) known.set(receipt.transactionHash, receipt)
    }
  }
  const receipts = transactions.map((transaction) => known.get(transaction) as ReceiptJson)
`,
    scenario: afterwards([{ reorg: { depth: 3, length: 4 } }]),
  },
  {
    fault: 'marks the block above the final one as final, too',
    file: 'store.ts',
    find: 'SET is_final = 1 WHERE number <= ?',
    replace: 'SET is_final = 1 WHERE number <= ? + 1',
    scenario: afterwards([tagsRead, { reorg: { depth: 4, length: 5 } }], {
      finality: { safe: 2, finalized: 4 },
    }),
  },
  {
    fault: 'takes blocks as final when they are safe',
    file: 'replicas.ts',
    find: "header(node, 'finalized')",
    replace: "header(node, 'safe')",
    scenario: afterwards([tagsRead, { reorg: { depth: 4, length: 5 } }], {
      finality: { safe: 1, finalized: 6 },
    }),
  },
  {
    fault: 'ends when a node that lags reports an earlier block as final than it did before',
    file: 'indexer.ts',
    find: '    const number = Number(finalized.number)\n',
    replace: `    const number = Number(finalized.number)
    if (number < this.#store.finalNumber) {
      throw new FinalityViolationError(\`the final block moved back to \${number}\`)
    }
`,
    scenario: afterwards(
      [
        tagsRead,
        {
          setFaults: [
            { methods: 'eth_getBlockByNumber', times: 4, fault: { kind: 'staleHead', blocks: 3 } },
          ],
        },
        { waitFor: { named: 'tag', calls: 4 } },
        { mine: 1 },
      ],
      { finality: { safe: 2, finalized: 4 } },
    ),
  },
  {
    fault: 'takes all that it has as final when a node reports no final block',
    file: 'indexer.ts',
    find: '    if (finalized === null) return\n',
    replace: `    if (finalized === null) {
      this.#store.markFinal(this.#store.head?.number ?? -1)
      return
    }
`,
    scenario: afterwards([tagsRead, { reorg: { depth: 1, length: 2 } }], { finality: 'absent' }),
  },
  {
    fault: 'takes the head with the latest time for the highest',
    file: 'replicas.ts',
    find: 'Number(other.number) - Number(one.number)',
    replace: 'Number(other.timestamp) - Number(one.timestamp)',
    scenario: twoNodes('a', [
      allRead,
      { reorg: { depth: 2, length: 1 }, endpoint: 'b' },
      { increaseTime: 600, endpoint: 'b' },
      { mine: 1, endpoint: 'b' },
      { mine: 1, endpoint: 'a' },
    ]),
  },
  {
    fault: 'sees nothing new as long as one of the nodes reports the head that it has',
    file: 'indexer.ts',
    find: '    const { head } = this.#store\n',
    replace: `    const { head } = this.#store
    if (heads.some(({ hash }) => hash === head?.hash)) return undefined
`,
    scenario: twoNodes('a', [allRead, { mine: 1, endpoint: 'a' }]),
  },
  {
    fault: 'asks only the first node for the last block of a batch, which may be out of its reach',
    file: 'replicas.ts',
    find: '      if (block !== null) return block\n    }\n    throw',
    replace: '      if (block === null) break\n      return block\n    }\n    throw',
    scenario: {
      spec: emptyBlocks,
      endpoints: [{ key: 'behind' }, { key: 'ahead' }],
      truth: 'ahead',
      steps: [allRead, { mine: 80, endpoint: 'ahead' }],
    },
  },
  {
    fault: 'follows a head only if more than half of the nodes report the same',
    file: 'replicas.ts',
    find: '      .filter((head) => head !== null)\n',
    replace: `      .filter((head) => head !== null)
      .filter(
        ({ hash }, _, all) =>
          all.filter((other) => other.hash === hash).length > this.#nodes.length / 2,
      )
`,
    scenario: {
      spec,
      endpoints: [
        { key: 'ahead' },
        { key: 'behind', lag: { behind: 'ahead', blocks: 1 } },
        { key: 'far-behind', lag: { behind: 'ahead', blocks: 2 } },
      ],
      steps: [],
    },
  },
  {
    fault: 'takes the hashes of transactions from receipts without comparing them with the block',
    file: 'verify.ts',
    find: `    requireSame(String(block.transactions[index]), receipt.transactionHash, \`receipt \${index}\`)
`,
    replace: '',
    scenario: faulty([
      {
        methods: 'eth_getBlockReceipts',
        blocks: 5,
        times: 1,
        fault: { kind: 'corrupt', field: '[0].transactionHash' },
      },
    ]),
  },
  {
    fault: 'does not verify that it has all uncles of a block',
    file: 'verify.ts',
    find: "  requireSame(block.sha3Uncles, keccak256(toRlp(uncles.map(headerItems))), 'sha3Uncles')\n",
    replace: '',
    scenario: faulty(
      [
        {
          methods: 'eth_getBlockByHash',
          times: 1,
          fault: { kind: 'corrupt', what: 'missingUncle' },
        },
      ],
      [],
      { ...spec, uncleRate: [1, 1] },
    ),
  },
  {
    fault: 'checks receipts by their blooms alone, which say nothing of status and data',
    file: 'verify.ts',
    find: "  requireSame(block.receiptsRoot, await receiptsRootOf(receipts), 'receiptsRoot')\n",
    replace: '',
    scenario: faulty([
      {
        methods: 'eth_getBlockReceipts',
        blocks: 5,
        times: 1,
        fault: { kind: 'corrupt', what: 'status' },
      },
    ]),
  },
  {
    fault: 'remembers a head as done before it is, and does not try again when that failed',
    file: 'indexer.ts',
    find: `  async #follow(head: BlockJson): Promise<void> {
`,
    replace: `  #done: string | undefined

  async #follow(head: BlockJson): Promise<void> {
    if (head.hash === this.#done) return
    this.#done = head.hash
`,
    scenario: faulty([
      { methods: 'eth_getBlockReceipts', blocks: 5, times: 6, fault: { kind: 'null' } },
    ]),
  },
  {
    fault: 'keeps each answer about a hash, also that there is nothing yet',
    file: 'jsonRpc.ts',
    find: `  async call<Result>(method: string, ...params: readonly unknown[]): Promise<Result | null> {
    let problem = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const outcome = await this.#send(method, params)
      if ('result' in outcome) return outcome.result as Result | null
`,
    replace: `  readonly #answers = new Map<string, unknown>()

  async call<Result>(method: string, ...params: readonly unknown[]): Promise<Result | null> {
    const key = JSON.stringify([method, params])
    if (this.#answers.has(key)) return this.#answers.get(key) as Result | null
    let problem = ''
    for (let attempt = 0; attempt < TRIES; attempt++) {
      const outcome = await this.#send(method, params)
      if ('result' in outcome) {
        if (String(params[0]).length === '0x'.length + 64) this.#answers.set(key, outcome.result)
        return outcome.result as Result | null
      }
`,
    scenario: afterwards([
      {
        setFaults: [
          {
            methods: 'eth_getBlockReceipts',
            blocks: HEAD + 1,
            times: 1,
            fault: { kind: 'null' },
          },
        ],
      },
      { mine: 1 },
    ]),
  },
  {
    fault: 'halves its batches whenever it has got no further, until they have no blocks at all',
    file: 'indexer.ts',
    find: `    const next = (this.#store.head?.number ?? -1) + BLOCKS_AT_ONCE
    return Number(head.number) <= next ? head : this.#replicas.header(next)
  }
`,
    replace: `    const stored = this.#store.head?.number ?? -1
    if (stored === this.#storedBefore) this.#atOnce = Math.floor(this.#atOnce / 2)
    this.#storedBefore = stored
    const next = stored + this.#atOnce
    return Number(head.number) <= next ? head : this.#replicas.header(next)
  }

  #atOnce = BLOCKS_AT_ONCE
  #storedBefore: number | undefined
`,
    scenario: faulty([
      { methods: 'eth_getBlockReceipts', blocks: 5, times: 60, fault: { kind: 'null' } },
    ]),
  },
]
