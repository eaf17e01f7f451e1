import type { IncomingMessage } from 'node:http'
import type { Refusal } from './refusals.ts'
import * as refusals from './refusals.ts'

/**
 * Why a request is refused by its head, whatever it asks for; undefined if it is accepted. node:http accepts a second Host
 * field, and hands over a body of several transfer codings without decoding more than `chunked`. Another process that
 * reads the same bytes might see another request.
 */
export function headRefusal(request: IncomingMessage): Refusal | undefined {
  const { 'transfer-encoding': coding } = request.headers
  if (coding !== undefined && coding.toLowerCase() !== 'chunked') {
    return refusals.unsupportedCoding(coding)
  }
  const count = hostCount(request)
  if (count > 1) return refusals.severalHosts
  return count === 0 && request.httpVersion === '1.1' ? refusals.missingHost : undefined
}

/** How many Host fields a request has: node:http drops all but the first from `headers`. */
function hostCount({ rawHeaders }: IncomingMessage): number {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] as string
    if (name.length === 'host'.length && name.toLowerCase() === 'host') count++
  }
  return count
}
