import { type ErrorKind, errorKinds } from './errorKinds.ts'

/** What is known of an error, by name: the groups of its kind, and what the code knew that found it. */
export type ErrorValues = Readonly<Record<string, string | number | undefined>>

/** What a dialect answers instead of geth's error of a kind. */
interface Words {
  /** the `code` member of the error */
  readonly code: number
  /** with values in braces, such as `{limit}`; `{limit:hex}` writes one in another form */
  readonly message: string
  /** the `data` member, where it is not that of geth's error: none, or `0x` where that has none */
  readonly data?: 'none' | 'never empty'
  /** the status over HTTP, unless the request is in a batch. Default 200. */
  readonly status?: number
  /** where it was read: repository, commit and file; an issue; or a document */
  readonly source: string
}

/** By the kind of error. */
export type DialectWords = Readonly<Partial<Record<ErrorKind, Words>>>

export interface WordedError {
  readonly code: number
  readonly message: string
  readonly data: unknown
  readonly status: number
}

/**
 * An error of geth in the words of a dialect; undefined if these have nothing of its kind.
 *
 * @param error with geth's message
 * @param known values that the message does not have
 */
export function inWords(
  words: DialectWords,
  { message, data }: { readonly message: string; readonly data: unknown },
  known: ErrorValues | undefined,
): WordedError | undefined {
  for (const kind of Object.keys(words) as ErrorKind[]) {
    const found = errorKinds[kind].exec(message)
    if (found === null) continue
    const { code, message: template, data: changed, status = 200 } = words[kind] as Words
    return {
      code,
      // Without a value geth's message says more than half of one.
      message: fillIn(template, { ...found.groups, ...known }) ?? message,
      data: changed === 'none' ? undefined : (data ?? (changed && '0x')),
      status,
    }
  }
  return undefined
}

/** The other forms in which a template has values. */
const forms: Readonly<Record<string, (value: string) => string>> = {
  hex: (value) => `0x${BigInt(value).toString(16)}`,
  decimal: (value) => BigInt(value).toString(),
  /** a hash without its prefix */
  bare: (value) => value.replace(/^0x/, ''),
  /** of ether with two decimals */
  wei: (value) => (BigInt(Math.round(Number(value) * 100)) * 10n ** 16n).toString(),
  /** with commas, as in English */
  grouped: (value) => Number(value).toLocaleString('en-US'),
}

/** @returns undefined if a value is not known */
export function fillIn(template: string, values: ErrorValues): string | undefined {
  let isWhole = true
  const text = template.replace(/\{(\w+)(?::(\w+))?\}/g, (_, name: string, form?: string) => {
    const value = values[name]
    isWhole &&= value !== undefined
    if (value === undefined) return ''
    return form === undefined ? `${value}` : (forms[form] as (text: string) => string)(`${value}`)
  })
  return isWhole ? text : undefined
}
