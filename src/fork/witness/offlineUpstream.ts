import { beaconRoots } from '../../chain/contracts/system.ts'
import type { ForkPin } from '../../chain/forkPin.ts'
import { NotInWitnessError } from '../../primitives/upstreamError.ts'
import { systemClock } from '../../record/recordClock.ts'
import type { RpcResult } from '../../record/rpc/sendRequest.ts'
import { Upstream } from '../upstream.ts'

/** Added to the error for what each new block reads by its time: a run with a node at another time reads other slots. */
const OF_TIME =
  'new blocks read it by their time, so both runs need the same times: count from that of the pinned block, not from the clock; '

/** Stands for the nodes of a network when none may be asked. */
export class OfflineUpstream extends Upstream {
  readonly #path: string
  readonly #pin: Pick<ForkPin, 'number'>

  /** @param path of the witness */
  constructor(path: string, pin: Pick<ForkPin, 'number'>, signal: AbortSignal) {
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
    this.#pin = pin
  }

  override requireOnline(what: string): never {
    const command = `ommer --dev --fork-url URL --fork-block ${this.#pin.number} --fork-witness ${this.#path}`
    const hint = what.includes(beaconRoots.address) ? OF_TIME : ''
    throw new NotInWitnessError(
      `${what} is not in the folder ${this.#path}, and offline no node is asked; ${hint}to add it, run the same with a node: ${command}`,
    )
  }

  override async call(method: string): Promise<RpcResult> {
    return this.requireOnline(`the answer to ${method}`)
  }
}
