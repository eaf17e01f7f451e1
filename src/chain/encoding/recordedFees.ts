import type { Hex } from '../../primitives/hex.ts'
import type { SealedBlock } from './block.ts'
import { headerOf } from './decode/headerOf.ts'
import { type Tip, tipsOf } from './decode/tips.ts'
import type { Header } from './header.ts'
import { UnknownFeeError } from './unknownFeeError.ts'
import { lacksTransactions } from './unknownTransactions.ts'

/** The fields of a header from which fees, and the fork, follow. */
export type FeeHeader = Pick<
  Header,
  | 'number'
  | 'miner'
  | 'timestamp'
  | 'gasLimit'
  | 'gasUsed'
  | 'difficulty'
  | 'baseFeePerGas'
  | 'withdrawalsRoot'
  | 'blobGasUsed'
  | 'excessBlobGas'
  | 'requestsHash'
>

type Json = Readonly<Record<string, unknown>>

/** What was read from JSON: a block may have megabytes of it. */
const headers = new WeakMap<Uint8Array, FeeHeader>()

/**
 * The fee fields of a block, also of one of a recording that has parts which ommer cannot encode: from its JSON.
 *
 * @throws {UnknownFeeError} if a field is missing or unreadable there
 */
export function feeHeaderOf(block: Pick<SealedBlock, 'rlp' | 'recorded' | 'number'>): FeeHeader {
  const { rlp, recorded } = block
  if (rlp.length > 0 || recorded === undefined) return headerOf(block)
  const known = headers.get(recorded)
  if (known !== undefined) return known
  const header = headerFromJson(Object(parse(recorded).block), block.number)
  headers.set(recorded, header)
  return header
}

function headerFromJson(json: Json, number: number): FeeHeader {
  const unknown = (name: string) => new UnknownFeeError(`block ${number}: ${name} is unknown`)
  const wanted = (name: string): bigint => {
    const value = readQuantity(json[name])
    if (value === undefined) throw unknown(name)
    return value
  }
  const optional = (name: string) => (Object(json)[name] == null ? {} : { [name]: wanted(name) })
  const present = (name: string) => (Object(json)[name] == null ? {} : { [name]: json[name] })
  return {
    number,
    miner: String(json.miner).toLowerCase() as Hex,
    timestamp: Number(wanted('timestamp')),
    gasLimit: wanted('gasLimit'),
    gasUsed: wanted('gasUsed'),
    difficulty: readQuantity(json.difficulty) ?? 0n,
    ...optional('baseFeePerGas'),
    ...present('withdrawalsRoot'),
    ...optional('blobGasUsed'),
    ...optional('excessBlobGas'),
    ...present('requestsHash'),
  }
}

/**
 * What each transaction of a block paid the miner, in the order of the block. Where ommer cannot encode them, it follows
 * from the prices in the receipts, whatever the types of the transactions.
 *
 * @throws {UnknownFeeError} if a price is missing there
 */
export function feeTipsOf(block: SealedBlock): readonly Tip[] {
  const { baseFeePerGas = 0n } = feeHeaderOf(block)
  const { recorded } = block
  if (recorded === undefined || !lacksTransactions(block)) return tipsOf(block, baseFeePerGas)
  const { block: json, receipts } = parse(recorded)
  return listOf(Object(json).transactions).map((each, index) => {
    const [transaction, receipt] = [Object(each), Object(listOf(receipts)[index])] as [Json, Json]
    const price = readQuantity(receipt.effectiveGasPrice) ?? readQuantity(transaction.gasPrice)
    if (price === undefined) {
      const name = `transactions[${index}]`
      throw new UnknownFeeError(`block ${block.number}: ${name}: its gas price is unknown`)
    }
    const used = readQuantity(receipt.gasUsed)
    return {
      tip: price > baseFeePerGas ? price - baseFeePerGas : 0n,
      gasUsed: used === undefined ? undefined : Number(used),
      sender: String(transaction.from).toLowerCase() as Hex,
    }
  })
}

function parse(recorded: Uint8Array): Json {
  return JSON.parse(new TextDecoder().decode(recorded))
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

const QUANTITY = /^0x[\da-f]{1,64}$/i

function readQuantity(value: unknown): bigint | undefined {
  return typeof value === 'string' && QUANTITY.test(value) ? BigInt(value) : undefined
}
