import { OmmerError } from '../primitives/errors.ts'

const schemes: ReadonlySet<string> = new Set(['redis:', 'rediss:'])

/** The characters of a journal's name. */
const NAME = /^[\w.-]{1,64}$/

export interface RedisAddress {
  /** `redis[s]://[[USER]:PASSWORD@]HOST[:PORT][/DATABASE]`, for the client library */
  readonly url: string
  /** its name: a Redis may have several */
  readonly journal: string
  /** for messages: without the password */
  readonly shown: string
}

/** Whether a journal is in Redis, and not in a file. */
export function isRedisAddress(journal: string): boolean {
  return /^rediss?:/i.test(journal)
}

/**
 * Reads the address of a journal: that of a Redis, and with `?journal=NAME` another name than `ommer`.
 *
 * @throws {OmmerError} INVALID_OPTION
 */
export function readRedisAddress(text: string): RedisAddress {
  const problem = (what: string): OmmerError =>
    new OmmerError('INVALID_OPTION', `--journal: ${what}: want redis://HOST:PORT?journal=NAME`)
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (url === undefined || !schemes.has(url.protocol) || url.hostname === '') {
    // It may contain a password.
    throw problem('it is no address of a Redis')
  }
  if (!/^\/?\d*$/.test(url.pathname)) throw problem('its path must be the number of a database')
  const { journal = 'ommer', ...others } = Object.fromEntries(url.searchParams)
  const [unknown] = Object.keys(others)
  if (unknown !== undefined) throw problem(`there is no parameter '${unknown}'`)
  if (!NAME.test(journal)) {
    throw problem(`'${journal}' is no name: it has 1 to 64 letters, digits, "_", "." and "-"`)
  }
  url.search = ''
  const shown = new URL(url)
  if (shown.password !== '') shown.password = '***'
  return { url: url.href, journal, shown: `${shown.href}?journal=${journal}` }
}
