/** Why a message failed although it was part of the block. */
export interface EvmFailure {
  readonly kind: 'reverted' | 'outOfGas' | 'other'
  /** geth's message (core/vm/errors.go) */
  readonly message: string
}
