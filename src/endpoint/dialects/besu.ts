import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'
import type { DialectWords } from './words.ts'

const repository = 'hyperledger/besu@3fd224e2'
const types = `${repository} …/jsonrpc/internal/response/RpcErrorType.java`
const logs = `${repository} …/jsonrpc/internal/methods/EthGetLogs.java`
const calls = `${repository} …/jsonrpc/internal/methods/EthCall.java`

const error = (code: number, message: string) => ({ code, message, source: types })
const invalid = error(-32602, 'Invalid params')
/** Whatever goes wrong in a call but a revert. */
const failed = { code: -32603, message: 'Internal error', source: calls }

const parameters = {
  address: 'address',
  block: 'block number',
  blockHash: 'block hash',
  transactionHash: 'transaction hash',
  transactionIndex: 'transaction index',
  uncleIndex: 'block index',
  fullTransactions: 'return complete transaction',
  call: 'call',
  filter: 'filter',
  slot: 'position',
  slots: 'storage keys',
  blockCount: 'block count',
  rewardPercentiles: 'reward percentiles',
  otherwise: 'method',
}

const words: DialectWords = {
  wrongArgument: {
    code: -32602,
    message: 'Invalid {parameter} params',
    source: types,
  },
  missingArgument: error(-32602, 'Invalid number of params'),
  tooManyArguments: error(-32602, 'Invalid number of params'),
  rangeTooLarge: {
    code: -32005,
    message: 'Requested range exceeds maximum RPC range limit',
    data: 'none',
    source: `${logs}; ${types}`,
  },
  reversedRange: { ...invalid, source: logs },
  rangeAboveHead: { ...invalid, source: logs },
  logsOfUnknownBlock: { code: -32000, message: 'Block not found', source: logs },
  unknownFilter: error(-32000, 'Filter not found'),
  unknownSubscription: error(-32000, 'Subscription not found'),
  stateAboveHead: { code: -32000, message: 'Block not found', source: calls },
  stateOfUnknownHash: { code: -32000, message: 'Block not found', source: calls },
  stateOfUnsetTag: error(-39001, 'Unknown block'),
  notCanonical: {
    code: -32000,
    message: 'Invalid input',
    source: `${repository} …/methods/AbstractBlockParameterOrBlockHashMethod.java`,
  },
  missingState: failed,
  reverted: error(3, 'Execution reverted'),
  revertedBecause: {
    code: 3,
    message: 'Execution reverted ({reason})',
    source: `${types}; …/response/JsonRpcError.java`,
  },
  outOfGas: failed,
  gasOverflow: failed,
  invalidOpcode: failed,
  unknownOpcode: failed,
  stackUnderflow: failed,
  stackOverflow: failed,
  invalidJump: failed,
  writeProtection: failed,
  returnDataBounds: failed,
  nonceTooLow: error(-32001, 'Nonce too low'),
  nonceTooHigh: error(-32006, 'Nonce too high'),
  insufficientFunds: error(-32004, 'Upfront cost exceeds account balance'),
  intrinsicGas: error(-32003, 'Intrinsic gas exceeds gas limit'),
  intrinsicGasOfCall: error(-32003, 'Intrinsic gas exceeds gas limit'),
  exceedsBlockGas: error(-32005, 'Transaction gas limit exceeds block gas limit'),
  exceedsGasCap: error(-32005, 'Transaction gas limit cap exceeded'),
  underpriced: error(-32009, 'Gas price below configured minimum gas price'),
  feeBelowBaseFee: error(-32009, 'Gas price below current base fee'),
  alreadyKnown: error(-32000, 'Known transaction'),
  replacementUnderpriced: error(-32000, 'Replacement transaction underpriced'),
  feeCap: error(-32000, 'Transaction fee cap exceeded'),
  wrongChain: error(-32000, 'Wrong chainId'),
  invalidSender: error(-32002, 'Invalid signature'),
  tipAboveFeeCap: error(-32000, 'Max priority fee per gas exceeds max fee per gas'),
  emptyTransaction: error(-32602, 'Invalid block param (block not found)'),
  undecodableTransaction: error(-32602, 'Invalid block param (block not found)'),
  unknownMethod: {
    code: -32601,
    message: 'Method not found',
    source: `${repository} …/JsonRpcExecutor.java`,
  },
  batchTooLarge: {
    code: -32005,
    message: 'Number of requests exceeds max batch size',
    source: `${repository} …/execution/JsonRpcArrayExecutor.java`,
  },
}

/** Matches Besu of March 2026. */
export const besu = createDialect(
  'besu',
  { ...gethStyle, hasTotalDifficulty: 'ofWork', headerNulls: [] },
  strictRules,
  {
    words,
    parameters,
    logRange: {
      blocks: 5000,
      counts: 'difference',
      source: `${logs}; …/api/ApiConfiguration.java`,
    },
    batch: {
      most: 1024,
      answers: 'one',
      source: `${repository} …/JsonRpcConfiguration.java`,
    },
    clientVersion: {
      text: 'besu/v23.1.0/osx-aarch_64/corretto-java-19',
      source: `${repository} …/BesuVersionUtils.java`,
    },
    unknown: [
      'rate limits (a node has none)',
      'history that is pruned',
      'proofs of old blocks',
      'the pending block',
    ],
  },
)
