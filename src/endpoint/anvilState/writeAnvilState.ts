import type { SealedBlock } from '../../chain/encoding/block.ts'
import { headerFieldNames } from '../../chain/encoding/header.ts'
import { anvilHash, namesSender } from '../../chain/encoding/impersonation.ts'
import { rawTransaction } from '../../chain/encoding/rawItems.ts'
import { fieldsByType } from '../../chain/encoding/transactionFields.ts'
import type { GenesisAccount } from '../../chain/genesis/genesis.ts'
import { blobBaseFeeOf } from '../../chain/protocol/blobGas.ts'
import { forkAt } from '../../chain/protocol/forks.ts'
import type { Rules } from '../../chain/protocol/rules.ts'
import { fromHex, type Hex, toQuantity } from '../../primitives/hex.ts'
import { anvil } from '../dialects/anvil.ts'
import { readBlock } from '../readBlock.ts'
import type { AnvilAccount, AnvilBlock, AnvilState, AnvilTransaction } from './anvilState.ts'

type Json = Readonly<Record<string, unknown>>

/** A block as JSON-RPC has it in dialect `anvil`. */
interface BlockJson {
  readonly block: Json & { readonly transactions: readonly Json[] }
  readonly receipts: readonly Json[]
  readonly uncles: readonly Json[]
}

/**
 * Writes the state after a block as Anvil does. It has no traces: Anvil keeps those of its transactions, and ommer runs
 * them again when they are asked for.
 *
 * @param blocks of the chain up to that block, oldest first
 * @param accounts after it
 * @param rules of the chain
 * @returns pieces of JSON, of a block or an account each
 */
export function* writeAnvilState(
  blocks: readonly SealedBlock[],
  accounts: readonly GenesisAccount[],
  rules: Rules,
): Generator<string> {
  yield '{"accounts":{'
  for (const [index, account] of accounts.entries()) {
    yield `${comma(index)}"${account.address}":${JSON.stringify(accountOf(account))}`
  }
  yield '},"blocks":['
  for (const [index, sealed] of blocks.entries()) {
    yield comma(index) + JSON.stringify(blockOf(jsonOf(sealed)))
  }
  yield '],"transactions":['
  let count = 0
  for (const sealed of blocks) {
    for (const each of transactionsOf(sealed)) yield comma(count++) + JSON.stringify(each)
  }
  yield `],${JSON.stringify(endOf(blocks.at(-1) as SealedBlock, rules)).slice(1)}`
}

function comma(index: number): string {
  return index === 0 ? '' : ','
}

function jsonOf(sealed: SealedBlock): BlockJson {
  const view = readBlock(sealed)(anvil)
  return {
    block: view.block({ full: true, pending: false }) as BlockJson['block'],
    receipts: view.receipts() as Json[],
    uncles: Array.from({ length: view.uncleCount }, (_, index) => view.uncle(index) as Json),
  }
}

function accountOf({ nonce, balance, code, storage }: GenesisAccount): AnvilAccount {
  return { nonce: Number(nonce), balance: toQuantity(balance), code, storage }
}

function blockOf({ block, uncles }: BlockJson): AnvilBlock {
  return {
    header: headerOf(block),
    transactions: block.transactions.map((transaction) => ({
      transaction: signedFieldsOf(transaction),
      impersonated_sender: isUnsigned(transaction) ? (transaction.from as Hex) : null,
    })),
    ommers: uncles.map(headerOf),
    withdrawals: (block.withdrawals as Json[] | undefined) ?? null,
  }
}

function isUnsigned(transaction: Json): boolean {
  // Anvil writes zeros.
  return BigInt(transaction.s as Hex) === 0n || isMadeUp(transaction, transaction.from as Hex)
}

/** Whether ommer has written the signature of a transaction that nobody has signed. */
export function isMadeUp({ r, s }: Json, from: Hex): boolean {
  return namesSender({ from, r: BigInt(r as Hex), s: BigInt(s as Hex) })
}

function anvilHashOf(sealed: SealedBlock, index: number, { from }: Json): Hex {
  return anvilHash(rawTransaction(sealed, index) as Uint8Array, fromHex(from as Hex))
}

function headerOf(block: Json): Json {
  return pick(block, headerFieldNames)
}

const SIGNATURE = ['v', 'yParity', 'r', 's'] as const

function signedFieldsOf(transaction: Json): Json {
  const names = fieldsByType[Number(transaction.type)] ?? []
  // Legacy transactions have a chain id, too, if they are valid on one chain only.
  return pick(transaction, ['type', 'chainId', ...names, ...SIGNATURE, 'hash'])
}

/** The members that an object has of these. */
function pick(object: Json, names: readonly string[]): Json {
  const members = names.flatMap((name) => {
    const value = object[name]
    return value === undefined || (value === null && name !== 'to') ? [] : [[name, value] as const]
  })
  return Object.fromEntries(members)
}

function* transactionsOf(sealed: SealedBlock): Generator<AnvilTransaction> {
  const { block, receipts } = jsonOf(sealed)
  for (const [index, receipt] of receipts.entries()) {
    const transaction = block.transactions[index] as Json
    const { from, to, nonce } = transaction
    const hash = isUnsigned(transaction)
      ? anvilHashOf(sealed, index, transaction)
      : transaction.hash
    const hasFailed = receipt.status === '0x0'
    yield {
      info: {
        transaction_hash: hash as Hex,
        transaction_index: index,
        from: from as Hex,
        to: (to as Hex | null | undefined) ?? null,
        contract_address: (receipt.contractAddress as Hex | null | undefined) ?? null,
        traces: [],
        exit: hasFailed ? 'Revert' : 'Stop',
        out: '0x',
        nonce: Number(nonce),
        gas_used: Number(receipt.gasUsed),
      },
      receipt: {
        ...pick(receipt, ['type', 'status', 'root', 'cumulativeGasUsed', 'logsBloom']),
        logs: (receipt.logs as readonly Json[]).map((log) =>
          pick(log, ['address', 'topics', 'data']),
        ),
      },
      block_hash: block.hash as Hex,
      block_number: Number(block.number),
    }
  }
}

/** What comes after all lists: which block is the last one, and what it has told the EVM. */
function endOf(
  sealed: SealedBlock,
  { forks }: Rules,
): Pick<AnvilState, 'block' | 'best_block_number' | 'historical_states'> {
  const { block } = jsonOf(sealed)
  const excess = BigInt((block.excessBlobGas as Hex | undefined) ?? 0)
  const fork = forkAt(forks, sealed.number, Number(block.timestamp))
  return {
    block: {
      number: block.number,
      beneficiary: block.miner,
      timestamp: block.timestamp,
      gas_limit: Number(block.gasLimit),
      basefee: Number(block.baseFeePerGas ?? 0),
      difficulty: block.difficulty,
      prevrandao: block.mixHash,
      blob_excess_gas_and_price: {
        excess_blob_gas: Number(excess),
        blob_gasprice: Number(blobBaseFeeOf(fork, excess) ?? 1n),
      },
      slot_num: Number(block.slotNumber ?? 0),
    },
    best_block_number: Number(block.number),
    historical_states: null,
  }
}
