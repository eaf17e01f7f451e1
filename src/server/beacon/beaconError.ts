import { OmmerError } from '../../primitives/errors.ts'
import { type Refusal, refusalWith } from '../refusals.ts'

/** A request to the beacon API cannot be answered. The client gets the message. */
export class BeaconError extends OmmerError {
  readonly status: number

  constructor(status: number, message: string) {
    super('BEACON_ERROR', message)
    this.status = status
  }
}

/** The response: an error as beacon nodes write it. */
export function beaconRefusal(
  { status, message }: BeaconError,
  headers?: readonly string[],
): Refusal {
  const body = Buffer.from(JSON.stringify({ code: status, message }))
  return refusalWith(status, body, headers)
}
