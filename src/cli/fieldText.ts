import { numberOrText } from './option.ts'

/** How a field is written as text, in an option or an environment variable. */
export interface FieldText {
  /** stands for the text in the help: `range` */
  readonly placeholder: string
  /** the word for what is accepted, for errors about other text: `range`; undefined if any text is read */
  readonly noun?: string
  /** as in `8-12` */
  readonly example?: string
  /**
   * @param before what was read before, for an option that may be given several times
   * @returns the text itself if it is not what is wanted: then the check of the field reports it
   */
  read(text: string, before?: unknown): unknown
  write(value: unknown): string
}

export const plainText: FieldText = { placeholder: 'text', read: (text) => text, write: String }

/** Of an option without a value. */
export const flagText: FieldText = { ...plainText, placeholder: '' }

export const numberText: FieldText = { placeholder: 'number', read: numberOrText, write: String }

/** A whole number that may also be in hex, as wallets show chain ids. */
export const decimalOrHexText: FieldText = {
  ...numberText,
  read: (text) => (/^0x[\da-f]{1,12}$/i.test(text) ? Number(text) : numberOrText(text)),
}

/** A range of numbers: `8-12`, or `8` for the range from 8 to 8. */
export const rangeText: FieldText = {
  placeholder: 'range',
  noun: 'range',
  example: '8-12',
  read: (text) => {
    const [, low, high = low] = /^(\d{1,15})(?:-(\d{1,15}))?$/.exec(text) ?? []
    return low === undefined ? text : [Number(low), Number(high)]
  },
  write: (value) => (value as readonly number[]).join('-'),
}

/** A part of a whole: `1/8`. */
export const rateText: FieldText = {
  placeholder: 'part/whole',
  noun: 'rate',
  example: '1/8',
  read: (text) => {
    const [, part, whole] = /^(\d{1,15})\/(\d{1,15})$/.exec(text) ?? []
    return part === undefined ? text : [Number(part), Number(whole)]
  },
  write: (value) => (value as readonly number[]).join('/'),
}

/** How the values in a list of names are written. */
interface ValueText {
  read(text: string): unknown
  write(value: unknown): string
}

/**
 * Names with values, separated by commas; they may also be given one after another.
 *
 * @param example for help and errors
 */
export function namesText(example: object, { read, write }: ValueText = numberText): FieldText {
  const writeAll = (value: unknown) => {
    const entries = Object.entries(value as object)
    return entries.map(([name, each]) => `${name}=${write(each)}`).join(',')
  }
  return {
    placeholder: 'name=value,...',
    noun: 'list',
    example: writeAll(example),
    read: (text, before = {}) => {
      // What could not be read is still to be reported.
      if (typeof before === 'string') return before
      const entries = text.split(',').map((entry) => /^\s*([\w-]+)=(.*\S)\s*$/.exec(entry))
      if (entries.includes(null)) return text
      const added = entries.map((entry) => [entry?.[1], read(entry?.[2] as string)])
      return { ...(before as object), ...Object.fromEntries(added) }
    },
    write: writeAll,
  }
}

/** When a fork begins: the number of a block, or `@` and a timestamp. */
export const forkPointText: ValueText = {
  read: (text) =>
    text.startsWith('@') ? { timestamp: numberOrText(text.slice(1)) } : numberOrText(text),
  write: (value) =>
    typeof value === 'object' ? `@${(value as { timestamp: number }).timestamp}` : String(value),
}
