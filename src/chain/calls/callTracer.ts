import type { Log } from '@ethereumjs/evm'

/** An operation that is about to run. */
export interface TracedStep {
  readonly opcode: number
  /** 20 bytes: the contract whose storage the code works on */
  readonly address: Uint8Array
  /** number of items on the stack */
  readonly stackLength: number
  /** The top items of the stack, the topmost first. There must be as many. */
  readonly top: (count: number) => readonly bigint[]
}

/** Observes a message while it runs. */
export interface CallTracer {
  /** Called before each operation, even if it then fails. */
  step?(step: TracedStep): void
  /**
   * Called for each transfer of ether: a message with a value (not CALLCODE), and the balance that SELFDESTRUCT sends.
   *
   * @param from 20 bytes
   * @param to 20 bytes
   * @param value in wei, above zero
   * @returns a log to put among those of the message, as the first one of the message's frame; none if undefined
   */
  transfer?(from: Uint8Array, to: Uint8Array, value: bigint): Log | undefined
  /** Called for each log that a contract emits, even if its frame is reverted later. */
  log?(log: Log): void
}
