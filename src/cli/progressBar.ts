import type { WriteStream } from 'node:tty'

export interface ProgressBar {
  update(done: number, total: number): void
  /** Removes the bar from the screen. */
  finish(): void
}

const WIDTH = 30

/** A progress bar on a terminal. Without a terminal it writes nothing, to keep logs clean. */
export function progressBar(output: WriteStream, label: string): ProgressBar {
  if (!output.isTTY) return { update() {}, finish() {} }
  let shownPercent = -1
  return {
    update(done, total) {
      const percent = Math.floor((100 * done) / total)
      if (percent === shownPercent) return
      shownPercent = percent
      const filled = Math.floor((WIDTH * done) / total)
      const bar = '█'.repeat(filled) + '░'.repeat(WIDTH - filled)
      output.write(`\r${label} ${bar} ${percent} %`)
    },
    finish() {
      if (shownPercent >= 0) output.write('\r\x1b[K')
    },
  }
}
