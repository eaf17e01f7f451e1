import * as v from 'valibot'
import { headerFieldNames, headerFields } from '../../chain/encoding/header.ts'
import type { GenesisAccount } from '../../chain/genesis/genesis.ts'
import { OmmerError } from '../../primitives/errors.ts'
import { fromHex, type Hex, toHex, toMinimalBytes, toWord } from '../../primitives/hex.ts'
import { hexText, openObject, readInput, recordOf, show, wanted } from '../../primitives/input.ts'
import { keccak256 } from '../../primitives/keccak.ts'
import { encodeRlp } from '../../primitives/rlp.ts'

/** A text is not the state of a node as Anvil writes it. */
export class AnvilStateError extends OmmerError {
  /** where in the text; empty if the problem is with the whole */
  readonly path: string
  readonly problem: string

  constructor(path: string, problem: string) {
    super('INVALID_STATE', path === '' ? problem : `${path}: ${problem}`)
    this.path = path
    this.problem = problem
  }
}

const problemOf =
  (right: string) =>
  ({ input }: { readonly input: unknown }) =>
    `${show(input)} is not ${right}`

const data = hexText(/^0x(?:[0-9a-fA-F]{2})*$/, problemOf('bytes in hex'))

/** Anvil writes numbers, and older versions hex. */
const quantity = v.pipe(
  v.unknown(),
  v.check(
    (value) =>
      (typeof value === 'string' && /^(?:0x[0-9a-fA-F]{1,64}|\d{1,78})$/.test(value)) ||
      (Number.isSafeInteger(value) && Number(value) >= 0),
    problemOf('a number of at most 32 bytes'),
  ),
  v.transform((value) => BigInt(value as string | number)),
)

const account = openObject(
  {
    nonce: quantity,
    balance: quantity,
    code: v.optional(data, '0x'),
    storage: v.optional(recordOf(quantity, 'an object of slots and their values'), {}),
  },
  'an object of nonce, balance, code, storage',
)

const json = v.record(v.string(), v.unknown(), wanted('an object'))
const sender = hexText(/^0x[0-9a-fA-F]{40}$/, problemOf('an address'))

const block = openObject(
  {
    header: json,
    transactions: v.array(
      openObject(
        { transaction: json, impersonated_sender: v.optional(v.nullable(sender), null) },
        'an object of transaction, impersonated_sender',
      ),
      wanted('a list'),
    ),
    ommers: v.optional(v.array(json, wanted('a list')), []),
    withdrawals: v.optional(v.nullable(v.array(json, wanted('a list'))), null),
  },
  'an object of header, transactions, ommers',
)

const transaction = openObject(
  { info: json, receipt: json, block_hash: data },
  'an object of info, receipt, block_hash',
)

const anvilState = openObject(
  {
    block: v.optional(v.nullable(json), null),
    accounts: recordOf(account, 'an object of addresses and accounts'),
    best_block_number: v.optional(v.nullable(quantity), null),
    blocks: v.optional(v.array(block, wanted('a list')), []),
    transactions: v.optional(v.array(transaction, wanted('a list')), []),
  },
  'an object of accounts, blocks, transactions',
)

/** Blocks and transactions are not looked at: there may be many. */
const withAccounts = openObject(
  {
    accounts: recordOf(account, 'an object of addresses and accounts'),
    best_block_number: v.optional(v.nullable(quantity), null),
    blocks: v.optional(v.array(v.unknown(), wanted('a list')), []),
  },
  'an object of accounts, blocks, transactions',
)

type Written = v.InferOutput<typeof anvilState>

/** A block of a state, and its hash. */
export type ReadBlock = Written['blocks'][number] & { readonly hash: Hex; readonly number: number }

/** The state of a node, read from what Anvil has written. */
export interface ReadState extends Pick<Written, 'block' | 'transactions'> {
  /** after the last block */
  readonly accounts: readonly GenesisAccount[]
  /** those that lead to the last one, oldest first; empty if an old version has written only accounts */
  readonly blocks: readonly ReadBlock[]
}

/** The accounts of a node. */
export interface ReadAccounts extends Pick<ReadState, 'accounts'> {
  /** of the block after which these are the accounts; undefined if an old version has written only accounts */
  readonly lastHash: Hex | undefined
}

const fail = (path: string, problem: string) => new AnvilStateError(path, problem)

/**
 * Reads only the accounts of a state.
 *
 * @param value as JSON has it
 * @throws {AnvilStateError}
 */
