import { fromHex, type Hex } from '../primitives/hex.ts'
import { anvilRevertReason } from './anvilRevertReason.ts'
import { RequestError } from './errors.ts'

// How Anvil says what went wrong (crates/anvil/src/eth/error, crates/anvil/rpc/src/error.rs).

const INVALID_PARAMS = -32602
const INTERNAL = -32603
const SERVER = -32000
const NOT_FOUND = -32001
const REJECTED = -32003

type Words = string | ((...groups: readonly string[]) => string)

/** geth's messages, from the start, and what Anvil answers instead of each. The first that matches counts. */
const answers: readonly (readonly [gethWords: RegExp, code: number, words: Words])[] = [
  [/^nonce too low/, REJECTED, 'nonce too low'],
  [/^nonce too high/, REJECTED, 'Nonce too high'],
  [
    /^(?:err: |failed with \d+ gas: )?insufficient funds/,
    REJECTED,
    'Insufficient funds for gas * price + value',
  ],
  [
    /^exceeds block gas limit/,
    SERVER,
    'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit',
  ],
  [
    /^err: (?:intrinsic gas too low|insufficient gas for floor)/,
    SERVER,
    'intrinsic gas too high -- CallGasCostMoreThanGasLimit',
  ],
  [/^(?:intrinsic gas too low|insufficient gas for floor)/, SERVER, 'intrinsic gas too low'],
  [
    /^max fee per gas less than block base fee/,
    REJECTED,
    'max fee per gas less than block base fee',
  ],
  [
    /^(?:err: )?max priority fee per gas higher than max fee per gas|^maxFeePerGas \(.*\) < /,
    REJECTED,
    'max priority fee per gas higher than max fee per gas',
  ],
  [/^replacement transaction underpriced/, REJECTED, 'replacement transaction underpriced'],
  [/^already known/, REJECTED, 'transaction already imported'],
  [/^unknown account/, INVALID_PARAMS, 'No Signer available'],
  [/^typed transaction too short/, INVALID_PARAMS, 'Empty transaction data'],
  [/^(?:rlp: |transaction type not supported$)/, INVALID_PARAMS, 'Failed to decode transaction'],
  [/^header for hash not found/, NOT_FOUND, 'Resource not found'],
  [
    /^gas required exceeds allowance \((\d+)\)/,
    REJECTED,
    (gas) => `Out of gas: gas required exceeds allowance: ${gas}`,
  ],
  [/^out of gas/, INTERNAL, 'EVM error OutOfGas'],
  [/^gas uint64 overflow/, INTERNAL, 'EVM error InvalidOperandOOG'],
  [/^invalid opcode: INVALID/, INTERNAL, 'EVM error InvalidFEOpcode'],
  [/^invalid opcode/, INTERNAL, 'EVM error OpcodeNotFound'],
  [/^stack underflow/, INTERNAL, 'EVM error StackUnderflow'],
  [/^stack limit reached/, INTERNAL, 'EVM error StackOverflow'],
  [/^invalid jump destination/, INTERNAL, 'EVM error InvalidJump'],
  [/^write protection/, INTERNAL, 'EVM error StateChangeDuringStaticCall'],
  [/^return data out of bounds/, INTERNAL, 'EVM error OutOfOffset'],
  [/^contract address collision/, INTERNAL, 'EVM error CreateCollision'],
  [/^max code size exceeded/, INTERNAL, 'EVM error CreateContractSizeLimit'],
  [/^invalid code: must not begin with 0xef/, INTERNAL, 'EVM error CreateContractStartingWithEF'],
]

/** An error as Anvil answers it; the same one if Anvil has no words of its own for it. */
export function inAnvilWords(error: RequestError): RequestError {
  const { code, message, data } = error
  if (code === 'EXECUTION_REVERTED') {
    const reason = anvilRevertReason(fromHex((data ?? '0x') as Hex))
    const words = reason === undefined ? 'execution reverted' : `execution reverted: ${reason}`
    return new RequestError(code, words, data)
  }
  for (const [gethWords, jsonRpcCode, words] of answers) {
    const found = gethWords.exec(message)
    if (found === null) continue
    const text = typeof words === 'string' ? words : words(...found.slice(1))
    return new RequestError(code, text, data, jsonRpcCode)
  }
  return error
}
