/**
 * Watches how much work a call does, and ends it by throwing an error that is not an `EVMError`. The EVM that runs the call
 * must not be used again then: its state is that of a call in progress.
 */
export interface Meter {
  /**
   * Called before each step of code.
   *
   * @param gas what the step costs, without what it passes on to other calls
   */
  step(gas: bigint): void
  /**
   * Called before a precompiled contract runs, which cannot be interrupted.
   *
   * @param address 20 bytes in hex without prefix
   */
  precompile(address: string, input: Uint8Array): void
}

/** Lets calls run without bounds. */
export const unmetered: Meter = { step() {}, precompile() {} }
