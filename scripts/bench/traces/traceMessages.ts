import { messagesOf } from '../messages.ts'
import type { TracedBlock } from './tracedBlock.ts'

const OPTIONS = { tracer: 'callTracer' }

/** The requests for the traces of a block: of the whole block, and of each transaction. */
export function traceMessages({ hashes, header }: Pick<TracedBlock, 'hashes' | 'header'>) {
  return {
    whole: messagesOf([{ method: 'debug_traceBlockByNumber', params: [header.number, OPTIONS] }]),
    each: messagesOf(
      hashes.map((hash) => ({ method: 'debug_traceTransaction', params: [hash, OPTIONS] })),
    ),
  }
}
