import { OmmerError } from '../../primitives/errors.ts'

/** Something that the protocol does not allow was asked of a block under construction. The chain is as it was. */
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
