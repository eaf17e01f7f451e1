import { createDialect } from './createDialect.ts'
import { strictRules } from './dialect.ts'
import { gethStyle } from './geth.ts'
import type { DialectWords } from './words.ts'

const repository = 'paradigmxyz/reth@7b3432d9'
const errors = `${repository} crates/rpc/rpc-eth-types/src/error/mod.rs`
const filters = `${repository} crates/rpc/rpc/src/eth/filter.rs`
const constants = `${repository} crates/rpc/rpc-server-types/src/constants.rs`

const INVALID = -32602
const SERVER = -32000
const NOT_FOUND = -32001
const REJECTED = -32003

const halt = (reason: string) => ({
  code: REJECTED,
  message: `EVM error: ${reason}`,
  source: errors,
})

const words: DialectWords = {
  rangeTooLarge: {
    code: INVALID,
    message: 'query exceeds max block range {limit}',
    data: 'none',
    source: filters,
  },
  tooManyLogs: {
    code: INVALID,
    message: 'query exceeds max results {limit}, retry with the range {first}-{last}',
    data: 'none',
    source: filters,
  },
  rangeAboveHead: {
    code: INVALID,
    message: 'block range extends beyond current head block: requested {requested}, head {head}',
    source: filters,
  },
  unknownFilter: { code: INVALID, message: 'filter not found', source: filters },
  stateAboveHead: {
    code: NOT_FOUND,
    message: 'block not found: {block:hex}',
    source: errors,
  },
  stateOfUnknownHash: {
    code: NOT_FOUND,
    message: 'block not found: {canonical}hash {hash}',
    source: errors,
  },
  stateOfUnsetTag: {
    code: NOT_FOUND,
    message: 'block not found: {tag}',
    source: errors,
  },
  tracedBlock: { code: SERVER, message: 'block {block} not found', source: errors },
  feesAboveHead: {
    code: INVALID,
    message: 'request beyond head block: requested {requested}, head {head}',
    source: errors,
  },
  percentiles: { code: INVALID, message: 'invalid reward percentiles', source: errors },
  bothKindsOfFee: {
    code: INVALID,
    message: 'both gasPrice and (maxFeePerGas or maxPriorityFeePerGas) specified',
    source: errors,
  },
  outOfGas: {
    code: REJECTED,
    message: 'out of gas: gas required exceeds: {gas}',
    source: errors,
  },
  gasOverflow: halt('InvalidOperandOOG'),
  invalidOpcode: halt('InvalidFEOpcode'),
  unknownOpcode: halt('OpcodeNotFound'),
  stackUnderflow: halt('StackUnderflow'),
  stackOverflow: halt('StackOverflow'),
  invalidJump: halt('InvalidJump'),
  writeProtection: halt('StateChangeDuringStaticCall'),
  returnDataBounds: halt('OutOfOffset'),
  addressCollision: halt('CreateCollision'),
  codeSize: halt('CreateContractSizeLimit'),
  codeBegins: halt('CreateContractStartingWithEF'),
  nonceTooHigh: { code: SERVER, message: 'nonce too high', source: errors },
  insufficientFunds: {
    code: REJECTED,
    message: 'insufficient funds for gas * price + value: have {have} want {want}',
    source: errors,
  },
  replacementUnderpriced: {
    code: SERVER,
    message: 'replacement transaction underpriced',
    source: errors,
  },
  underpriced: { code: SERVER, message: 'transaction underpriced', source: errors },
  exceedsGasCap: { code: SERVER, message: 'exceeds max transaction gas limit', source: errors },
  intrinsicGas: { code: SERVER, message: 'intrinsic gas too low', source: errors },
  intrinsicGasOfCall: { code: SERVER, message: 'intrinsic gas too low', source: errors },
  invalidSender: { code: SERVER, message: 'invalid sender', source: errors },
  feeCap: {
    code: SERVER,
    message: 'tx fee ({fee:wei} wei) exceeds the configured cap ({cap:wei} wei)',
    source: errors,
  },
  tipAboveFeeCap: {
    code: REJECTED,
    message: 'max priority fee per gas higher than max fee per gas',
    source: errors,
  },
  feeBelowBaseFee: {
    code: SERVER,
    message: 'max fee per gas less than block base fee',
    source: errors,
  },
  emptyTransaction: { code: INVALID, message: 'empty transaction data', source: errors },
  undecodableTransaction: {
    code: INVALID,
    message: 'failed to decode signed transaction',
    source: errors,
  },
  unknownSubscriptionKind: {
    code: INVALID,
    message: 'Unsupported subscription kind',
    source: `${repository} crates/rpc/rpc/src/eth/pubsub.rs`,
  },
}

/** Matches reth 2.5. */
export const reth = createDialect('reth', gethStyle, strictRules, {
  words,
  logRange: { blocks: 100_000, counts: 'difference', source: `${filters}; ${constants}` },
  logResults: { logs: 20_000, isUnlessRange: 1, source: `${filters}; ${constants}` },
  isEmptyAboveHead: { source: filters },
  prunedHistory: {
    blocks: 'null',
    receipts: 'null',
    logs: 'error',
    code: 4444,
    message: 'pruned history unavailable: requested {requested}, earliest available {earliest}',
    source: `${errors}; ${filters}`,
  },
  clientVersion: {
    text: 'reth/v1.11.3-d6324d6/x86_64-unknown-linux-gnu',
    source: 'base/base#2421',
  },
  unknown: [
    'rate limits (a node has none)',
    'batches that are too large',
    'parameters',
    'the pending block',
    '`safe` before it is set, in eth_getBlockByNumber',
  ],
})
