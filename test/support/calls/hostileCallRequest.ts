import { request } from '../transports.ts'
import type { HostileCall } from './hostileCalls.ts'

const CONTRACT = `0x${'c0'.repeat(20)}`

/** The request for a hostile call: an `eth_call` of a contract that exists only for this call. */
export function hostileCallRequest({ code, data }: HostileCall): string {
  const call = { to: CONTRACT, ...(data && { data }) }
  return request('eth_call', [call, 'latest', { [CONTRACT]: { code } }])
}
