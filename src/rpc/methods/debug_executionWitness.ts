import { replayedBlock } from '../../chain/calls/replay/replayedBlock.ts'
import type { ViewedChain } from '../../chain/chain.ts'
import type { SealedBlock } from '../../chain/encoding/block.ts'
import { namesIn } from '../../chain/encoding/namesIn.ts'
import type { CodeStore } from '../../chain/state/codeStore.ts'
import { witnessNodes } from '../../chain/state/witnessNodes.ts'
import { type Hex, toHex, toQuantity } from '../../primitives/hex.ts'
import { afterMisses } from '../../primitives/miss.ts'
import { decodeResult, encodeResult } from '../answer.ts'
import { newHeadAnswer } from '../blockAnswers.ts'
import { requireExactParent } from '../debugTraces.ts'
import { RequestError, serverError } from '../errors.ts'
import { type MethodContext, method } from '../method.ts'
import { type StateBlock, tracedBlock } from '../params/stateBlock.ts'
import { parentBlock } from '../parentBlock.ts'
import { runCallAfter } from '../runCall.ts'
import { arrayOf, closedObject, ref } from '../schemas/schema.ts'
import { blockOfState } from '../stateOfBlock.ts'
import { doSteps, type Steps } from '../steps.ts'

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
    const block = await requireBlock(context, parameter)
    if (block.number === 0) {
      throw serverError(`block ${goText(parameter)} found, but parent missing`)
    }
    const parent = requireExactParent(context, block)
    const input = { block: replayedBlock(block) }
    const { names, codes, oldestHash } = await runCallAfter(context, parent, 'touched', input)
    const headers = await afterMisses(() =>
      ancestors(context.view.chain, parent, oldestHash ?? parent.number),
    )
    const { states } = context.view.chain
    const touched = [...names, ...namesIn(block).map((address) => ({ address, slots: [] }))]
    const [before, after] = await context.runLong(
      async (pause) =>
        [await states.after(parent, pause), await states.after(block, pause)] as const,
    )
    const { bytesMax } = context.service.logLimits
    const steps = witnessNodes(before, after, touched)
    const state = await doSteps(steps, false, context.runLong, bytesMax)
    const texts = codeTexts(await states.codes(), codes)
    const sortedCodes = await doSteps(texts, false, context.runLong, bytesMax)
    return encodeResult({
      headers: headers.map((each) => decodeResult(newHeadAnswer(context, each))),
      codes: sortedCodes,
      state: [...state].sort(),
      keys: null,
    })
  },
})

/** @throws {RequestError} in the words of geth, which says the same whatever is wrong */
async function requireBlock(context: MethodContext, parameter: StateBlock): Promise<SealedBlock> {
  try {
    return await blockOfState(context, parameter)
  } catch (error) {
    if (!(error instanceof RequestError)) throw error
    throw new RequestError('UNKNOWN_BLOCK', `block ${goText(parameter)} not found`)
  }
}

/** A parameter as Go prints the struct that has it: the number, the hash, and whether it must be canonical. */
function goText(parameter: StateBlock): string {
  if (typeof parameter === 'object') {
    return `{<nil> ${parameter.blockHash} ${parameter.requireCanonical}}`
  }
  const number = typeof parameter === 'number' ? toQuantity(parameter) : parameter
  return `{${number} <nil> false}`
}

/** The codes with these hashes, sorted. */
function* codeTexts(store: Pick<CodeStore, 'get'>, hashes: ReadonlySet<string>): Steps<Hex[]> {
  const codes: Hex[] = []
  let bytes = 0
  for (const hash of hashes) {
    const code = toHex(store.get(hash)?.code ?? new Uint8Array(0))
    codes.push(code)
    bytes += code.length
    yield bytes
  }
  return codes.sort()
}

/** The parent, and the ancestors before it down to the one with a number; fewer if the chain begins later. */
function ancestors(chain: ViewedChain, parent: SealedBlock, oldest: number): SealedBlock[] {
  const blocks: SealedBlock[] = []
  for (let at: SealedBlock | undefined = parent; at !== undefined; ) {
    blocks.unshift(at)
    at = at.number > oldest ? parentBlock(chain, at) : undefined
  }
  return blocks
}
