import { styleText } from 'node:util'

/** How text looks on a terminal. */
export interface Paint {
  /** a method, or another heading */
  title(text: string): string
  failed(text: string): string
  printed(text: string): string
}

/** Whoever asks for colours knows the stream. */
const checked = { validateStream: false }

const same = (text: string): string => text

/** @param isColored whether the stream understands escape sequences */
export function paintFor(isColored: boolean): Paint {
  if (!isColored) return { title: same, failed: same, printed: same }
  return {
    title: (text) => styleText('bold', text, checked),
    failed: (text) => styleText('red', text, checked),
    printed: (text) => styleText('cyan', text, checked),
  }
}
