import { beaconRoots } from '../../chain/contracts/system.ts'
import { NotInWitnessError } from '../../primitives/upstreamError.ts'
import { systemClock } from '../../record/recordClock.ts'
import type { RpcResult } from '../../record/rpc/sendRequest.ts'
import { Upstream } from '../upstream.ts'

/** Added to the error for what each new block reads by its time: a run with other blocks reads other slots. */
const OF_TIME =
  'each new block reads a slot by its time, so the run that adds it must mine the same blocks at the same times: count from that of the pinned block, not from the clock; '

/** Stands for the nodes of a network when none may be asked. */
export class OfflineUpstream extends Upstream {
  readonly #path: string
  readonly #isCommand: boolean

  /**
   * @param path of the witness
   * @param isCommand whether errors name options of the command line
   */
  constructor(path: string, isCommand: boolean, signal: AbortSignal) {
    super({
      rpc: [],
      headers: [],
      timeoutMs: 0,
      tries: 0,
      backoffMs: 0,
      clock: systemClock,
      signal,
    })
    this.#path = path
    this.#isCommand = isCommand
  }

  override requireOnline(what: string): never {
    const change = this.#isCommand
      ? '--fork-url URL instead of --offline'
      : 'the options rpc and witness, without offline'
    const hint = what.includes(beaconRoots.address) ? OF_TIME : ''
    throw new NotInWitnessError(
      `${what} is not in the folder ${this.#path}, and offline no node is asked; ${hint}to add it, run the same with ${change}`,
    )
  }

  override async call(method: string): Promise<RpcResult> {
    return this.requireOnline(`the answer to ${method}`)
  }
}
