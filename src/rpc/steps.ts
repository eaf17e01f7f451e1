import type { RunLong } from './longWork.ts'

/**
 * Work in steps, each of which takes far less than a millisecond or decodes one block. It yields how many bytes it has
 * collected.
 */
export type Steps<T> = Generator<number, T, void>

/** Does work at once if it is short, or else in time slices. */
export function doSteps<T>(steps: Steps<T>, isShort: boolean, runLong: RunLong): T | Promise<T> {
  if (!isShort) {
    return runLong(async (pause) => {
      for (let step = steps.next(); ; step = steps.next()) {
        if (step.done) return step.value
        const paused = pause(step.value)
        if (paused !== undefined) await paused
      }
    })
  }
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value
}
