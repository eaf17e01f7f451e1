import { expect, test } from 'vitest'
import { dialects } from '../../../src/endpoint/dialects/dialects.ts'
import { RequestError, toErrorObject } from '../../../src/rpc/errors.ts'
import { toClientError } from '../../../src/rpc/toClientError.ts'

// As Anvil 1.7.1 answers requests that fail in geth with the message on the left.
test.each([
  ['nonce too low: next nonce 5, tx nonce 0', -32003, 'nonce too low'],
  ['nonce too high: tx nonce 9, gapped nonce 5', -32003, 'Nonce too high'],
  [
    'insufficient funds for gas * price + value: balance 0, tx cost 1, overshot 1',
    -32003,
    'Insufficient funds for gas * price + value',
  ],
  [
    'err: insufficient funds for transfer: address 0xAA (supplied gas 1)',
    -32003,
    'Insufficient funds for gas * price + value',
  ],
  [
    'exceeds block gas limit',
    -32000,
    'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit',
  ],
  ['intrinsic gas too low: gas 1, minimum needed 21000', -32000, 'intrinsic gas too low'],
  [
    'err: intrinsic gas too low: have 1, want 21000 (supplied gas 1)',
    -32000,
    'intrinsic gas too high -- CallGasCostMoreThanGasLimit',
  ],
  ['unknown account', -32602, 'No Signer available'],
  ['typed transaction too short', -32602, 'Empty transaction data'],
  ['rlp: expected input list for types.LegacyTx', -32602, 'Failed to decode transaction'],
  [
    'gas required exceeds allowance (1048576)',
    -32003,
    'Out of gas: gas required exceeds allowance: 1048576',
  ],
  ['out of gas', -32603, 'EVM error OutOfGas'],
  ['out of gas: not enough gas for reentrancy sentry', -32603, 'EVM error ReentrancySentryOOG'],
  ['invalid opcode: INVALID', -32603, 'EVM error InvalidFEOpcode'],
  ['invalid opcode: opcode 0xc not defined', -32603, 'EVM error OpcodeNotFound'],
  ['stack underflow (0 <=> 2)', -32603, 'EVM error StackUnderflow'],
  ['invalid jump destination', -32603, 'EVM error InvalidJump'],
  ['return data out of bounds', -32603, 'EVM error OutOfOffset'],
  [
    'max code size exceeded: code size 24577, limit 24576',
    -32603,
    'EVM error CreateContractSizeLimit',
  ],
  ['something else', -32000, 'something else'],
])('answers instead of %j', (message, code, words) => {
  const error = new RequestError('SERVER_ERROR', message)
  expect(toErrorObject(toClientError(error, dialects.anvil))).toEqual({ code, message: words })
})

test('reads the data of a revert', () => {
  const error = new RequestError('EXECUTION_REVERTED', 'execution reverted', '0x220266b6')
  expect(toErrorObject(toClientError(error, dialects.anvil))).toEqual({
    code: 3,
    message: 'execution reverted: custom error 0x220266b6',
    data: '0x220266b6',
  })
})
