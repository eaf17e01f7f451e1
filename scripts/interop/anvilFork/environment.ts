import { toQuantity } from '../../../src/primitives/hex.ts'
import type { Answer, CallObject, StateRequest } from '../geth/states/request.ts'

/** Returns what a call is told about its block: COINBASE, PREVRANDAO, BLOBBASEFEE and GASLIMIT. */
const PROBE = '0x41600052446020524a6040524560605260806000f3'

const PROBE_ADDRESS = '0x00000000000000000000000000000000000b10c5'

/** Methods that run a call on the block that is their second parameter. */
const calls = new Set(['eth_call', 'eth_estimateGas', 'debug_traceCall'])

/** Asks for what a node tells calls about the block of a request. @returns undefined if the request is no call */
export function probeOf({ method, params }: StateRequest): StateRequest | undefined {
  if (!calls.has(method)) return undefined
  const state = { [PROBE_ADDRESS]: { code: PROBE } }
  const gas = '0xf4240'
  return { method: 'eth_call', params: [{ to: PROBE_ADDRESS, gas }, params[1] ?? 'latest', state] }
}

/** A call as it is in a block of which a node tells calls the same as the one that was asked. */
export function inBlockOf(
  { method, params: [call, block = 'latest', options] }: StateRequest,
  probed: Answer,
): StateRequest | undefined {
  const words = /^0x(?:[\da-f]{64}){4}$/.test(String(probed.result))
    ? String(probed.result).slice(2).match(/.{64}/g)
    : undefined
  if (words == null) return undefined
  const [miner, prevRandao, blobBaseFee, gasLimit] = words as [string, string, string, string]
  const blockOverrides = {
    feeRecipient: `0x${miner.slice(24)}`,
    prevRandao: `0x${prevRandao}`,
    blobBaseFee: toQuantity(BigInt(`0x${blobBaseFee}`)),
    gasLimit: toQuantity(BigInt(`0x${gasLimit}`)),
  }
  const { gas = blockOverrides.gasLimit } = call as CallObject
  const withGas = method === 'eth_estimateGas' ? call : { ...(call as CallObject), gas }
  if (method === 'debug_traceCall') {
    return { method, params: [withGas, block, { ...Object(options), blockOverrides }] }
  }
  return { method, params: [withGas, block, options ?? {}, blockOverrides] }
}
