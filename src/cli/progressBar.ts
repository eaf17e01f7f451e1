import type { WriteStream } from 'node:tty'

export interface ProgressBar {
  update(done: number, wanted: number): void
  /** Takes the bar off the screen. */
  finish(): void
}

const WIDTH = 30

/** A bar on a terminal; nothing where there is none, so that logs stay clean. */
export function progressBar(output: WriteStream, label: string): ProgressBar {
  if (!output.isTTY) return { update() {}, finish() {} }
  let shownPercent = -1
  return {
    update(done, wanted) {
      const percent = Math.floor((100 * done) / wanted)
      if (percent === shownPercent) return
      shownPercent = percent
      const filled = Math.floor((WIDTH * done) / wanted)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      output.write(`\r${label} ${bar} ${percent} %`)
    },
    finish() {
      if (shownPercent >= 0) output.write('\r\x1b[K')
    },
  }
}
