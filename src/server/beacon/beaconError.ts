import { OmmerError } from '../../primitives/errors.ts'
import type { Refusal } from '../refusals.ts'

/** A request to the beacon API cannot be answered. The client gets the message. */
export class BeaconError extends OmmerError {
  readonly status: number

  constructor(status: number, message: string) {
    super('BEACON_ERROR', message)
    this.status = status
  }
}

/** The response, as beacon nodes write errors. */
export function beaconRefusal(
  { status, message }: BeaconError,
  headers: readonly string[] = [],
): Refusal {
  const body = Buffer.from(JSON.stringify({ code: status, message }))
  return {
    status,
    headers: [
      'Content-Type',
      'application/json',
      'Content-Length',
      String(body.length),
      'Access-Control-Allow-Origin',
      '*',
      ...headers,
    ],
    body,
  }
}
