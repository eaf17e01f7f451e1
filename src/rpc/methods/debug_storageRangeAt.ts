import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { transactionCount } from '../../chain/encoding/senders.ts'
import { EMPTY_STORAGE, type StorageTrie } from '../../chain/state/account.ts'
import { storageAfter } from '../../chain/state/applyChanges.ts'
import { type ByteText, fromByteText, toByteText } from '../../chain/state/byteText.ts'
import { accountAt } from '../../chain/state/stateReads.ts'
import { type Hex, toHex, toWord } from '../../primitives/hex.ts'
import { type Answer, encodeResult } from '../answer.ts'
import { requireParent } from '../debugTraces.ts'
import { answerTooLarge, serverError } from '../errors.ts'
import { HashedNames } from '../hashedNames.ts'
import type { SlicePause } from '../longWork.ts'
import { type MethodContext, method } from '../method.ts'
import { address } from '../params/address.ts'
import { data } from '../params/data.ts'
import { tracedBlock } from '../params/stateBlock.ts'
import { wholeNumber } from '../params/wholeNumber.ts'
import { runCallAfter } from '../runCall.ts'
import { closedObject, orNull, ref } from '../schemas/schema.ts'
import { blockOfState } from '../stateOfBlock.ts'

/** A slot as JSON, in bytes. */
const SLOT_BYTES = 232

/** The storage of a contract before a transaction of a block, sorted by the hashes of slots (geth). */
export const debug_storageRangeAt = method({
  name: 'debug_storageRangeAt',
  set: 'all',
  does: 'reads',
  faults: ['state'],
  summary:
    'The storage of a contract before a transaction of a block, page by page, by the hashes of its slots.',
  params: [
    tracedBlock,
    wholeNumber('transactionIndex', 'The index of the transaction in its block.'),
    address,
    data('keyStart', 'The hash of the slot from which on slots are listed, or its beginning.'),
    wholeNumber('maxResult', 'How many slots are listed at most.'),
  ],
  result: {
    name: 'range',
    schema: closedObject({
      storage: orNull({
        type: 'object',
        additionalProperties: closedObject({
          key: orNull(ref('Hash', 'The number of the slot; null if no block names it.')),
          value: ref('Hash'),
        }),
      }),
      nextKey: orNull(ref('Hash')),
    }),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  async run([parameter, index, account, keyStart, count], context) {
    const block = await blockOfState(context, parameter)
    if (block.number === 0) throw serverError('no transaction in genesis')
    requireTransaction(block, index)
    const parent = requireParent(context, block)
    const input = { block: replayedBlock(block), index, address: account }
    const change = await runCallAfter(context, parent, 'storageBefore', input)
    return context.runLong(async (pause) => {
      const state = await context.view.chain.states.after(parent, pause)
      const before = accountAt(state, account)?.storage ?? EMPTY_STORAGE
      const storage = change === undefined ? before : storageAfter(before, change)
      const range = { storage, start: toByteText(keyStart), count }
      return answerRange(context, block, range, pause)
    })
  },
})

/** @throws {RequestError} as geth, which takes 0 for an empty block, too */
function requireTransaction(block: SealedBlock, index: number): void {
  if (index === 0 || (index > 0 && index < transactionCount(block))) return
  throw serverError(`transaction index ${index} out of range for block ${block.hash}`)
}

interface StorageRange {
  readonly storage: StorageTrie
  readonly start: ByteText
  readonly count: number
}

async function answerRange(
  context: MethodContext,
  block: SealedBlock,
  { storage, start, count }: StorageRange,
  pause: SlicePause,
): Promise<Answer> {
  if (storage.top === undefined) return encodeResult({ storage: null, nextKey: null })
  const { bytesMax } = context.service.logLimits
  const hashed = new HashedNames()
  const page: [key: ByteText, value: ByteText][] = []
  let next: ByteText | undefined
  for (const [key, value] of storage.entries(start)) {
    next = page.length >= count ? key : undefined
    if (next !== undefined) break
    page.push([key, value])
    hashed.want(key)
    if (page.length * SLOT_BYTES > bytesMax) throw answerTooLarge(bytesMax)
    await pause(page.length * SLOT_BYTES)
  }
  const parentOf = ({ parentHash }: SealedBlock) => context.view.chain.tree.byHash(parentHash)
  await hashed.find(context, block, parentOf, pause)
  const slots: Record<Hex, { readonly key: Hex | null; readonly value: Hex }> = {}
  for (const [key, value] of page) {
    slots[toHex(fromByteText(key))] = {
      key: hashed.names.find(key) ?? null,
      value: toWord(BigInt(toHex(fromByteText(value)))),
    }
    await pause()
  }
  const nextKey = next === undefined ? null : toHex(fromByteText(next))
  return encodeResult({ storage: slots, nextKey })
}
