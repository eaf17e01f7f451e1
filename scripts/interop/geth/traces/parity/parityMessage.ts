/** Errors that geth's `flatCallTracer` leaves as they are, and Parity's messages for them (ethcore/src/trace/types/error.rs). */
const messages: readonly (readonly [start: string, message: string])[] = [
  ['write protection', 'Mutable Call In Static Context'],
  ['max code size exceeded', 'Out of gas'],
  ['invalid code: must not begin with 0xef', 'Invalid code'],
]

/** Parity's message for an error of `flatCallTracer`. */
export function parityMessage(error: string): string {
  return messages.find(([start]) => error.startsWith(start))?.[1] ?? error
}
