import { OmmerError } from '../../primitives/errors.ts'

interface MisuseOptions extends ErrorOptions {
  /** label of the branch that the block is written for; default: none */
  readonly branch?: string | undefined
}

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
    { branch, ...options }: MisuseOptions = {},
  ) {
    const where = branch === undefined ? '' : ` of branch '${branch}'`
    super(code, `block ${number}${where}: ${problem}`, options)
  }
}
