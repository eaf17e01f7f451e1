import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { namesIn } from '../../chain/encoding/namesIn.ts'
import { EMPTY_CODE_HASH, type StateTrie } from '../../chain/state/account.ts'
import { accountAt } from '../../chain/state/stateReads.ts'
import type { TouchedName } from '../../chain/state/touchedName.ts'
import { witnessNodes } from '../../chain/state/witnessNodes.ts'
import { toHex } from '../../primitives/hex.ts'
import { decodeResult, encodeResult } from '../answer.ts'
import { newHeadAnswer } from '../blockAnswers.ts'
import { requireParent } from '../debugTraces.ts'
import { answerTooLarge, serverError } from '../errors.ts'
import type { SlicePause } from '../longWork.ts'
import { type MethodContext, method } from '../method.ts'
import { tracedBlock } from '../params/stateBlock.ts'
import { runCallAfter } from '../runCall.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'
import { blockOfState } from '../stateOfBlock.ts'
import type { Steps } from '../steps.ts'

/** What somebody without the state needs to run a block again (geth, core/stateless). */
export const debug_executionWitness = method({
  name: 'debug_executionWitness',
  set: 'all',
  does: 'reads',
  differsByDialect: true,
  faults: ['state'],
  summary:
    'What somebody without the state needs to run a block again and to compute its state root.',
  params: [tracedBlock],
  result: {
    name: 'witness',
    schema: closedObject({
      headers: {
        ...arrayOf({ type: 'object', description: 'As `newHeads` sends it.' }),
        description:
          'The parent, which is last, and the ancestors before it whose hashes the block asks for.',
      },
      codes: arrayOf(ref('Bytes')),
      state: { ...arrayOf(ref('Bytes')), description: 'The RLP of trie nodes, sorted.' },
      keys: { type: 'null' },
    }),
  },
  errors: ['UNKNOWN_BLOCK', 'SERVER_ERROR', 'CALL_FAILED', 'ANSWER_TOO_LARGE'],
  async run([parameter], context) {
    const block = await blockOfState(context, parameter)
    if (block.number === 0) throw serverError('block 0 found, but parent missing')
    const parent = requireParent(context, block)
    const input = { block: replayedBlock(block) }
    const { names, codes, oldestHash } = await runCallAfter(context, parent, 'touched', input)
    const { states } = context.view.chain
    const touched = [...names, ...namesIn(block).map((address) => ({ address, slots: [] }))]
    const before = await context.runLong(async (pause) => states.after(parent, pause))
    const state = await context.runLong(async (pause) => {
      const steps = witnessNodes(before, await states.after(block, pause), touched)
      return inSlices(steps, context.service.logLimits.bytesMax, pause)
    })
    const store = await states.codes()
    const read = codesBefore(before, names).filter((name) => codes.has(name))
    const bytes = read.map((name) => toHex(store.get(name)?.code ?? NO_CODE))
    return encodeResult({
      headers: ancestors(context, parent, oldestHash),
      codes: bytes.sort(),
      state: [...state].sort(),
      keys: null,
    })
  },
})

const NO_CODE = new Uint8Array(0)

/** @throws {RequestError} if there is more than an answer may have */
async function inSlices<T>(steps: Steps<T>, bytesMax: number, pause: SlicePause): Promise<T> {
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value
    if (step.value > bytesMax) throw answerTooLarge(bytesMax)
    const paused = pause(step.value)
    if (paused !== undefined) await paused
  }
}

/** The codes that accounts have, by their hashes in hex without prefix, each once. */
function codesBefore(state: StateTrie, accounts: readonly TouchedName[]): string[] {
  const hashes = accounts.map(({ address }) => accountAt(state, address)?.codeHash)
  const withCode = hashes.filter(
    (hash) => hash !== undefined && Buffer.compare(hash, EMPTY_CODE_HASH) !== 0,
  )
  return [...new Set(withCode.map((hash) => toHex(hash as Uint8Array).slice(2)))]
}

/** The headers from the block with a number to the parent. */
function ancestors(context: MethodContext, parent: SealedBlock, oldest = parent.number): unknown[] {
  const { tree } = context.view.chain
  const headers: unknown[] = []
  for (let at: SealedBlock | undefined = parent; at !== undefined && at.number >= oldest; ) {
    headers.unshift(decodeResult(newHeadAnswer(context, at)))
    at = tree.byHash(at.parentHash)
  }
  return headers
}
