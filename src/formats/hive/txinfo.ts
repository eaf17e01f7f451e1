import type { Chain } from '../../chain/chain.ts'
import { withdrawalRequests } from '../../chain/contracts/system.ts'
import type { Block, Receipt, Transaction } from '../../chain/encoding/block.ts'
import { writeWithdrawal } from '../../endpoint/dialects/createDialect.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { FixtureError } from '../fixtureError.ts'
import { DelegationFinder } from './delegations.ts'

// txinfo.json is an index for tests, in hivechain's format: for each kind of content, the transactions or blocks that
// have it. See https://github.com/ethereum/hive/tree/master/cmd/hivechain

/** The maximum number of entries of a kind, so that the file does not become as large as the chain. */
const ENTRIES_MAX = 1000

/** hivechain's names of the transaction types: the EIPs that introduced them. */
const typeNames = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const

/** A transaction and its location. */
interface TransactionEntry {
  readonly txhash: Hex
  readonly sender: Hex
  readonly block: Hex
  readonly indexInBlock: number
  /** if the transaction creates a contract: its address */
  readonly contract?: Hex
  /** of the first log that has topics */
  readonly logtopic0?: Hex
  readonly logtopic1?: Hex
}

/** Builds the index, block by block. */
export class TxInfo {
  readonly #transactions = new Map<string, TransactionEntry[]>()
  readonly #uncles = new Map<number, { readonly hashes: readonly Hex[] }>()
  readonly #withdrawals = new Map<number, { readonly withdrawals: readonly object[] }>()
  readonly #delegations: DelegationFinder
  #withdrawalRequest: { readonly txhash: Hex; readonly block: Hex } | undefined

  constructor(chain: Pick<Chain, 'chainId' | 'genesis'>) {
    this.#delegations = new DelegationFinder(chain)
  }

  /** Adds the next block of the chain. */
  add(block: Block): void {
    const { header, transactions, receipts, uncles, withdrawals = [] } = block
    for (const [index, transaction] of transactions.entries()) {
      this.#addTransaction(header.number, index, transaction, receipts[index] as Receipt)
    }
    if (uncles.length > 0 && this.#uncles.size < ENTRIES_MAX) {
      this.#uncles.set(header.number, { hashes: uncles.map(({ hash }) => hash) })
    }
    if (withdrawals.length > 0 && this.#withdrawals.size < ENTRIES_MAX) {
      this.#withdrawals.set(header.number, { withdrawals: withdrawals.map(writeWithdrawal) })
    }
    this.#delegations.add(block)
  }

  /** The content of the file, sorted by key, without empty entries. */
  toFile(): Readonly<Record<string, unknown>> {
    const { first } = this.#delegations
    const contents: [string, unknown][] = [
      ...this.#transactions,
      ['tx-request-eip7002', this.#withdrawalRequest],
      [
        'tx-eip7702',
        first && { account: first.account, proxyAddr: first.code, authorizeTx: first.transaction },
      ],
      ['uncles', this.#uncles.size > 0 ? Object.fromEntries(this.#uncles) : undefined],
      [
        'withdrawals',
        this.#withdrawals.size > 0 ? Object.fromEntries(this.#withdrawals) : undefined,
      ],
    ]
    const present = contents.filter(([, content]) => content !== undefined)
    return Object.fromEntries(present.sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #addTransaction(number: number, index: number, transaction: Transaction, receipt: Receipt): void {
    const { hash, from, to, type } = transaction
    const block = toQuantity(number)
    const kind = kindOf(transaction, receipt)
    if (kind !== 'failed' && to === withdrawalRequests.address) {
      this.#withdrawalRequest ??= { txhash: hash, block }
    }
    const key = `tx-${kind}-${typeNames[type]}`
    const entries = this.#transactions.get(key) ?? []
    this.#transactions.set(key, entries)
    if (entries.length === ENTRIES_MAX) return
    const [topic0, topic1] = receipt.logs.find(({ topics }) => topics.length > 0)?.topics ?? []
    entries.push({
      txhash: hash,
      sender: from,
      block,
      indexInBlock: index,
      ...(kind === 'deploy' && receipt.contractAddress && { contract: receipt.contractAddress }),
      ...(topic0 && { logtopic0: topic0 }),
      ...(topic1 && { logtopic1: topic1 }),
    })
  }
}

/** hivechain's names, and `call` and `failed`, which it lacks. Receipts have a status from Byzantium on (EIP-658). */
function kindOf(
  { to, input }: Transaction,
  { status, logs }: Receipt,
): 'transfer' | 'emit' | 'deploy' | 'call' | 'failed' {
  if (status === 0) return 'failed'
  if (to === null) return 'deploy'
  if (logs.length > 0) return 'emit'
  return input === '0x' ? 'transfer' : 'call'
}

/**
 * Checks that a file that ommer wrote matches the chain.
 *
 * @param file the parsed file
 * @param path of the file, for errors
 * @throws {FixtureError} that names the first wrong key
 */
export async function requireTxInfo(file: unknown, chain: Chain, path: string): Promise<void> {
  const info = new TxInfo(chain)
  for (let number = 1; number <= chain.tree.head.number; number++) {
    info.add(chain.blockByNumber(number) as Block)
    await yieldToEventLoop()
  }
  const expected = info.toFile()
  const stated = (file ?? {}) as Readonly<Record<string, unknown>>
  for (const key of new Set([...Object.keys(expected), ...Object.keys(stated)])) {
    if (JSON.stringify(stated[key]) !== JSON.stringify(expected[key])) {
      throw new FixtureError(path, key, 'it does not match the blocks of chain.rlp')
    }
  }
}
