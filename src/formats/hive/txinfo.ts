import type { Chain } from '../../chain/chain.ts'
import { withdrawalRequests } from '../../chain/contracts/system.ts'
import type { Block, Receipt, Transaction } from '../../chain/encoding/block.ts'
import { type Hex, toQuantity } from '../../primitives/hex.ts'
import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { FixtureError } from '../fixtureError.ts'
import { DelegationFinder } from './delegations.ts'

// txinfo.json says what a test can look up where, in hivechain's form: a key for each kind of content, under it the
// places. See https://github.com/ethereum/hive/tree/master/cmd/hivechain

/** How many places a key lists: enough to look things up, and not as large as the chain itself. */
const PLACES_MAX = 1000

/** EIPs that brought the types of transactions, as hivechain names them. */
const typeNames = ['legacy', 'eip2930', 'eip1559', 'eip4844', 'eip7702'] as const

/** Where a transaction stands. */
interface TransactionEntry {
  readonly txhash: Hex
  readonly sender: Hex
  readonly block: Hex
  readonly indexInBlock: number
  /** of a transaction that deploys one */
  readonly contract?: Hex
  /** of the first log that has topics */
  readonly logtopic0?: Hex
  readonly logtopic1?: Hex
}

interface WithdrawalEntry {
  readonly index: Hex
  readonly validatorIndex: Hex
  readonly address: Hex
  /** in gwei */
  readonly amount: Hex
}

/** Gathers what is where, block by block. */
export class TxInfo {
  readonly #transactions = new Map<string, TransactionEntry[]>()
  readonly #uncles = new Map<number, { readonly hashes: readonly Hex[] }>()
  readonly #withdrawals = new Map<number, { readonly withdrawals: readonly WithdrawalEntry[] }>()
  readonly #delegations: DelegationFinder
  #withdrawalRequest: { readonly txhash: Hex; readonly block: Hex } | undefined

  constructor(chain: Pick<Chain, 'chainId' | 'genesis'>) {
    this.#delegations = new DelegationFinder(chain)
  }

  /** Takes in the next block of the chain. */
  add(block: Block): void {
    const { header, transactions, receipts, uncles, withdrawals = [] } = block
    for (const [index, transaction] of transactions.entries()) {
      this.#addTransaction(header.number, index, transaction, receipts[index] as Receipt)
    }
    if (uncles.length > 0 && this.#uncles.size < PLACES_MAX) {
      this.#uncles.set(header.number, { hashes: uncles.map(({ hash }) => hash) })
    }
    if (withdrawals.length > 0 && this.#withdrawals.size < PLACES_MAX) {
      const entries = withdrawals.map(({ index, validatorIndex, address, amount }) => ({
        index: toQuantity(index),
        validatorIndex: toQuantity(validatorIndex),
        address,
        amount: toQuantity(amount),
      }))
      this.#withdrawals.set(header.number, { withdrawals: entries })
    }
    this.#delegations.add(block)
  }

  /** What the file holds, its keys sorted; one that has no places is left out. */
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
    const there = contents.filter(([, content]) => content !== undefined)
    return Object.fromEntries(there.sort(([one], [other]) => (one < other ? -1 : 1)))
  }

  #addTransaction(number: number, index: number, transaction: Transaction, receipt: Receipt): void {
    const { hash, from, to, type } = transaction
    const block = toQuantity(number)
    const kind = kindOf(transaction, receipt)
    if (kind !== 'failed' && to === withdrawalRequests.address) {
      this.#withdrawalRequest ??= { txhash: hash, block }
    }
    const key = `tx-${kind}-${typeNames[type]}`
    const places = this.#transactions.get(key) ?? []
    this.#transactions.set(key, places)
    if (places.length === PLACES_MAX) return
    const [topic0, topic1] = receipt.logs.find(({ topics }) => topics.length > 0)?.topics ?? []
    places.push({
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

/** hivechain's words, and for what it has none our own. Before Byzantium no receipt tells of a failure (EIP-658). */
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
 * Makes sure that a file which we have written fits the chain.
 *
 * @param file what `JSON.parse` gives
 * @param path names the file where it is refused
 * @throws {FixtureError} naming the key that does not
 */
export async function requireTxInfo(file: unknown, chain: Chain, path: string): Promise<void> {
  const info = new TxInfo(chain)
  for (let number = 1; number <= chain.tree.head.number; number++) {
    info.add(chain.blockByNumber(number) as Block)
    await yieldToEventLoop()
  }
  const expected = info.toFile()
  const found = (file ?? {}) as Readonly<Record<string, unknown>>
  for (const key of new Set([...Object.keys(expected), ...Object.keys(found)])) {
    if (JSON.stringify(found[key]) !== JSON.stringify(expected[key])) {
      throw new FixtureError(path, key, 'it is not what the blocks of chain.rlp hold')
    }
  }
}
