import type { WriteStream } from 'node:tty'
import type { HuntProgress } from '../../hunt/huntOptions.ts'

/** One line on a terminal that says how far a hunt is. Without a terminal it writes nothing, to keep logs clean. */
export function huntProgress(output: WriteStream): {
  update(progress: HuntProgress): void
  finish(): void
} {
  let isShown = false
  return {
    update({ doing, runs, seconds, coverage, found }) {
      if (!output.isTTY) return
      const rate = (runs / Math.max(seconds, 1)).toFixed(1)
      const steps = found === undefined ? '' : `, found one of ${found.scenario.steps.length} steps`
      const line = `${doing}: ${runs} scenarios, ${rate} a second, ${coverage} kinds of moments${steps}`
      output.write(`\r\x1b[K${line.slice(0, output.columns - 1)}`)
      isShown = true
    },
    finish() {
      if (isShown) output.write('\r\x1b[K')
      isShown = false
    },
  }
}
