/** The longest delay of a timer, in milliseconds. */
export const TIMER_MS_MAX = 2 ** 31 - 1

/** What starts and stops timers: `globalThis`, or what a test moves. */
export interface Timers {
  setTimeout(act: () => void, milliseconds: number): NodeJS.Timeout
  clearTimeout(timer: NodeJS.Timeout | undefined): void
}
