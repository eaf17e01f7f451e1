import type { ForkPin } from '../chain/forkPin.ts'
import { ForkError } from '../fork/forkError.ts'
import { WitnessFolder } from '../fork/witness/witnessFolder.ts'
import { pinsIn } from '../fork/witness/witnessPin.ts'
import { print } from './print.ts'
import type { RecordArguments } from './runRecord.ts'
import { alone, runServe, type ServeArguments } from './runServe.ts'

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
  const given: ServeArguments = {
    ...defaults,
    port: proxy,
    forkUrl: [rpc],
    ...(block !== undefined && { forkBlock: String(block) }),
    forkHeader: header,
    forkWitness: out,
    forkTimeout: timeout * 1000,
    forkRetries: tries - 1,
  }
  const runner = alone(given)
  let pin: ForkPin | undefined
  const serving = runServe(given, {
    ...runner,
    serve(chain, ...more) {
      pin = chain.forkPin
      return runner.serve(chain, ...more)
    },
  })
  await serving.catch((error: unknown) => {
    const isOfBlock = error instanceof ForkError && error.path === 'block'
    throw isOfBlock ? new ForkError(error.problem, 'to', { cause: error }) : error
  })
  const lines = folder.read()?.lines
  if (lines === undefined) return
  const command = `ommer --offline --fork-witness ${out}${pin ? choiceOf(pin, pinsIn(lines, out)) : ''}`
  await print(`${out}: ${lines.size} items; ${command} serves them\n`)
}

/** The option that chooses a block of a folder, where it has several. */
function choiceOf({ number, hash }: ForkPin, pins: readonly ForkPin[]): string {
  if (pins.length === 1) return ''
  const isNumberUnique = pins.filter((each) => each.number === number).length === 1
  return ` --fork-block ${isNumberUnique ? number : hash}`
}
