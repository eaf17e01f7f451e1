import { RecordError } from '../recordError.ts'

/** Shorter texts may be ordinary words: masking them would garble messages. */
const SECRET_LENGTH_MIN = 6

/** A node's URL and the headers of requests to it, either of which may hold secrets. */
export class NodeAddress {
  /** without user and password, which `fetch` refuses */
  readonly url: string
  readonly headers: Headers
  /** the URL without secrets, for messages: providers put the API key into path or query */
  readonly name: string
  /** in upper and lower case */
  readonly #secrets: readonly RegExp[]
  /** the same as text */
  readonly #texts: readonly string[]

  /**
   * @param headers each `Name: value`
   * @throws {RecordError} if the URL or a header is invalid
   */
  constructor(nodeUrl: string, headers: readonly string[] = []) {
    const url = parseUrl(nodeUrl)
    this.headers = parseHeaders(headers)
    const credentials = [url.username, url.password].map(decode)
    if (url.username !== '' || url.password !== '') {
      if (this.headers.has('authorization')) {
        const problem = 'want user and password of the URL or a header Authorization, not both'
        throw new RecordError(problem, { option: 'headers' })
      }
      this.headers.set(
        'authorization',
        `Basic ${Buffer.from(credentials.join(':')).toString('base64')}`,
      )
    }
    const hidden = url.pathname !== '/' || url.search !== '' || url.username !== ''
    this.name = hidden ? `${url.origin}/***` : url.origin
    const texts = [
      ...credentials,
      ...url.pathname.split('/'),
      ...parametersIn(url.search),
      ...this.headers.values(),
    ]
    const secrets = new Set(texts.flatMap((text) => [text, decode(text)]).flatMap(withParts))
    // The longest first: one may contain another.
    this.#texts = [...secrets]
      .filter(({ length }) => length >= SECRET_LENGTH_MIN)
      .sort((one, other) => other.length - one.length)
    this.#secrets = this.#texts.map(
      (secret) => new RegExp(secret.replaceAll(/[^\w\s]/g, '\\$&'), 'gi'),
    )
    url.username = ''
    url.password = ''
    url.hash = ''
    this.url = url.href
    this.headers.set('content-type', 'application/json')
    this.headers.set('accept', 'application/json')
  }

  /** Masks the beginning of a text that may be long, and what it has of a secret where it is cut. */
  maskStart(text: string, length: number): string {
    if (text.length <= length) return this.mask(text)
    const start = text.slice(0, length)
    const cut = Math.max(0, ...this.#texts.map((secret) => beginningAtEnd(start, secret)))
    return this.mask(start.slice(0, length - cut)) + (cut > 0 ? '***' : '')
  }

  /** Masks secrets in a text that may repeat them, and what is left of one where the text was cut. */
  mask(text: string): string {
    const masked = this.#secrets.reduce((left, secret) => left.replaceAll(secret, '***'), text)
    return masked.includes('…') ? this.#texts.reduce(withoutCut, masked) : masked
  }
}

/** Masks the beginnings of a secret before each `…`, unless they are so short that they may be ordinary words. */
function withoutCut(text: string, secret: string): string {
  const parts = text.split('…')
  const last = parts.pop()
  const masked = parts.map((part) => {
    const length = beginningAtEnd(part, secret)
    return length < SECRET_LENGTH_MIN ? part : `${part.slice(0, -length)}***`
  })
  return [...masked, last].join('…')
}

/** How many characters a secret begins with are the last ones of a text. */
function beginningAtEnd(text: string, secret: string): number {
  const end = text.slice(-secret.length).toLowerCase()
  let { length } = end
  while (length > 0 && !end.endsWith(secret.slice(0, length).toLowerCase())) length--
  return length
}

/** The values of a query, and the names of those without a value: `?KEY`. */
function parametersIn(search: string): readonly string[] {
  return search
    .slice(1)
    .split('&')
    .map((each) => /^([^=]*)(?:=(.*))?$/s.exec(each)?.slice(1).findLast(Boolean) ?? '')
    .flatMap((each) => [each, each.replaceAll('+', ' ')])
}

/** A text, and the words in it: `;key=KEY`, `KEY.json`, `Bearer KEY`, `id=bob;token=KEY`. */
function withParts(text: string): readonly string[] {
  return [text, ...text.split(/[\s;,=.]+/)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function parseUrl(nodeUrl: string): URL {
  let url: URL
  try {
    url = new URL(nodeUrl)
  } catch (cause) {
    throw new RecordError('want a URL such as http://127.0.0.1:8545', { option: 'rpc', cause })
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw new RecordError(`${url.protocol} is not http: or https:`, { option: 'rpc' })
  }
  return url
}

function parseHeaders(lines: readonly string[]): Headers {
  const headers = new Headers()
  for (const line of lines) {
    const colon = line.indexOf(':')
    try {
      // At its end, `trim` would hide it.
      if (/[\r\n]/.test(line)) throw new TypeError('a line break')
      headers.append(line.slice(0, Math.max(0, colon)), line.slice(colon + 1).trim())
    } catch (cause) {
      // Not shown, because it may be a key.
      throw new RecordError("want 'Name: value' on one line", { option: 'headers', cause })
    }
  }
  return headers
}
