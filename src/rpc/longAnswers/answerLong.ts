import type { AnswerLimit, SpooledJson } from '../../threads/calls/answers/limitedJson.ts'
import { type Answer, encodeResultBytes } from '../answer.ts'
import type { MethodContext } from '../method.ts'
import type { LongAnswer } from './longAnswer.ts'

/** Answers with the JSON of a job, which is kept in a file where it is too large for the memory. */
export async function answerLong(
  { client, answerBytesMax, mayBeLong, service: { spool, logLimits } }: MethodContext,
  run: (limit: AnswerLimit) => Promise<Uint8Array | SpooledJson>,
): Promise<Answer | LongAnswer> {
  const bytesMax = answerBytesMax ?? logLimits.bytesMax
  if (!mayBeLong || spool === undefined) {
    // Without a file, all of it is in memory.
    return encodeResultBytes((await run({ bytesMax })) as Uint8Array)
  }
  const { connection } = client
  const kept = await spool.keep(connection, (file) => run({ bytesMax, spool: file }))
  return kept instanceof Uint8Array ? encodeResultBytes(kept) : kept
}
