import { OmmerError } from '../../primitives/errors.ts'

/** A block under construction was asked for something that the protocol does not allow. The chain is unchanged. */
export class BlockMisuseError extends OmmerError {
  constructor(
    code:
      | 'NONCE_GAP'
      | 'GAS_LIMIT'
      | 'BLOCK_SIZE'
      | 'FEE_TOO_LOW'
      | 'INSUFFICIENT_FUNDS'
      | 'INVALID_TRANSACTION'
      | 'INVALID_UNCLE'
      | 'INVALID_HEADER'
      | 'TOO_LATE'
      | 'CHAIN_BUSY',
    number: number,
    problem: string,
    options?: ErrorOptions,
  ) {
    super(code, `block ${number}: ${problem}`, options)
  }
}
