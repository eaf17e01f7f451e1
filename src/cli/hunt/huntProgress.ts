import type { WriteStream } from 'node:tty'
import { describeDifference } from '../../hunt/finding.ts'
import type { HuntProgress } from '../../hunt/huntOptions.ts'

/** One line on a terminal that says how far a hunt is. Without a terminal, a line when something was found. */
export function huntProgress(output: WriteStream): {
  update(progress: HuntProgress): void
  finish(): void
} {
  let isShown = false
  let isReported = false
  return {
    update({ doing, runs, seconds, coverage, found }) {
      if (!output.isTTY) {
        if (found !== undefined && !isReported) {
          output.write(
            `found after ${runs} scenarios; making it smaller: ${describeDifference(found.difference)}\n`,
          )
          isReported = true
        }
        return
      }
      const rate = (runs / Math.max(seconds, 1)).toFixed(1)
      const steps = found === undefined ? '' : `, found one of ${found.scenario.steps.length} steps`
      const line = `${doing}: ${runs} scenarios, ${rate} a second, ${coverage} situations${steps}`
      output.write(`\r\x1b[K${line.slice(0, output.columns - 1)}`)
      isShown = true
    },
    finish() {
      if (isShown) output.write('\r\x1b[K')
      isShown = false
    },
  }
}