export function readAnvilAccounts(value: unknown): ReadAccounts {
  const { accounts, blocks, best_block_number: best } = readInput(withAccounts, value, '', fail)
  const numbers = blocks.map((each) => {
    const { number }: { readonly number?: unknown } = Object(Object(each).header)
    return ['number', 'string'].includes(typeof number) ? Number(number) : Number.NaN
  })
  const unnumbered = numbers.findIndex(Number.isNaN)
  if (unnumbered !== -1) throw fail(`blocks[${unnumbered}].header.number`, 'want a number')
  const number = wantedNumber(best, numbers)
  const index = numbers.lastIndexOf(number)
  if (index === -1 && blocks.length > 0) throw noBlock(number)
  const lastHash =
    index === -1
      ? undefined
      : readBlock(readInput(block, blocks[index], `blocks[${index}]`, fail), index).hash
  return { accounts: readAccounts(accounts), lastHash }
}

/**
 * Reads the state of a node as Anvil writes it.
 *
 * @param value as JSON has it
 * @throws {AnvilStateError}
 */
export function readAnvilState(value: unknown): ReadState {
  const {
    accounts,
    blocks,
    best_block_number: best,
    ...rest
  } = readInput(anvilState, value, '', fail)
  return {
    ...rest,
    accounts: readAccounts(accounts),
    blocks: pathTo(best, blocks.map(readBlock)),
  }
}

function readAccounts(accounts: Written['accounts']): readonly GenesisAccount[] {
  return Object.entries(accounts).map(([address, fields]) => accountOf(address, fields))
}

function accountOf(
  address: string,
  { nonce, balance, code, storage }: v.InferOutput<typeof account>,
): GenesisAccount {
  const path = `accounts.${address}`
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new AnvilStateError(path, 'it is not an address')
  const slots = Object.entries(storage).map(([slot, value]): [Hex, Hex] => {
    if (!/^0x[0-9a-fA-F]{1,64}$/.test(slot)) {
      throw new AnvilStateError(`${path}.storage`, `${show(slot)} is not the number of a slot`)
    }
    return [toWord(BigInt(slot)), toWord(value)]
  })
  return {
    address: address.toLowerCase() as Hex,
    nonce,
    balance,
    code: code.toLowerCase() as Hex,
    storage: Object.fromEntries(slots),
  }
}

function readBlock(written: Written['blocks'][number], index: number): ReadBlock {
  const path = `blocks[${index}].header`
  const items: Uint8Array[] = []
  for (const name of headerFieldNames) {
    const value = written.header[name]
    // What later forks have added is missing in the headers of earlier ones.
    if (value === undefined || value === null) continue
    if (typeof value !== 'string' || !/^0x[0-9a-fA-F]*$/.test(value)) {
      throw new AnvilStateError(`${path}.${name}`, `${show(value)} is not hex`)
    }
    const isNumber = ['number', 'bigint'].includes(headerFields[name].kind)
    items.push(isNumber ? toMinimalBytes(BigInt(value)) : fromHex(value as Hex))
  }
  const number = Number(written.header.number)
  if (!Number.isSafeInteger(number)) throw new AnvilStateError(`${path}.number`, 'want a number')
  return { ...written, number, hash: toHex(keccak256(encodeRlp(items))) }
}

/** The number of the last block; an old version does not say it. */
function wantedNumber(best: bigint | null, numbers: readonly number[]): number {
  if (best !== null) return Number(best)
  return numbers.reduce((most, number) => Math.max(most, number), 0)
}

function noBlock(number: number): AnvilStateError {
  return new AnvilStateError('best_block_number', `there is no block ${number}`)
}

/** The blocks from the first one to the last. A node that has reorganized its chain has others, too. */
function pathTo(best: bigint | null, blocks: readonly ReadBlock[]): readonly ReadBlock[] {
  const byHash = new Map(blocks.map((block) => [block.hash, block]))
  const numbers = blocks.map(({ number }) => number)
  const last = wantedNumber(best, numbers)
  let at = blocks.findLast(({ number }) => number === last)
  if (at === undefined && blocks.length > 0) throw noBlock(last)
  const path: ReadBlock[] = []
  for (; at !== undefined; at = byHash.get(at.header.parentHash as Hex)) path.push(at)
  const first = path.at(-1)
  const lowest = numbers.reduce((least, number) => Math.min(least, number), last)
  if (first !== undefined && first.number > lowest) {
    const problem = `none has the hash ${show(first.header.parentHash)}, the parent of block ${first.number}`
    throw new AnvilStateError('blocks', problem)
  }
  return path.reverse()
}
