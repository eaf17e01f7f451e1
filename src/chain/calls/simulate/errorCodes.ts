/** The JSON-RPC codes of `eth_simulateV1` (execution-apis; geth, internal/ethapi/errors.go). */
export const errorCodes = {
  nonceTooLow: -38010,
  nonceTooHigh: -38011,
  feeBelowBaseFee: -38012,
  intrinsicGas: -38013,
  insufficientFunds: -38014,
  blockGasLimit: -38015,
  blockNumber: -38020,
  blockTimestamp: -38021,
  senderIsContract: -38024,
  initCodeSize: -38025,
  clientLimit: -38026,
  invalidParams: -32602,
  internal: -32603,
  /** a call failed in the EVM, but did not revert */
  execution: -32015,
} as const
