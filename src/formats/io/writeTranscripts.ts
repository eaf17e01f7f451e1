import { yieldToEventLoop } from '../../primitives/yieldToEventLoop.ts'
import { isError } from '../../rpc/answer.ts'
import { respond } from '../../rpc/reply.ts'
import { askChain } from '../askChain.ts'
import type { WriteFormat } from '../exportSource.ts'
import { rangeOfChain } from '../rangeOfChain.ts'
import { transcriptCases } from './cases/cases.ts'
import { findLandmarks } from './findLandmarks.ts'

/**
 * Writes transcripts as the conformance tests of ethereum/execution-apis are: for each method a folder, for each case a
 * file with a comment, a request (`>>`) and what the service answers it (`<<`). Cases for which the chain has nothing
 * are left out. A request and its answer are one line each, and are never indented.
 */
export const writeTranscripts: WriteFormat = async (source, folder) => {
  const chain = rangeOfChain(source)
  const ask = askChain(chain, source)
  const landmarks = await findLandmarks(source, chain.tree, ask)
  let count = 0
  for (const [method, cases] of Object.entries(transcriptCases)) {
    for (const [name, shows, paramsOf] of cases) {
      const params = paramsOf(landmarks)
      if (params === undefined) continue
      source.signal?.throwIfAborted()
      const answer = await ask({ method, params })
      // A tag that names no block yet is an error in the dialect `geth`, and no case of its own.
      if (isError(answer) && !name.startsWith('error')) continue
      const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
      const [envelope, encoded] = respond('1', answer)
      const response = envelope + new TextDecoder().decode(encoded as Uint8Array)
      folder.write(`${method}/${name}.io`, `// ${shows}\n>> ${request}\n<< ${response}\n`)
      await yieldToEventLoop()
      count++
    }
  }
  return { transcripts: count }
}
