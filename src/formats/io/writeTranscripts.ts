import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { isError } from '../../rpc/answer.ts'
import { respond } from '../../rpc/reply.ts'
import { chainSlice } from '../chainSlice.ts'
import type { WriteFormat } from '../exportSource.ts'
import { localRpc } from '../localRpc.ts'
import { transcriptCases } from './cases/cases.ts'
import { findSamples } from './findSamples.ts'

/**
 * Writes transcripts in the format of the conformance tests of ethereum/execution-apis: for each method a folder, for
 * each case a file with a comment, a request (`>>`) and the service's response (`<<`), one line each. Cases for which
 * the chain has no sample are omitted.
 */
export const writeTranscripts: WriteFormat = async (source, folder) => {
  const chain = chainSlice(source)
  const rpc = localRpc(chain, source)
  const samples = await findSamples(source, chain.tree, rpc)
  let count = 0
  for (const [method, cases] of Object.entries(transcriptCases)) {
    for (const [name, description, paramsOf] of cases) {
      const params = paramsOf(samples)
      if (params === undefined) continue
      source.signal?.throwIfAborted()
      const answer = await rpc({ method, params })
      // In the dialect `geth`, a tag without a block is an error, for which other cases exist.
      if (isError(answer) && !name.startsWith('error')) continue
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const [envelope, encoded] = respond('1', answer)
      const response = envelope + new TextDecoder().decode(encoded as Uint8Array)
      await folder.write(
        `${method}/${name}.io`,
        `// ${description}\n>> ${request}\n<< ${response}\n`,
      )
      await yieldToEventLoop()
      count++
    }
  }
  return { transcripts: count }
}
