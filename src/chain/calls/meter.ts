/**
 * Watches how much work a call does, and ends it by throwing. Each kind of call passes it on to the EVM, which reports
 * to it.
 */
export interface Meter {
  /** Called before each step of code. */
  step(): void
  /**
   * Called before a precompiled contract runs, which cannot be interrupted.
   *
   * @param address 20 bytes in hex without prefix
   * @param inputBytes size of its input
   */
  precompile(address: string, inputBytes: number): void
}

/** Lets calls run without bounds. */
export const unmetered: Meter = { step() {}, precompile() {} }
