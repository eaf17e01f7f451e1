import { answerTooLarge } from './errors.ts'
import type { RunLong } from './longWork.ts'

/**
 * Work in steps, each of which takes far less than a millisecond or decodes one block. It yields how many bytes it has
 * collected.
 */
export type Steps<T> = Generator<number, T, void>

/**
 * Does work at once if it is short, or else in time slices.
 *
 * @param bytesMax how many bytes it may collect; default: no limit
 * @throws {RequestError} if long work collects more
 */
export function doSteps<T>(
  steps: Steps<T>,
  isShort: boolean,
  runLong: RunLong,
  bytesMax = Number.POSITIVE_INFINITY,
): T | Promise<T> {
  if (!isShort) {
    return runLong(async (pause) => {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value
        if (step.value > bytesMax) throw answerTooLarge(bytesMax)
        const paused = pause(step.value)
        if (paused !== undefined) await paused
      }
    })
  }
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
