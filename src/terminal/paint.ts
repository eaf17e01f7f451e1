import { styleText } from 'node:util'
import { printable } from '../primitives/printable.ts'

/** How many characters of one text are written. */
const TEXT_MAX = 2000

/** How text looks on a terminal. Clients and contracts may have written it: it is made printable. */
export interface Paint {
  plain(text: string): string
  /** a method, or another heading */
  title(text: string): string
  failed(text: string): string
  printed(text: string): string
}

/** Whoever asks for colours knows the stream. */
const checked = { validateStream: false }

const plain = (text: string): string => printable(text, TEXT_MAX)

/** @param isColored whether the stream understands escape sequences */
export function paintFor(isColored: boolean): Paint {
  if (!isColored) return { plain, title: plain, failed: plain, printed: plain }
  return {
    plain,
    title: (text) => styleText('bold', plain(text), checked),
    failed: (text) => styleText('red', plain(text), checked),
    printed: (text) => styleText('cyan', plain(text), checked),
  }
}
