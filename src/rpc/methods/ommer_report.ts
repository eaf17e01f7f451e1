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
    const { callStack } = await import('../../solidity/callStack.ts')
    const stack = artifacts === undefined ? [] : await callStack(frames, artifacts)
    return encodeResult({
      printed: await printedTexts(printed),
      stack: stack.map(({ contract = null, function: name = null, path = null, line = null }) => ({
        contract,
        function: name,
        path,
        line,
      })),
    })
  },
})
