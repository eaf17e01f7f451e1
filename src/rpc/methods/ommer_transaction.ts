import { nonceOf, type SealedBlock } from '../../chain/encoding/block.ts'
import { decodeTransaction } from '../../chain/encoding/decode/decodeTransaction.ts'
import { senderAt } from '../../chain/encoding/senders.ts'
import { hashedTransactions } from '../../chain/encoding/transactionHashes.ts'
import { indexesInBlock } from '../../chain/store/indexesInBlock.ts'
import { positionOf } from '../../moves/blockPosition.ts'
import type { SentTransaction } from '../../pool/sentTransaction.ts'
import { type Hex, toHex } from '../../primitives/hex.ts'
import { decodeResult, encodeResult, nullAnswer } from '../answer.ts'
import { transactionAnswer } from '../blockAnswers.ts'
import { type MethodContext, method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { plainNumber } from '../schemas/blockPosition.ts'
import { arrayOf, closedObject, orNull, ref, type Schema } from '../schemas/schema.ts'
import { decodePooled, pooledJson } from '../sending/pooledJson.ts'
import { sentBySender } from '../sentBySender.ts'

const hash = ref('Hash')
const flag: Schema = { type: 'boolean' }

/** A transaction, wherever the endpoint has it. */
interface Found {
  /** as the dialect writes it */
  readonly transaction: unknown
  /** in lower case */
  readonly sender: Hex
  readonly nonce: bigint
}

/**
 * What became of a transaction: one of the canonical chain, of the pool, or of blocks that are not canonical. `state` is
 * `removed` if only such blocks have it, `ahead` if the head has yet to come to one of them, and `replaced` if another one
 * has its sender and nonce now.
 */
export const ommer_transaction = method({
  name: 'ommer_transaction',
  set: 'all',
  does: 'reads',
  summary:
    'What became of a transaction: the blocks of all branches that have it, and what has replaced it.',
  params: [transactionHash],
  result: {
    name: 'transaction',
    schema: orNull(
      closedObject({
        transaction: ref('Transaction'),
        state: { type: 'string', enum: ['mined', 'pending', 'ahead', 'removed', 'replaced'] },
        blocks: arrayOf(closedObject({ number: plainNumber, hash, isCanonical: flag })),
        replacedBy: orNull(hash),
      }),
    ),
  },
  errors: [],
  async run([wanted], context) {
    const own = context.view.transactionByHash(wanted)?.block
    const pool = await context.endpoint.miner?.pool
    const pooled = (await pool?.adapted())?.get(wanted)
    const side = await sideBlocksWith(wanted, context)
    const block = own ?? (pooled === undefined ? side[0] : undefined)
    const sent = pooled ?? pool?.find(wanted)
    const found =
      block === undefined ? sent && ofPool(sent, context) : inBlock(wanted, block, context)
    if (found === undefined) return nullAnswer
    const current = own === undefined ? stateOf(pooled, side, context) : 'mined'
    const replacedBy = current === undefined ? await hashOfReplacement(found, context) : null
    return encodeResult({
      transaction: found.transaction,
      state: current ?? (replacedBy === null ? 'removed' : 'replaced'),
      blocks: [
        ...(own === undefined ? [] : [{ ...positionOf(own), isCanonical: true }]),
        ...side.map((each) => ({ ...positionOf(each), isCanonical: false })),
      ],
      replacedBy,
    })
  },
})

/** @returns undefined if nothing says that a block will have it */
function stateOf(
  pooled: unknown,
  side: readonly SealedBlock[],
  context: MethodContext,
): string | undefined {
  if (pooled !== undefined) return 'pending'
  return side.some((block) => isAhead(block, context)) ? 'ahead' : undefined
}

/**
 * The blocks beside the canonical chain that have a transaction, the newest first. Those of the tree's main branch are
 * among them if the endpoint has left it.
 */
function sideBlocksWith(
  wanted: Hex,
  { view, runLong }: MethodContext,
): Promise<readonly SealedBlock[]> {
  return runLong(async (pause) => {
    const { tree } = view.chain
    const main = tree.transaction(wanted)?.block
    const found = main === undefined ? [] : [main]
    for (const block of tree.sideBlocks.toReversed()) {
      const turn = pause()
      if (turn !== undefined) await turn
      if (indexesInBlock(block).has(wanted)) found.push(block)
    }
    const canonical = view.canonicalChain()
    const beside = found.filter(({ number, hash }) => canonical(number)?.hash !== hash)
    return beside.sort((one, other) => other.number - one.number)
  })
}

/** Whether the head has yet to come to a block. Where clients send, what the head has left does not come back. */
function isAhead(block: SealedBlock, { view, endpoint }: MethodContext): boolean {
  const { head, chain } = view
  const { tree } = chain
  if (endpoint.miner !== undefined || block.number <= head.number || !tree.isMain(block)) {
    return false
  }
  return toHex(tree.ancestorHash(block, head.number)) === head.hash
}

function ofPool(sent: Omit<SentTransaction, 'sidecar'>, { dialect }: MethodContext): Found {
  const nonce = nonceOf(decodePooled(sent))
  return { transaction: pooledJson(sent, dialect), sender: sent.sender, nonce }
}

function inBlock(wanted: Hex, block: SealedBlock, context: MethodContext): Found {
  const index = indexesInBlock(block).get(wanted)
  const item = index === undefined ? undefined : hashedTransactions(block)[index]?.item
  if (index === undefined || item === undefined)
    throw new Error(`block ${block.hash} has no ${wanted}`)
  const sender = toHex(senderAt(block, index))
  return {
    transaction: decodeResult(transactionAnswer(context, block, index, { pending: false })),
    sender,
    nonce: nonceOf(decodeTransaction(item, sender)),
  }
}

/** The hash of the canonical or pending transaction with the same sender and nonce; null if there is none. */
async function hashOfReplacement(
  { sender, nonce }: Found,
  context: MethodContext,
): Promise<Hex | null> {
  const other = await sentBySender(context, sender, nonce)
  if (other === undefined) return null
  if (!('block' in other)) return other.hash
  return hashedTransactions(other.block)[other.index]?.hash ?? null
}
