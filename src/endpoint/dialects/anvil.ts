import { createDialect } from './createDialect.ts'
import type { DialectWords } from './words.ts'

/** https://github.com/foundry-rs/foundry */
const source =
  'foundry-rs/foundry@02ad6dec crates/anvil/src/eth/error.rs, crates/anvil/rpc/src/error.rs'

/** Of transactions that are refused. */
const rejected = (message: string) => ({ code: -32003, message, source })
/** Of code that fails. */
const evmError = (reason: string) => ({ code: -32603, message: `EVM error ${reason}`, source })
const invalid = (message: string) => ({ code: -32602, message, source })

const words: DialectWords = {
  nonceTooLow: rejected('nonce too low'),
  nonceTooHigh: rejected('Nonce too high'),
  insufficientFunds: rejected('Insufficient funds for gas * price + value'),
  exceedsBlockGas: {
    code: -32000,
    message: 'intrinsic gas too high -- tx.gas_limit > env.block.gas_limit',
    source,
  },
  floorGasOfCall: {
    code: -32000,
    message: 'intrinsic gas too high -- GasFloorMoreThanGasLimit',
    source,
  },
  intrinsicGasOfCall: {
    code: -32000,
    message: 'intrinsic gas too high -- CallGasCostMoreThanGasLimit',
    source,
  },
  intrinsicGas: { code: -32000, message: 'intrinsic gas too low', source },
  feeBelowBaseFee: rejected('max fee per gas less than block base fee'),
  tipAboveFeeCap: rejected('max priority fee per gas higher than max fee per gas'),
  replacementUnderpriced: rejected('replacement transaction underpriced'),
  alreadyKnown: rejected('transaction already imported'),
  minGasPrice: {
    ...invalid('anvil_setMinGasPrice is not supported when EIP-1559 is active'),
    data: 'none',
  },
  wrongChain: rejected('invalid chain id for signer'),
  unknownAccount: invalid('No Signer available'),
  emptyTransaction: invalid('Empty transaction data'),
  undecodableTransaction: invalid('Failed to decode transaction'),
  stateOfUnknownHash: { code: -32001, message: 'Resource not found', source },
  stateAboveHead: invalid('BlockOutOfRangeError: block height is {head} but requested was {block}'),
  gasAllowance: {
    code: -32003,
    message: 'Out of gas: gas required exceeds allowance: {gas}',
    source,
  },
  reentrancySentry: evmError('ReentrancySentryOOG'),
  outOfGas: evmError('OutOfGas'),
  gasOverflow: evmError('InvalidOperandOOG'),
  invalidOpcode: evmError('InvalidFEOpcode'),
  unknownOpcode: evmError('OpcodeNotFound'),
  stackUnderflow: evmError('StackUnderflow'),
  stackOverflow: evmError('StackOverflow'),
  invalidJump: evmError('InvalidJump'),
  writeProtection: evmError('StateChangeDuringStaticCall'),
  returnDataBounds: evmError('OutOfOffset'),
  addressCollision: evmError('CreateCollision'),
  codeSize: evmError('CreateContractSizeLimit'),
  codeBegins: evmError('CreateContractStartingWithEF'),
}

/** Matches Anvil 1.7: what a node for development lets pass, and how it writes it. */
export const anvil = createDialect(
  'anvil',
  {
    hasTotalDifficulty: true,
    hasBlockTimestamp: true,
    chainIdSince: 0,
    hasPaddedSignature: false,
    pendingNulls: [],
    headerNulls: [],
    hasReceiptTimestamp: true,
    hasBlobPriceAlways: true,
    listsImpersonated: true,
    showsSignedFields: false,
    hasPriceOfCap: true,
    hasChecksums: false,
  },
  {
    suggestedTipMin: 1_000_000_000n,
    limitsFees: false,
    pricesNextBlock: true,
    refusesLowFees: true,
    replacesByFeeCap: true,
    limitsGas: false,
    fillsIn: true,
    allowsCheapCalls: true,
    estimatesExactly: true,
    readsOtherSpellings: true,
  },
  { words, unknown: [] },
)
