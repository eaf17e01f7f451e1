/** What starts and stops timers: `globalThis`, or what a test moves. */
export interface Timers {
  setTimeout(act: () => void, milliseconds: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout | undefined): void
}
