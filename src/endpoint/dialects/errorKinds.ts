/**
 * The kinds of errors for which dialects have words of their own, by geth's message, which a `RequestError` has at first.
 * Named groups are values for these words. Of several kinds that a message matches, the first for which the dialect has
 * words counts.
 */
export const errorKinds = {
  // Calls and transactions that are refused.
  nonceTooLow: /^nonce too low(?:: next nonce (?<next>\d+), tx nonce (?<nonce>\d+))?/,
  nonceTooHigh: /^nonce too high/,
  insufficientFunds:
    /^(?:err: |failed with \d+ gas: )?insufficient funds(?:.*?(?:have|balance) (?<have>\d+),? .*?(?:want|tx cost) (?<want>\d+))?/,
  exceedsBlockGas: /^exceeds block gas limit/,
  exceedsGasCap: /^transaction gas limit too high/,
  floorGasOfCall: /^err: insufficient gas for floor/,
  intrinsicGasOfCall:
    /^err: (?:intrinsic gas too low|insufficient gas for floor)(?:.*: have (?<have>\d+), want (?<want>\d+))?/,
  intrinsicGas:
    /^(?:intrinsic gas too low|insufficient gas for floor)(?:.*: (?:have|gas) (?<have>\d+), (?:want|minimum needed) (?<want>\d+))?/,
  feeBelowBaseFee: /^(?:err: |failed with \d+ gas: )?max fee per gas less than block base fee/,
  tipAboveFeeCap:
    /^(?:err: )?max priority fee per gas higher than max fee per gas|^maxFeePerGas \(.*\) < /,
  bothKindsOfFee: /^both gasPrice and \(maxFeePerGas/,
  feeCap: /^tx fee \((?<fee>[\d.]+) ether\) exceeds the configured cap \((?<cap>[\d.]+) ether\)/,
  replacementUnderpriced: /^replacement transaction underpriced/,
  underpriced: /^transaction underpriced|^transaction gas price below minimum: gas tip cap/,
  alreadyKnown: /^already known/,
  minGasPrice: /^setMinGasPrice is not supported when EIP-1559 is active/,
  oversized: /^oversized data/,
  invalidSender: /^invalid sender/,
  wrongChain: /^invalid sender: invalid chain id|^chainId does not match/,
  unknownAccount: /^unknown account/,
  emptyTransaction: /^typed transaction too short/,
  undecodableTransaction: /^(?:rlp: |transaction type not supported$)/,
  // Code that fails.
  gasAllowance: /^gas required exceeds allowance \((?<gas>\d+)\)/,
  reentrancySentry: /^out of gas: not enough gas for reentrancy sentry/,
  outOfGas: /^out of gas/,
  gasOverflow: /^gas uint64 overflow/,
  invalidOpcode: /^invalid opcode: INVALID/,
  unknownOpcode: /^invalid opcode/,
  stackUnderflow: /^stack underflow/,
  stackOverflow: /^stack limit reached/,
  invalidJump: /^invalid jump destination/,
  writeProtection: /^write protection/,
  returnDataBounds: /^return data out of bounds/,
  addressCollision: /^contract address collision/,
  codeSize: /^max code size exceeded/,
  codeBegins: /^invalid code: must not begin with 0xef/,
  reverted: /^execution reverted$/,
  revertedBecause: /^execution reverted: (?<reason>[\s\S]*)/,
  // Blocks, states and history that are not there.
  stateAboveHead: /^header not found$/,
  stateOfUnknownHash: /^header for hash not found$/,
  stateOfUnsetTag: /^(?<tag>safe|finalized) block not found$/,
  notCanonical: /^hash is not currently canonical$/,
  missingState:
    /^historical state (?<root>[0-9a-f]{64}) is not available$|^missing trie node (?<node>[0-9a-f]{64})/,
  feesAboveHead: /^request beyond head block: requested (?<requested>\d+), head (?<head>\d+)/,
  percentiles: /^invalid reward percentile/,
  tracedBlock: /^block #?(?<block>0x[0-9a-f]{64}|\d+) not found$/,
  // Logs, filters and subscriptions.
  reversedRange: /^invalid block range params$/,
  rangeAboveHead: /^block range extends beyond current head block$/,
  rangeTooLarge:
    /^query exceeds max block range (?<limit>\d+)\. Try with this block range \[(?<from>0x[0-9a-f]+), (?<to>0x[0-9a-f]+)\]/,
  tooManyLogs:
    /^query returned more than (?<limit>\d+) results(?:\. Try with this block range \[(?<from>0x[0-9a-f]+), (?<to>0x[0-9a-f]+)\])?/,
  tooManyAddresses: /^exceed max addresses or topics per search position/,
  logsOfUnknownBlock: /^unknown block$/,
  unknownFilter: /^filter not found$/,
  unknownSubscription: /^subscription not found$/,
  // Requests.
  wrongArgument: /^invalid argument (?<index>\d+): (?<problem>[\s\S]*)/,
  missingArgument: /^missing value for required argument (?<index>\d+)$/,
  tooManyArguments: /^too many arguments, want at most (?<most>\d+)$/,
  unknownMethod: /^the method (?<method>\S+) does not exist\/is not available/,
  unknownSubscriptionKind: /^no "(?<name>.*)" subscription in eth namespace$/,
  batchTooLarge: /^the batch has more than (?<limit>\d+) requests$/,
} as const satisfies Readonly<Record<string, RegExp>>

export type ErrorKind = keyof typeof errorKinds
