import type { ArtifactIndex } from '../../solidity/artifactIndex.ts'
import type { FailedFrame } from '../../solidity/callStack.ts'
import type { StackLine } from '../../solidity/stackLine.ts'
import { encodeResult, nullAnswer } from '../answer.ts'
import { method } from '../method.ts'
import { transactionHash } from '../params/hash.ts'
import { printedTexts } from '../printedTexts.ts'
import { toRequestError } from '../runCall.ts'
import { reportTransaction } from '../runReport.ts'
import { plainNumber } from '../schemas/blockPosition.ts'
import { arrayOf, closedObject, orNull, type Schema } from '../schemas/schema.ts'

const text: Schema = { type: 'string' }

/**
 * What a transaction of the canonical chain has printed by `console.log`, and the lines of sources that have led to its
 * failure, where artifacts describe its contracts.
 */
export const ommer_report = method({
  name: 'ommer_report',
  set: 'all',
  does: 'reads',
  summary:
    'What a transaction has printed by console.log, and the lines of sources that have led to its failure.',
  params: [transactionHash],
  result: {
    name: 'report',
    schema: orNull(
      closedObject({
        printed: arrayOf(text),
        stack: arrayOf(
          closedObject({
            contract: orNull(text),
            function: orNull(text),
            path: orNull(text),
            line: orNull(plainNumber),
          }),
        ),
      }),
    ),
  },
  errors: ['SERVER_ERROR', 'CALL_FAILED'],
  async run([hash], { view, client, service: { calls, facts } }) {
    const location = view.transactionByHash(hash)
    if (location === undefined || location.block.number === 0) return nullAnswer
    const { block, index } = location
    const { chain } = view
    const running = reportTransaction({ chain, client, calls }, block, index)
    const { printed, frames } = await running.catch((error: unknown) => {
      throw toRequestError(error)
    })
    const { artifacts } = facts ?? {}
    const stack = artifacts === undefined ? [] : await stackOf(frames, artifacts)
    return encodeResult({ printed: await printedTexts(printed), stack })
  },
})

/** Its code is loaded when something has first failed. */
async function stackOf(
  frames: readonly FailedFrame[],
  artifacts: ArtifactIndex,
): Promise<readonly StackLine[]> {
  const { callStack } = await import('../../solidity/callStack.ts')
  return callStack(frames, artifacts)
}
