import { ForkError } from '../fork/forkError.ts'
import { WitnessFolder } from '../fork/witness/witnessFolder.ts'
import { print } from './print.ts'
import type { RecordArguments } from './runRecord.ts'
import { runServe, type ServeArguments } from './runServe.ts'

/** The arguments of `ommer record --proxy`. */
export interface RecordProxyArguments
  extends Pick<RecordArguments, 'rpc' | 'out' | 'header' | 'timeout' | 'tries'>,
    Partial<Pick<RecordArguments, 'to'>> {
  /** the port on which clients are served */
  readonly proxy: number
}

/**
 * Serves a node's chain, and records what clients read of it, until a stop signal. It is a fork with a witness, on which
 * nothing is built.
 *
 * @param defaults those of `ommer serve`
 */
export async function runRecordProxy(
  { rpc, out, header, timeout, tries, to, proxy }: RecordProxyArguments,
  { dev: _, ...defaults }: ServeArguments,
): Promise<void> {
  const folder = new WitnessFolder(out)
  // A recording that exists goes on at its block, so that its parts fit together.
  const block = to ?? (folder.exists ? undefined : 'latest')
  const serving = runServe({
    ...defaults,
    port: proxy,
    forkUrl: [rpc],
    ...(block !== undefined && { forkBlock: String(block) }),
    forkHeader: header,
    forkWitness: out,
    forkTimeout: timeout * 1000,
    forkRetries: tries - 1,
  })
  await serving.catch((error: unknown) => {
    const isOfBlock = error instanceof ForkError && error.path === 'block'
    throw isOfBlock ? new ForkError(error.problem, 'to', { cause: error }) : error
  })
  const items = folder.read()?.lines.size
  if (items === undefined) return
  await print(`${out}: ${items} items; ommer --offline --fork-witness ${out} serves them\n`)
}
